import type { ResourceType } from '@linkage/core';

/** A database with unknown tables. Their names come from the mapping, which was checked against the API. */
export type AnyDatabase = Record<string, Record<string, unknown>>;

/** The column of an attribute and its conversions. */
export interface Column {
  readonly name: string;
  readonly decode: (stored: unknown) => unknown;
  /** The value for NULL: undefined for an attribute that can be absent but not null. */
  readonly empty: null | undefined;
  readonly encode: (value: unknown) => unknown;
}

/** The storage of a relationship. `target` is undefined if the related type is not in this database. */
export type Edge =
  | { readonly kind: 'column'; readonly column: string; readonly target: Table | undefined }
  | { readonly kind: 'foreign-key'; readonly column: string; readonly target: Table }
  | ThroughEdge;

/** A relationship that is stored in a join table. */
export interface ThroughEdge {
  readonly kind: 'through';
  readonly table: string;
  readonly from: string;
  readonly to: string;
  readonly target: Table | undefined;
}

/** One type with its checked mapping. */
export interface Table {
  readonly type: ResourceType;
  readonly name: string;
  readonly id: string;
  readonly idType: 'text' | 'integer';
  /** Returns the id of a new resource; undefined if the database creates it. */
  readonly newId: (() => string) | undefined;
  /** The column that counts writes. */
  readonly version: string | undefined;
  readonly columns: ReadonlyMap<string, Column>;
  readonly edges: ReadonlyMap<string, Edge>;
}

/** Returns an id as the database compares it, or undefined if no row can have it. */
export function keyOf(table: Table | undefined, id: string): string | number | undefined {
  if (table?.idType !== 'integer') return id;
  // Databases read "05" and "5 " as 5, so one resource would have many ids.
  if (!/^(?:0|-?[1-9]\d{0,15})$/.test(id)) return undefined;
  const key = Number(id);
  return Number.isSafeInteger(key) ? key : undefined;
}

/** Returns the ids that rows can have, as the database compares them. */
export function keysOf(table: Table | undefined, ids: readonly string[]): readonly (string | number)[] {
  return [...new Set(ids)].map((id) => keyOf(table, id)).filter((key) => key !== undefined);
}

/** Returns the column of an attribute. */
export function columnOf(table: Table, attribute: string): Column {
  const column = table.columns.get(attribute);
  if (column === undefined)
    throw new TypeError(`Type "${table.type.name}" does not have an attribute ${JSON.stringify(attribute)}.`);
  return column;
}

/** Returns the storage of a relationship. */
export function edgeOf(table: Table, relationship: string): Edge {
  const edge = table.edges.get(relationship);
  if (edge !== undefined) return edge;
  const problem = table.type.relationships.has(relationship)
    ? `stores the relationship ${JSON.stringify(relationship)} elsewhere`
    : `does not have a relationship ${JSON.stringify(relationship)}`;
  throw new TypeError(`Type "${table.type.name}" ${problem}.`);
}
