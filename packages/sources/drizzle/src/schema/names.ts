import { type Column, getTableName, type Table } from 'drizzle-orm';
import type { DrizzleDatabase } from '../dialect/drizzle-dialect.ts';

/** Symbols of Drizzle, which every copy of it shares. */
const schemaSymbol = Symbol.for('drizzle:Schema');

/** Returns the name of a column by the option `casing` of a database of Drizzle. */
interface Casing {
  getColumnCasing(column: Column): string;
}

/** The names of tables and columns in a database. */
export interface Names {
  readonly table: (table: Table) => string;
  readonly column: (column: Column) => string;
}

/** Returns the schema of a table of Drizzle; undefined for the default schema. */
export function schemaOf(table: Table): string | undefined {
  return (table as unknown as { readonly [schemaSymbol]?: string })[schemaSymbol];
}

/** Returns the name of a table in statements. */
export function tableNameOf(table: Table): string {
  const schema = schemaOf(table);
  return schema === undefined ? getTableName(table) : `${schema}.${getTableName(table)}`;
}

/** The names without the option `casing`, which only a database knows. */
export const plainNames: Names = { table: tableNameOf, column: (column) => column.name };

/** Returns how a database names tables and columns. */
export function namesIn(db: DrizzleDatabase): Names {
  const { casing } = (db as unknown as { readonly dialect?: { readonly casing?: Casing } }).dialect ?? {};
  return { table: tableNameOf, column: (column) => casing?.getColumnCasing(column) ?? column.name };
}
