// Data sources
export { createPrismaSources, type PrismaSourceOptions } from './sources/create-prisma-sources.ts';
// Mapping types to models
export type {
  FieldValues,
  ForeignKeyFields,
  JoinFields,
  ModelName,
  PrismaMapping,
  ToManyFields,
  ToOneFields,
} from './mapping/mapping.ts';
// Databases
export { kyselyOf, transactionOf } from './dialect/kysely-of.ts';
export type { PrismaDatabase, PrismaExecutor } from './dialect/prisma-dialect.ts';
