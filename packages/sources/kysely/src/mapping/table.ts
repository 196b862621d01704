import type { ResourceType } from '@linkage/core';
import { type ExpressionBuilder, expressionBuilder, type RawBuilder, sql } from 'kysely';
import type { ColumnType } from '../columns/column-type.ts';
import type { ColumnCodec } from '../dialects/column-codec.ts';
import type { SqlDialect } from '../dialects/dialect.ts';
import type { MemberText } from '../dialects/json-members.ts';
import type { KeyCodec, KeyPartColumn } from '../dialects/key-codec.ts';
import type { Unread } from '../dialects/unreadable.ts';
import type { WordSearch } from '../dialects/word-search.ts';
import type { ConstraintError } from '../failures/constraint-error.ts';
import type { ForeignKeyColumns, KnownRows, KnownTable } from './known-table.ts';
import type { ExpressionAt, RowFilter } from './row-filter.ts';

/** A database with unknown tables. Their names come from the mapping, which was checked against the API. */
export type AnyDatabase = Record<string, Record<string, unknown>>;

/** Builds the expressions of all statements. */
export const eb: ExpressionBuilder<AnyDatabase, never> = expressionBuilder<AnyDatabase>();

/** The column of an attribute and its conversions. */
export interface Column {
  /** The name of the column; undefined if an expression computes the attribute. */
  readonly name: string | undefined;
  readonly expression: ExpressionAt | undefined;
  /** The values that the column can store. Undefined if neither the mapping nor a database schema declares them. */
  readonly type: ColumnType | undefined;
  /** Whether the column can be NULL, as far as it is known. */
  readonly nullable: boolean;
  readonly codec: ColumnCodec;
  readonly decode: (stored: unknown) => unknown;
  readonly keepsPlain: NonNullable<ColumnCodec['keepsPlain']>;
  /** Returns what a value is read as that `decode` could not read. */
  readonly unread: Unread;
  /** The condition that `decode` can read a value; undefined if it reads all. */
  readonly readable: ColumnCodec['readable'];
  /** The value for NULL: undefined for an attribute that can be absent but not null. */
  readonly empty: null | undefined;
  readonly encode: (value: unknown) => unknown;
  /** The functions of the mapping that convert values, `decode` and `encode`: columns with other ones store values in another way. */
  readonly functions: readonly unknown[];
  /** How the operator `search` finds words; undefined if the attribute does not have it. */
  readonly search: WordSearch | undefined;
}

/** One column of the id of a table. */
export interface KeyColumn extends KeyPartColumn {
  readonly name: string;
  /** The expression of a default that makes ids, if statements do not return the rows that they write. */
  readonly expression?: string | undefined;
}

/** The columns of the id of a table. */
export type KeyColumns = readonly [KeyColumn, ...KeyColumn[]];

/** The value of a type column, in rows whose foreign key references a type. */
export interface TypeValue {
  readonly column: string;
  readonly value: string | number;
}

/** A foreign key in the type's own table. `target` is undefined if the related type is not in this database. */
export interface ColumnStorage extends KnownRows, ForeignKeyColumns {
  readonly kind: 'column';
  readonly target: Table | undefined;
}

/** A foreign key in the table of the related type: unique for a to-one relationship. */
export interface ForeignKeyStorage extends ForeignKeyColumns {
  readonly kind: 'foreign-key';
  /** The value of the type column of related rows; undefined if the foreign key references one type only. */
  readonly typed: TypeValue | undefined;
  readonly target: Table;
  /** The effect of a deletion on the related rows; undefined if the database decides. */
  readonly onDelete: 'restrict' | 'cascade' | 'set null' | undefined;
}

/** An id and the type that it belongs to, in two columns of the type's own table. */
export interface PolymorphicStorage {
  readonly kind: 'polymorphic';
  readonly columns: readonly string[];
  readonly references?: undefined;
  readonly typeColumn: string;
  readonly types: readonly PolymorphicTarget[];
  /** There are several. */
  readonly target: undefined;
}

/** One of several target types. `table` is undefined if the type is not in this database. */
export interface PolymorphicTarget {
  readonly name: string;
  readonly value: string | number;
  readonly table: Table | undefined;
}

