// Data sources
export { createKyselySources, type KyselySource } from './create-kysely-sources.ts';
// Mapping types to tables
export { booleanColumn, jsonColumn } from './columns.ts';
export type {
  ColumnMapping,
  RelationshipMapping,
  ToManyMapping,
  ToOneMapping,
  TypeMapping,
} from './mapping.ts';
// Databases
export { createNodeSqliteDialect, type NodeSqliteDatabase } from './node-sqlite.ts';
