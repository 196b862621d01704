// Data sources
export { createKyselySources, type KyselySource } from './sources/create-kysely-sources.ts';
// Mapping types to tables
export { booleanColumn, jsonColumn } from './mapping/columns.ts';
export type {
  ColumnMapping,
  RelationshipMapping,
  ToManyMapping,
  ToOneMapping,
  TypeMapping,
} from './mapping/mapping.ts';
// Idempotency keys
export {
  createIdempotencyTable,
  createKyselyIdempotencyStore,
  type IdempotencyTableOptions,
} from './idempotency-store.ts';
// Databases
export { createNodeSqliteDialect, type NodeSqliteDatabase } from './node-sqlite.ts';