/** A relationship that is stored in a join table. */
export interface ThroughStorage extends Pick<KnownRows, 'isEnforced'> {
  readonly kind: 'through';
  readonly table: string;
  readonly from: string;
  readonly to: string;
  /** The value of the type column in rows of this relationship; undefined if the join table does not have this column. */
  readonly typed: TypeValue | undefined;
  /** Whether the type column says the type of `to`, so that no foreign key checks these ids. */
  readonly isUnchecked: boolean;
  readonly target: Table | undefined;
  /** The effect of a deletion on the rows of the join table; undefined if the database decides. */
  readonly onDelete: 'restrict' | 'cascade' | undefined;
  /** The columns of the data of each membership; undefined if there is none. */
  readonly data: ReadonlyMap<string, Column> | undefined;
}

/** The storage of a relationship with one target type outside of the type's own table. */
export type MembersStorage = ForeignKeyStorage | ThroughStorage;

/** The storage of a to-many relationship with several target types: for each type, that of its members. */
export interface MixedStorage {
  readonly kind: 'mixed';
  readonly parts: readonly MixedPart[];
  readonly target: undefined;
}

export interface MixedPart {
  readonly name: string;
  readonly storage: MembersStorage;
}

/** The storage of a relationship. */
export type RelationshipStorage = ColumnStorage | MembersStorage | MixedStorage | PolymorphicStorage;

/** Returns the storage of the members of each type of a relationship; an empty array if the type's own table stores it. */
export function memberPartsOf(storage: RelationshipStorage): readonly MembersStorage[] {
  if (storage.kind === 'mixed') return storage.parts.map((part) => part.storage);
  return storage.kind === 'through' || storage.kind === 'foreign-key' ? [storage] : [];
}

/** One type with its checked mapping. */
export interface Table {
  readonly type: ResourceType;
  readonly name: string;
  readonly key: KeyColumns;
  /** The expressions with which statements read and compare the columns of the id. */
  readonly codecs: readonly KeyCodec[];
  readonly dialect: SqlDialect;
  /** Returns a table of the database as the database schema describes it; undefined without a database schema. */
  readonly known: (name: string) => KnownTable | undefined;
  /** The columns of each constraint, from the database schema. */
  readonly constraints: ReadonlyMap<string, readonly string[]>;
  readonly constraintErrors: ReadonlyMap<string, ConstraintError>;
  /** Returns the id of a new resource: `randomId`, if the mapping says nothing; undefined if the database creates it. */
  readonly newId: (() => string) | undefined;
  readonly version: string | undefined;
  readonly columns: ReadonlyMap<string, Column>;
  readonly members: ReadonlyMap<string, Column & MemberText>;
  readonly storages: ReadonlyMap<string, RelationshipStorage>;
  /** Whether linkage to the table is read from its rows: not all are resources, or an id is written in another way. */
  readonly isLinkedByRow: boolean;
  /** The rows that are resources of this type; undefined for all rows. */
  readonly rowFilter: RowFilter | undefined;
  /** The values that a deletion writes; undefined if it deletes the row. */
  readonly softDelete: Readonly<Record<string, unknown>> | undefined;
  /** The values of new rows, and those that each update writes. */
  readonly onCreate: Readonly<Record<string, unknown>>;
  readonly onUpdate: Readonly<Record<string, unknown>>;
  /** Of any table of the database: whether statements have parameters that depend on the call, and whether expressions can vary by request. */
  readonly usesCall: boolean;
  readonly variesByRequest: boolean;
}

/** Returns the column of an attribute, or a member of one. */
export function columnOf(table: Table, attribute: string): Column {
  const column = table.columns.get(attribute) ?? table.members.get(attribute);
  if (column !== undefined) return column;
  const hint = attribute.startsWith('@') ? ' Name its column in `columns` of the mapping.' : '';
  throw new TypeError(`Type "${table.type.name}" does not have an attribute ${JSON.stringify(attribute)}.${hint}`);
}

/** Returns the value of an attribute in the rows of an alias. */
export function columnIn({ name, expression }: Column, alias: string): RawBuilder<unknown> {
  return expression === undefined ? sql.id(alias, String(name)) : sql`(${expression(alias)})`;
}

/** Returns the parameter for a value that the column can be compared with. */
export function parameterOf({ codec }: Pick<Column, 'codec'>, value: unknown): unknown {
  return codec.encode === undefined ? value : codec.encode(value);
}

/** Returns a parameter, or its slot, as a statement compares it with the column. */
export function boundTo({ codec }: Pick<Column, 'codec'>, parameter: unknown): unknown {
  return codec.bind === undefined ? parameter : codec.bind(parameter);
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
