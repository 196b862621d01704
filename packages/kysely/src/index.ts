// Data sources
export { createKyselySources, type KyselySource, type KyselySourceOptions } from './sources/create-kysely-sources.ts';
// The catalog of a database
export { type Catalog, type CatalogColumn, type CatalogTable, readCatalog } from './dialects/catalog.ts';
// Mapping types to tables
export { booleanColumn, jsonColumn } from './mapping/columns.ts';
export type { ColumnMapping, ExpressionMapping, TypeMapping } from './mapping/mapping.ts';
export type {
  DeletionPolicy,
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
// Databases
export { type ExecutedStatement, explainStatements } from './explain.ts';
export { createNodeSqliteDialect, type NodeSqliteDatabase } from './node-sqlite.ts';
