/** Helpers that the packages of Linkage share. They may change with any release: do not build on them. */

export { type PrismaSchema, readClientModule, type SchemaModel } from './schema/read-client-module.ts';
