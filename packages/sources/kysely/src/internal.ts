/** Helpers that the packages of Linkage share. They may change with any release: do not build on them. */

export { base64Of, bytesOf } from './columns/base64.ts';
export { type ColumnType, idTypeOf, isLarge, parseColumnType } from './columns/column-type.ts';
export { databaseSchemaOf } from './dialects/database-schema-of.ts';
export type { SchemaRows } from './dialects/database-schema-rows.ts';
export { rejectedIds } from './dialects/rejected-ids.ts';
export { makesValues } from './dialects/default-value.ts';
export { hasZeroDefault } from './dialects/zero-dates.ts';
export { dialectOf } from './dialects/dialect-of.ts';
export { beginsIndex, servesOrder } from './mapping/known-indexes.ts';
export type { Declared, DeclaredValue } from './mapping/mapping.ts';
export type { NamedColumn } from './mapping/tenants.ts';
export type { UntypedMapping } from './mapping/resolve-tables.ts';
export { createOrmDialect, type OrmConnector, type OrmStatement } from './orm-dialect.ts';
export { ormKyselyOf, ormTransactionOf } from './orm-kysely.ts';
export { ormSources } from './sources/orm-sources.ts';
