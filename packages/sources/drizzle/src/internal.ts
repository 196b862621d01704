/** Helpers that the packages of Linkage share. They may change with any release: do not build on them. */

export { type DrizzleSchema, readSchema, type SchemaColumn, type SchemaTable } from './schema/read-schema.ts';
