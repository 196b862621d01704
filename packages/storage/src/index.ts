export { createStorage, type Storage } from './sources/create-storage.ts';
export type { ColumnOperator } from './columns/comparison.ts';
export type {
  IncludedRows,
  MemberRow,
  MembersOf,
  ModelStatements,
  RowOrder,
  RowQuery,
} from './sources/model-statements.ts';
export type { ConditionBuilder } from './sources/storage-condition.ts';
export type { StorageSource } from './sources/storage-source.ts';
export type { RowValues, StorageWrites, WriteStatements } from './sources/storage-writes.ts';
export type { StorageOptions, StoredColumn } from './sources/stored-types.ts';
export type {
  TableConditions,
  TableQuery,
  TableStatements,
  ToManyTable,
  ToManyTables,
} from './sources/table-statements.ts';
export type { TextMatch } from './columns/text-match.ts';
export { groupMembers } from './sources/group-members.ts';
// Columns
export { type ColumnForm, type ColumnKind, type ColumnType, parseColumnType } from './columns/column-type.ts';
export type { ValueRules } from './columns/column-values.ts';
export { valueRules } from './columns/value-rules.ts';
export { type Key, keyOf } from './columns/key.ts';
// Constraints
export { mysqlViolation } from './failures/mysql-violation.ts';
export { postgresViolation } from './failures/postgres-violation.ts';
export { prismaViolation } from './failures/prisma-violation.ts';
export { sqliteViolation } from './failures/sqlite-violation.ts';
export type { DriverError, Violation } from './failures/violation.ts';
export { type FailedWrite, writeError } from './failures/violation-error.ts';
