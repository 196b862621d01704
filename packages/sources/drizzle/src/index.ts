// Data sources
export { createDrizzleSources, type DrizzleSourceOptions } from './sources/create-drizzle-sources.ts';
// Mapping types to tables
export type {
  ComputedColumn,
  ConvertedColumn,
  DrizzleMapping,
  ForeignKeyOfMembers,
  JoinTable,
  RowValues,
  ToManyColumns,
  ToOneColumns,
} from './mapping/mapping.ts';
// Databases
export type { DrizzleDatabase } from './dialect/drizzle-dialect.ts';
export { kyselyOf, transactionOf } from './dialect/kysely-of.ts';
