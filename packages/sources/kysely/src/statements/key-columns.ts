import { type AliasedRawBuilder, type RawBuilder, sql } from 'kysely';
import type { SqlDialect } from '../dialects/dialect.ts';
import type { KeyCodec, KeyPart } from '../dialects/key-codec.ts';
import { type Key, keyNames, partsOf } from '../mapping/key.ts';
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

/** Selects a key in a subquery. */
export function selectedKey({ columns }: KeyReference): AliasedRawBuilder<unknown, string>[] {
  return columns.map((column, index) => column.as(index === 0 ? 'id' : `id${index}`));
}

/** Selects a key for `keyOfRow`. */
export function readableKey(table: Table): AliasedRawBuilder<unknown, string>[] {
  const { columns } = keyAt(undefined, keyNames(table));
  return columns.map((column, index) => readPart(table.codecs[index], column).as(`id${index}`));
}

/** Returns the key in a row of `readableKey`. */
export function keyOfRow({ codecs }: Pick<Table, 'codecs'>, row: Readonly<Record<string, unknown>>): Key {
  const parts = codecs.map((codec, index) => codec.partOf(String(row[`id${index}`])) as KeyPart);
  return parts.length === 1 ? (parts[0] as KeyPart) : parts;
}

/** Returns the columns of a key and their values. */
export function keyValues(names: readonly string[], key: Key | null): Record<string, unknown> {
  const parts = key === null ? undefined : partsOf(key);
  return Object.fromEntries(names.map((name, index) => [name, parts?.[index] ?? null]));
}

/** Returns what a statement selects of one column of a key. */
export function readPart(codec: KeyCodec | undefined, column: RawBuilder<unknown>): RawBuilder<unknown> {
  return codec?.read?.(column) ?? column;
}

/** Returns the text of a column. */
export function asText(column: RawBuilder<unknown>, { textType }: SqlDialect): RawBuilder<unknown> {
  return sql`cast(${column} as ${sql.raw(textType)})`;
}

/** Returns the part of `joinedId` that is the value of a column. */
function partAt(column: RawBuilder<unknown>, { key, codecs, dialect }: Table, index: number): RawBuilder<unknown> {
  const { idType, type } = key[index] as KeyColumn;
  const text = asText(readPart(codecs[index], column), dialect);
  if (idType === 'integer' || type?.kind === 'integer' || type?.kind === 'uuid' || type?.kind === 'binary') return text;
  return sql`replace(replace(${text}, '!', '!0'), '~', '!1')`;
}

/** Returns the id that a key of a table is read as: NULL if one of its columns is NULL. */
export function readKey(table: Table | undefined, { columns }: KeyReference): RawBuilder<unknown> {
  const [column] = columns as readonly [RawBuilder<unknown>];
  if (table === undefined) return column;
  const { codecs, dialect } = table;
  if (codecs.length === 1) return readPart(codecs.at(0), column);
  const parts = columns.map((it, index) => partAt(it, table, index));
  return dialect.concat(parts.flatMap((part, index) => (index === 0 ? [part] : [sql`'~'`, part])));
}
