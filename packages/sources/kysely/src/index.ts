// Data sources
export { createKyselySources } from './sources/create-kysely-sources.ts';
export type { KyselySource, KyselySources } from './sources/kysely-source.ts';
export type { KyselySourceOptions, MappingWarning } from './sources/source-options.ts';
export { compareMapping, type MappingDifference } from './sources/compare-mapping.ts';
// The database schema
export type {
  DatabaseSchema,
  DatabaseAction,
  DatabaseColumn,
  DatabaseDriver,
  DatabaseForeignKey,
  DatabaseIndex,
  DatabaseOrigin,
  DatabaseTable,
} from './dialects/database-schema.ts';
export { readDatabaseSchema } from './dialects/read-schema.ts';
export type { ColumnForm, ColumnKind, ColumnType } from './columns/column-type.ts';
// Mapping types to tables
export {
  arrayColumn,
  base64Column,
  booleanColumn,
  instantColumn,
  jsonColumn,
  localDateTimeColumn,
} from './mapping/columns.ts';
export { defineMapping } from './mapping/define-mapping.ts';
export type { SearchMapping } from './dialects/word-search.ts';
export type { ColumnMapping } from './mapping/column-mapping.ts';
export type { ExpressionMapping, TypeMapping, TypeMappings } from './mapping/mapping.ts';
export type {
  DeletionPolicy,
  ForeignKeyMapping,
  KeyColumnNames,
  PolymorphicMapping,
  PolymorphicToManyMapping,
  RelationshipMapping,
  ToManyMapping,
  ToOneMapping,
} from './mapping/relationship-mapping.ts';
export type { WrittenInput } from './mapping/call-value.ts';
export type { ColumnName, TableName } from './mapping/column-name.ts';
export type {
  ColumnValues,
  DerivedValues,
  RowColumn,
  RowExpression,
  RowExpressionBuilder,
  WrittenValue,
  WrittenValues,
} from './mapping/row-expression.ts';
// Idempotency keys
export {
  createIdempotencyTable,
  createKyselyIdempotencyStore,
  type IdempotencyTableOptions,
} from './idempotency-store.ts';
// Events
export { eventStream, type EventStreamOptions } from './outbox/event-stream.ts';
export { createOutboxTable, type OutboxTableOptions } from './outbox/outbox-table.ts';
export {
  type OutboxEvent,
  type OutboxEventOf,
  type OutboxEvents,
  readEvents,
  type ReadEventsOptions,
} from './outbox/read-events.ts';
export { readOutbox, type ReadOutboxOptions } from './outbox/read-outbox.ts';
// Functions of a database
export { callFunction, type DatabaseFunction, listOfFunctions } from './statements/call-function.ts';
// Databases
export { type ExecutedStatement, explainStatements } from './explain.ts';
export { createNodeSqliteDialect, type NodeSqliteDatabase } from './node-sqlite.ts';
export type { ReplicaPositions } from './dialects/replica-positions.ts';
export { replicaPositions } from './statements/replica-positions.ts';
export type { ConstraintError, ConstraintErrors } from './failures/constraint-error.ts';
export type { RaisedError, RaisedErrors } from './statements/raised-errors.ts';
export type { RequestSession, SessionOf } from './statements/request-session.ts';
export { transactionOf } from './statements/transaction.ts';
