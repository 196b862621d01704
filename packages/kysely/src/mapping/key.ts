import { canCompare } from '@linkage/core/internal';
import { type ColumnType, keyOf as columnKey } from '@linkage/core/records';
import type { SqlDialect } from '../dialects/dialect.ts';
import { joinedId, partsOfId } from './joined-id.ts';
import type { KeyColumn, Table } from './table.ts';

/** The value of one column of an id, as the database compares it. */
export type KeyPart = string | number | bigint;
/** An id as the database compares it: a value, or the values of several columns. */
export type Key = KeyPart | readonly KeyPart[];

const BIGINT: ColumnType = { kind: 'integer', range: [-(2n ** 63n), 2n ** 63n - 1n] };

function partOf({ idType, type }: KeyColumn, text: string, { values }: SqlDialect): KeyPart | undefined {
  if (idType === 'integer') return columnKey(text, type?.kind === 'integer' ? type : BIGINT, values);
  if (type?.kind !== 'integer') return columnKey(text, type, values);
  return canCompare(type, text, values) ? text : undefined;
}

/** Returns an id as the database compares it, or undefined if no row can have it. */
export function keyOf(table: Table | undefined, id: string): Key | undefined {
  if (table === undefined) return id;
  const { key, dialect } = table;
  if (key.length === 1) return partOf(key[0], id, dialect);
  const texts = partsOfId(id, key.length);
  const parts = texts?.map((text, index) => partOf(key[index] as KeyColumn, text, dialect));
  return parts?.includes(undefined) === true ? undefined : (parts as readonly KeyPart[] | undefined);
}

/** Returns the ids that rows can have, as the database compares them. */
export function keysOf(table: Table | undefined, ids: readonly string[]): readonly Key[] {
  return [...new Set(ids)].map((id) => keyOf(table, id)).filter((key) => key !== undefined);
}

/** Whether a key has several columns. While a statement is built, an object can stand for a value. */
export function hasParts(key: Key): key is readonly KeyPart[] {
  return Array.isArray(key);
}

/** Returns the values of the columns of a key. */
export function partsOf(key: Key): readonly KeyPart[] {
  return hasParts(key) ? key : [key];
}

/** Returns the id of a key. */
export function idOfKey(key: Key): string {
  return hasParts(key) ? joinedId(key) : String(key);
}

/** Returns the names of the columns of the id of a table. */
export function keyNames({ key }: Pick<Table, 'key'>): readonly string[] {
  return key.map(({ name }) => name);
}
