import type { KeyPart } from '../dialects/key-codec.ts';
import { joinedId, partsOfId } from './joined-id.ts';
import type { Table } from './table.ts';

/** An id as the database compares it: a value, or the values of several columns. */
export type Key = KeyPart | readonly KeyPart[];

/** Returns an id as the database compares it, or undefined if no row can have it. */
export function keyOf(table: Table | undefined, id: string): Key | undefined {
  if (table === undefined) return id;
  const { codecs } = table;
  if (codecs.length === 1) return codecs.at(0)?.partOf(id);
  const texts = partsOfId(id, codecs.length);
  const parts = texts?.map((text, index) => codecs[index]?.partOf(text));
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
export function idOfKey(table: Pick<Table, 'codecs'> | undefined, key: Key): string {
  const texts = partsOf(key).map((part, index) => table?.codecs[index]?.textOf(part) ?? String(part));
  return texts.length === 1 ? (texts.at(0) as string) : joinedId(texts);
}

/** Returns the names of the columns of the id of a table. */
export function keyNames({ key }: Pick<Table, 'key'>): readonly string[] {
  return key.map(({ name }) => name);
}
