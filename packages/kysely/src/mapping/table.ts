import type { ResourceType } from '@linkage/core';
import { canCompare } from '@linkage/core/internal';
import { type ColumnType, keyOf as columnKey } from '@linkage/core/records';
import { type RawBuilder, sql } from 'kysely';
import type { SqlDialect } from '../dialects/dialect.ts';
import type { ExpressionAt, Scope } from './scope.ts';

/** A database with unknown tables. Their names come from the mapping, which was checked against the API. */
export type AnyDatabase = Record<string, Record<string, unknown>>;

/** The column of an attribute and its conversions. */
export interface Column {
  /** The name of the column; undefined if an expression computes the attribute. */
  readonly name: string | undefined;
  readonly expression: ExpressionAt | undefined;
  /** What the column can hold; undefined if neither the mapping nor a catalog says it. */
  readonly type: ColumnType | undefined;
  /** Whether the column can be NULL, as far as it is known. */
  readonly nullable: boolean;
  /** Whether statements cast the column to a text, because the driver would change its value. */
  readonly asText: boolean;
  readonly decode: (stored: unknown) => unknown;
  /** The value for NULL: undefined for an attribute that can be absent but not null. */
  readonly empty: null | undefined;
  readonly encode: (value: unknown) => unknown;
}

/** The storage of a relationship. `target` is undefined if the related type is not in this database. */
export type RelationshipStorage =
  | { readonly kind: 'column'; readonly column: string; readonly target: Table | undefined }
  | {
      readonly kind: 'foreign-key';
      readonly column: string;
      readonly target: Table;
      /** The effect of a deletion on the related rows; undefined if the database decides. */
      readonly onDelete: 'restrict' | 'cascade' | 'set null' | undefined;
    }
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
  /** The type of the id column; undefined if no catalog contains it. */
  readonly idColumn: ColumnType | undefined;
  readonly dialect: SqlDialect;
  /** The columns of each constraint, from the catalog. */
  readonly constraints: ReadonlyMap<string, readonly string[]>;
  /** Returns the id of a new resource; undefined if the database creates it. */
  readonly newId: (() => string) | undefined;
  /** The column that counts writes. */
  readonly version: string | undefined;
  readonly columns: ReadonlyMap<string, Column>;
  readonly storages: ReadonlyMap<string, RelationshipStorage>;
  /** The rows that are resources of this type; undefined for all rows. */
  readonly scope: Scope | undefined;
  /** The values that a deletion writes; undefined if it deletes the row. */
  readonly softDelete: Readonly<Record<string, unknown>> | undefined;
  /** The values of new rows. */
  readonly onCreate: Readonly<Record<string, unknown>>;
  /** The values that each update writes. */
  readonly onUpdate: Readonly<Record<string, unknown>>;
  /** Whether statements of any table of the database have parameters that depend on the call. */
  readonly usesCall: boolean;
  /** Whether the function of an expression of any table of the database can return another expression for each request. */
  readonly variesByRequest: boolean;
}

/** An id as the database compares it. */
export type Key = string | number | bigint;

const BIGINT: ColumnType = { kind: 'integer', range: [-(2n ** 63n), 2n ** 63n - 1n] };

/** Returns an id as the database compares it, or undefined if no row can have it. */
export function keyOf(table: Table | undefined, id: string): Key | undefined {
  if (table === undefined) return id;
  const { idType, idColumn, dialect } = table;
  if (idType === 'integer') return columnKey(id, idColumn?.kind === 'integer' ? idColumn : BIGINT, dialect.values);
  if (idColumn?.kind !== 'integer') return columnKey(id, idColumn, dialect.values);
  return canCompare(idColumn, id, dialect.values) ? id : undefined;
}

/** Returns the ids that rows can have, as the database compares them. */
export function keysOf(table: Table | undefined, ids: readonly string[]): readonly Key[] {
  if (ids.length === 1) {
    const key = keyOf(table, ids[0] as string);
    return key === undefined ? [] : [key];
  }
  return [...new Set(ids)].map((id) => keyOf(table, id)).filter((key) => key !== undefined);
}

/** Returns the column of an attribute. */
export function columnOf(table: Table, attribute: string): Column {
  const column = table.columns.get(attribute);
  if (column === undefined)
    throw new TypeError(`Type "${table.type.name}" does not have an attribute ${JSON.stringify(attribute)}.`);
  return column;
}

/** Returns the value of an attribute in the rows of an alias. */
export function columnIn({ name, expression }: Column, alias: string): RawBuilder<unknown> {
  return expression === undefined ? sql.id(alias, String(name)) : sql`(${expression(alias)})`;
}

/** Returns the storage of a relationship. */
export function storageOf(table: Table, relationship: string): RelationshipStorage {
  const storage = table.storages.get(relationship);
  if (storage !== undefined) return storage;
  const problem = table.type.relationships.has(relationship)
    ? `stores the relationship ${JSON.stringify(relationship)} elsewhere`
    : `does not have a relationship ${JSON.stringify(relationship)}`;
  throw new TypeError(`Type "${table.type.name}" ${problem}.`);
}
