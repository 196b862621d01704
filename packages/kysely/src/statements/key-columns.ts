import { type AliasedRawBuilder, type RawBuilder, sql } from 'kysely';
import type { SqlDialect } from '../dialects/dialect.ts';
import { isLarge } from '../dialects/is-large.ts';
import { type Key, partsOf } from '../mapping/key.ts';
import type { KeyColumn, Table } from '../mapping/table.ts';

/** The columns of a key in a statement. */
export interface KeyReference {
  readonly columns: readonly RawBuilder<unknown>[];
  /** The column for comparisons, or a row of several columns. */
  readonly row: RawBuilder<unknown>;
}

/** Returns the columns of a key in the rows of an alias; undefined for a statement that returns the rows that it writes. */
export function keyAt(alias: string | undefined, names: readonly string[]): KeyReference {
  const columns = names.map((name) => (alias === undefined ? sql.id(name) : sql.id(alias, name)));
  return { columns, row: rowOf(columns) as RawBuilder<unknown> };
}

/** Returns a value, or a row of several values. */
function rowOf(values: readonly unknown[]): unknown {
  return values.length === 1 ? values[0] : sql`(${sql.join(values)})`;
}

/** Returns a key as `KeyReference.row` is compared with it. */
export function keyValue(key: Key): unknown {
  return rowOf(partsOf(key));
}

/** Selects a key in a subquery, or for `keyOfRow`. */
export function selectedKey({ columns }: KeyReference): AliasedRawBuilder<unknown, string>[] {
  return columns.map((column, index) => column.as(index === 0 ? 'id' : `id${index}`));
}

/** Returns the key in a row of `selectedKey`. */
export function keyOfRow({ key }: Pick<Table, 'key'>, row: Readonly<Record<string, unknown>>): Key {
  const parts = key.map((_, index) => row[index === 0 ? 'id' : `id${index}`]);
  return (parts.length === 1 ? parts[0] : parts) as Key;
}

/** Returns the columns of a key and their values. */
export function keyValues(names: readonly string[], key: Key | null): Record<string, unknown> {
  const parts = key === null ? undefined : partsOf(key);
  return Object.fromEntries(names.map((name, index) => [name, parts?.[index] ?? null]));
}

/** The type of a text, if values of a column are read as one: some drivers make inexact numbers of integers of 64 bits. */
export function keyCast({ type }: KeyColumn, { readAsText, textType }: SqlDialect): 'text' | 'char' | undefined {
  return isLarge(type) && readAsText.has('bigint') ? textType : undefined;
}

/** Joins texts. */
export function concat({ name }: SqlDialect, parts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return name === 'mysql' ? sql`concat(${sql.join(parts)})` : sql`(${sql.join(parts, sql` || `)})`;
}

/** Returns the text of a column. */
export function asText(column: RawBuilder<unknown>, { textType }: SqlDialect): RawBuilder<unknown> {
  return sql`cast(${column} as ${sql.raw(textType)})`;
}

/** Returns the part of `joinedId` that is the value of a column. */
function partAt(column: RawBuilder<unknown>, { idType, type }: KeyColumn, dialect: SqlDialect): RawBuilder<unknown> {
  const text = asText(column, dialect);
  if (idType === 'integer' || type?.kind === 'integer' || type?.kind === 'uuid') return text;
  return sql`replace(replace(${text}, '!', '!0'), '~', '!1')`;
}

/** Returns the id that a key of a table is read as: NULL if one of its columns is NULL. */
export function readKey(table: Table | undefined, { columns }: KeyReference): RawBuilder<unknown> {
  const [column] = columns as readonly [RawBuilder<unknown>];
  if (table === undefined) return column;
  const { key, dialect } = table;
  if (key.length === 1) {
    const cast = keyCast(key[0], dialect);
    return cast === undefined ? column : sql`cast(${column} as ${sql.raw(cast)})`;
  }
  const parts = columns.map((it, index) => partAt(it, key[index] as KeyColumn, dialect));
  return concat(
    dialect,
    parts.flatMap((part, index) => (index === 0 ? [part] : [sql`'~'`, part])),
  );
}
