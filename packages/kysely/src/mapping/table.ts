import type { ResourceType } from '@linkage/core';
import type { ColumnType } from '../dialects/column-type.ts';
import { canCompare } from '../dialects/column-values.ts';
import type { SqlDialect } from '../dialects/dialect.ts';

/** A database with unknown tables: names come from the mapping, which has been checked against the API. */
export type AnyDatabase = Record<string, Record<string, unknown>>;

/** Where the value of an attribute is, and what becomes of it on the way. */
export interface Column {
  readonly name: string;
  /** What the column can hold; undefined if neither the mapping nor a catalog says it. */
  readonly type: ColumnType | undefined;
  /** Whether the column can be NULL, as far as it is known. */
  readonly nullable: boolean;
  /** Whether statements cast the column to a text, because the driver would change its value. */
  readonly asText: boolean;
  readonly decode: (stored: unknown) => unknown;
  /** What NULL is to the application: undefined for an attribute that may be absent but not null. */
  readonly empty: null | undefined;
  readonly encode: (value: unknown) => unknown;
}

/** Where a relationship is. `target` is undefined when the related type is not in this database. */
export type Edge =
  | { readonly kind: 'column'; readonly column: string; readonly target: Table | undefined }
  | { readonly kind: 'foreign-key'; readonly column: string; readonly target: Table }
  | ThroughEdge;

/** A relationship through a join table. */
export interface ThroughEdge {
  readonly kind: 'through';
  readonly table: string;
  readonly from: string;
  readonly to: string;
  readonly target: Table | undefined;
}

/** One type with its mapping, checked. */
export interface Table {
  readonly type: ResourceType;
  readonly name: string;
  readonly id: string;
  readonly idType: 'text' | 'integer';
  /** What the id column can hold. */
  readonly idColumn: ColumnType | undefined;
  readonly dialect: SqlDialect;
  /** The columns of constraints, as the catalog says. */
  readonly constraints: ReadonlyMap<string, readonly string[]>;
  /** Makes the id of a new resource; undefined when the database does. */
  readonly newId: (() => string) | undefined;
  /** The column that counts writes. */
  readonly version: string | undefined;
  readonly columns: ReadonlyMap<string, Column>;
  readonly edges: ReadonlyMap<string, Edge>;
}

/** An id as the database compares it. */
export type Key = string | number | bigint;

const BIGINT: ColumnType = { kind: 'integer', range: [-(2n ** 63n), 2n ** 63n - 1n] };

/** An id as the database compares it; undefined when no row can have it. */
export function keyOf(table: Table | undefined, id: string): Key | undefined {
  if (table === undefined) return id;
  const { idType, idColumn, dialect } = table;
  if (idType !== 'integer') {
    // A database reads other spellings of a UUID, and one resource would have many ids.
    const isOther = idColumn?.kind === 'uuid' && id !== id.toLowerCase();
    return isOther || !canCompare(idColumn, id, dialect.values) ? undefined : id;
  }
  // Databases read "05" and "5 " as 5.
  if (!/^(?:0|-?[1-9]\d{0,18})$/.test(id)) return undefined;
  if (!canCompare(idColumn?.kind === 'integer' ? idColumn : BIGINT, id, dialect.values)) return undefined;
  const key = Number(id);
  return Number.isSafeInteger(key) ? key : BigInt(id);
}

/** Those of the ids that rows can have, as the database compares them. */
export function keysOf(table: Table | undefined, ids: readonly string[]): readonly Key[] {
  return [...new Set(ids)].map((id) => keyOf(table, id)).filter((key) => key !== undefined);
}

/** The column of an attribute. */
export function columnOf(table: Table, attribute: string): Column {
  const column = table.columns.get(attribute);
  if (column === undefined) throw new TypeError(`${table.type.name} has no attribute ${JSON.stringify(attribute)}.`);
  return column;
}

/** Where a relationship is stored. */
export function edgeOf(table: Table, relationship: string): Edge {
  const edge = table.edges.get(relationship);
  if (edge !== undefined) return edge;
  const what = table.type.relationships.has(relationship) ? 'keeps elsewhere the relationship' : 'has no relationship';
  throw new TypeError(`${table.type.name} ${what} ${JSON.stringify(relationship)}.`);
}
