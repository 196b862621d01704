import type { KeyPart } from '../dialects/key-codec.ts';
import type { ForeignKeyStorage, RelationshipStorage, Table, ThroughStorage, TypeValue } from './table.ts';

/** An id as the database compares it: a value, or the values of several columns. */
export type Key = KeyPart | readonly KeyPart[];

/** The separator of the parts, and the escapes of both characters that have a meaning in the id. */
const SEPARATOR = '~';
const escapes = { '!': '!0', '~': '!1' } as const;
const PART = /^(?:[^!]|![01])*$/;

/**
 * Returns the id of a resource whose table has several key columns: the values, separated by `~`. In a value, `!` is `!0`, and
 * `~` is `!1`. All three characters need no escape in a URL.
 */
export function joinedId(parts: readonly (string | number | bigint)[]): string {
  return parts.map((part) => String(part).replace(/[!~]/g, (it) => escapes[it as '!' | '~'])).join(SEPARATOR);
}

/** Returns the values in an id, or undefined if `joinedId` does not return this id for as many values. */
export function partsOfId(id: string, count: number): readonly string[] | undefined {
  const parts = id.split(SEPARATOR);
  if (parts.length !== count || !parts.every((part) => PART.test(part))) return undefined;
  return parts.map((part) => part.replaceAll('!1', '~').replaceAll('!0', '!'));
}

/** Returns an id as the database compares it, or undefined if no row can have it. */
export function keyOf(table: Table | undefined, id: string): Key | undefined {
  if (table === undefined) return id;
  const { codecs } = table;
  if (codecs.length === 1) return codecs.at(0)?.partOf(id);
  const strings = partsOfId(id, codecs.length);
  const parts = strings?.map((text, index) => codecs[index]?.partOf(text));
  return parts?.includes(undefined) === true ? undefined : (parts as readonly KeyPart[] | undefined);
}

/** Returns the ids that rows can have, as the database compares them. */
export function keysOf(table: Table | undefined, ids: readonly string[]): readonly Key[] {
  if (ids.length === 1) {
    const key = keyOf(table, ids[0] as string);
    return key === undefined ? [] : [key];
  }
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
  const strings = partsOf(key).map((part, index) => table?.codecs[index]?.textOf(part) ?? String(part));
  return strings.length === 1 ? (strings.at(0) as string) : joinedId(strings);
}

/** Returns the names of the columns of the id of a table. */
export function keyNames({ key }: Pick<Table, 'key'>): readonly string[] {
  return key.map(({ name }) => name);
}

/** Returns the columns of the referenced table whose values a foreign key contains. */
export function referencedNames(
  { references }: Pick<ForeignKeyStorage, 'references'>,
  referenced: Pick<Table, 'key'>,
): readonly string[] {
  return references ?? keyNames(referenced);
}

/** A foreign key that does not contain ids: statements read those of the rows that it references in its place. */
export interface ReadIds {
  readonly referenced: Table;
  readonly columns: readonly string[];
  readonly references: readonly string[];
  /** The names of the columns with the ids. */
  readonly ids: readonly string[];
  /** The columns of the id of the row with the foreign key. */
  readonly own: readonly string[];
}

/** The table that stores pairs of a parent id and a member id. */
export interface MembershipTable {
  readonly kind: Exclude<RelationshipStorage['kind'], 'polymorphic' | 'mixed'>;
  readonly table: string;
  /** The columns of the parent id. */
  readonly from: readonly string[];
  /** The columns of the member id. */
  readonly to: readonly string[];
  /** The value that a column has in pairs of this relationship. */
  readonly typed: TypeValue | undefined;
  /** The members' table; undefined if it is not in this database. */
  readonly target: Table | undefined;
  /** The columns of the data of each membership; undefined if there is none. */
  readonly data?: ThroughStorage['data'];
  readonly readIds?: ReadIds;
}

function pairsOf({ table, from, to }: ThroughStorage) {
  return { table, from: [from], to: [to] };
}

/** Returns the membership table of a stored relationship; undefined if its members are of several types. */
export function membershipIn(table: Table, storage: RelationshipStorage): MembershipTable | undefined {
  if (storage.kind === 'polymorphic' || storage.kind === 'mixed') return undefined;
  const { kind, target } = storage;
  const own = keyNames(table);
  if (kind === 'through') return { kind, ...pairsOf(storage), typed: storage.typed, target, data: storage.data };
  const { columns, references } = storage;
  // Statements read these pairs from both tables, as those of a join table.
  if (references !== undefined && target !== undefined) {
    const [referencing, referenced] = kind === 'column' ? [table, target] : [target, table];
    const ids = referenced.key.map((_, index) => `${index}~${columns.join()}`);
    const readIds = { referenced, columns, references, ids, own: keyNames(referencing) };
    const [from, to] = kind === 'column' ? [readIds.own, ids] : [ids, readIds.own];
    return { kind: 'through', table: referencing.name, from, to, typed: undefined, target, readIds };
  }
  return kind === 'column'
    ? { kind, table: table.name, from: own, to: columns, typed: undefined, target }
    : { kind, table: target.name, from: columns, to: keyNames(target), typed: storage.typed, target };
}
