import { suggestName, truncate } from '@linkage/core/internal';
import type { DatabaseColumn, DatabaseSchema, DatabaseTable } from '../dialects/database-schema.ts';
import type { SqlDialect } from '../dialects/dialect.ts';
import type { TenantOption } from './tenants.ts';

/** The columns of a foreign key. */
export interface ForeignKeyColumns {
  readonly columns: readonly string[];
  /** The columns of the referenced row whose values they contain, if they are not those of its id. */
  readonly references?: readonly string[] | undefined;
}

/** The facts that the database schema declares about the rows that a foreign key references. */
export interface KnownRows {
  /** The rows of the table that have a row of the target. */
  readonly finds?: 'always' | 'unless null';
  /** Whether the database rejects a value without a row of the target. */
  readonly isEnforced?: boolean;
}

/** The names of the database for the names of a mapping, which a plugin can change in statements. */
export interface StoredNames {
  /** Returns the name of a table, with its schema if statements name it. */
  readonly table: (name: string) => string;
  readonly column: (name: string) => string;
}

/** The database of a mapping: its dialect, and its tables as far as they are known. */
export interface MappedDatabase {
  readonly dialect: SqlDialect;
  readonly databaseSchema: DatabaseSchema | undefined;
  /** Default: the names of the mapping. */
  readonly names?: StoredNames;
  /** Receives what may be a mistake of the mapping. */
  readonly warn?: Warn;
  readonly tenants?: TenantOption | undefined;
}

/** Receives a part of a mapping that works, but may be a mistake. */
export type Warn = (where: string, message: string) => void;

/** A table of a mapping in the database schema. */
export interface KnownTable extends DatabaseTable {
  /** Returns the name of a column in the database. Default: its name in the mapping. */
  readonly columnName?: StoredNames['column'];
}

/** Tables that a database schema does not contain. */
const SYSTEM = /^(?:pg_|sqlite_|information_schema\.|mysql\.|performance_schema\.|sys\.)/i;

function findIn<Value>(values: ReadonlyMap<string, Value>, name: string, ignoresCase = false): Value | undefined {
  const value = values.get(name);
  if (value !== undefined || !ignoresCase) return value;
  const folded = name.toLowerCase();
  return [...values].find(([other]) => other.toLowerCase() === folded)?.[1];
}

/** Returns a column of a table; undefined if the table does not have it. */
export function databaseColumn(table: KnownTable, name: string): DatabaseColumn | undefined {
  const { columns, hidden = new Map(), ignoresCase, columnName = (it) => it } = table;
  const stored = columnName(name);
  return findIn(columns, stored, ignoresCase) ?? findIn(hidden, stored, ignoresCase);
}

/** Writes the names of columns for an error or a warning. */
export function quoted(names: readonly string[]): string {
  return names.map((name) => JSON.stringify(name)).join(', ');
}

/** Returns the name of a column as the database schema writes it. */
export function storedColumnName({ columns, ignoresCase, columnName = (it) => it }: KnownTable, name: string): string {
  const stored = columnName(name);
  if (ignoresCase !== true || columns.has(stored)) return stored;
  return [...columns.keys()].find((it) => it.toLowerCase() === stored.toLowerCase()) ?? stored;
}

/**
 * Whether no two rows of a table have the same values in some columns: these contain those of the primary key, or of a unique index.
 *
 * @param isPart Whether only some rows are compared, which can be those of a partial index.
 */
export function isUnique(table: KnownTable, names: readonly string[], isPart: boolean): boolean {
  const own = new Set(names.map((name) => storedColumnName(table, name)));
  const isIn = (columns: readonly (string | null)[]): boolean =>
    columns.every((name) => name !== null && own.has(name));
  const { primaryKey, indexes = [] } = table;
  if (primaryKey !== undefined && isIn(primaryKey)) return true;
  return indexes.some((index) => index.isUnique && (isPart || !index.isPartial) && isIn(index.columns));
}

/** The maximum number of columns that an error lists. */
const MAX_LISTED = 20;

/**
 * Checks that a table has columns.
 *
 * @throws {TypeError} If the table is known and does not have one of them, with a suggestion and the names of its columns.
 */
export function assertColumns(where: string, table: KnownTable | undefined, wanted: readonly string[]): void {
  const name = table && wanted.find((it) => databaseColumn(table, it) === undefined);
  if (table === undefined || name === undefined) return;
  const names = [...table.columns.keys()];
  const hint = suggestName(name, names, '"');
  const listed = names.slice(0, MAX_LISTED).map((it) => JSON.stringify(truncate(it)));
  const others = names.length > MAX_LISTED ? `, and ${names.length - MAX_LISTED} others` : '';
  throw new TypeError(
    `${where}: the table does not have a column ${JSON.stringify(name)}.${hint} Its columns are ${listed.join(', ')}${others}.`,
  );
}

/**
 * Returns the table of a mapping in the database schema; undefined without a database schema, and for a table of the database itself.
 *
 * @throws {TypeError} If the database does not have the table.
 */
export function databaseTable(
  where: string,
  name: string,
  { databaseSchema, names, dialect }: MappedDatabase,
): KnownTable | undefined {
  if (databaseSchema === undefined) return undefined;
  const stored = names?.table(name) ?? name;
  const table = findIn(databaseSchema.tables, stored, dialect.ignoresCase);
  if (table !== undefined) return names === undefined ? table : { ...table, columnName: names.column };
  if (SYSTEM.test(stored)) return undefined;
  const hint = suggestName(stored, databaseSchema.tables.keys(), '"');
  throw new TypeError(`${where}: the database does not have a table ${JSON.stringify(stored)}.${hint}`);
}
