/** For authors of data sources: how records are read, and the parts that sources of databases have in common. */
export { identityOf } from './grammar/identity.ts';
export { type ConditionParts, conditionParts } from './query/condition-parts.ts';
export { fieldOf } from './record/field-of.ts';
export { readReference, type Reference, toIdString, type TypeOf } from './record/reference.ts';
// Filters and sort orders through relationships
export { type PathBuilder, type PathTerm, pathCondition, stepsOf } from './storage/path-condition.ts';
// Linkage
export { groupMembers } from './storage/group-members.ts';
export { type Linkage, type LinkageChangeInput, linkageDifference } from './storage/linkage-difference.ts';
// Columns
export { type ColumnKind, type ColumnType, parseColumnType } from './storage/column-type.ts';
export type { ValueRules } from './storage/column-values.ts';
export { valueRules } from './storage/value-rules.ts';
export { type Key, keyOf } from './storage/key.ts';
// Constraints
export { mysqlViolation } from './storage/mysql-violation.ts';
export { postgresViolation } from './storage/postgres-violation.ts';
export { prismaViolation } from './storage/prisma-violation.ts';
export { sqliteViolation } from './storage/sqlite-violation.ts';
export type { DriverError, Violation } from './storage/violation.ts';
export { type FailedWrite, writeError } from './storage/violation-error.ts';
// Sources over an ORM
export { createStorage, type Storage } from './storage/create-storage.ts';
export type { ColumnOperator } from './storage/comparison.ts';
export type {
  IncludedRows,
  MemberRow,
  MembersOf,
  ModelStatements,
  RowOrder,
  RowQuery,
} from './storage/model-statements.ts';
export type { ConditionBuilder } from './storage/storage-condition.ts';
export type { StorageSource } from './storage/storage-source.ts';
export type { RowValues, StorageWrites, WriteStatements } from './storage/storage-writes.ts';
export type { StorageOptions, StoredColumn } from './storage/stored-types.ts';
export type {
  TableConditions,
  TableQuery,
  TableStatements,
  ToManyTable,
  ToManyTables,
} from './storage/table-statements.ts';
export type { TextMatch } from './storage/text-match.ts';
