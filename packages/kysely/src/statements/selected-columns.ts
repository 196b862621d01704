import { setOwn, storedAttributes } from '@linkage/core/internal';
import type { Selection } from '@linkage/server';
import { type AliasedRawBuilder, type RawBuilder, sql } from 'kysely';
import { isLarge } from '../dialects/is-large.ts';
import { type Column, columnIn, columnOf, type RelationshipStorage, type Table } from '../mapping/table.ts';
import { relatedIdInScope } from './scope.ts';

/** The alias of the table whose rows become records. */
export const MEMBER = 'member';

/** The field of a record's version. Attributes cannot have this name. */
const VERSION = '@version';

/** One selected column, and its field in the record. */
interface SelectedColumn {
  readonly alias: string;
  readonly name: string;
  readonly field: string;
  /** The type of a text, if the statement casts the column to one. */
  readonly cast: 'text' | 'char' | undefined;
  /** The related type of a foreign key, if the row of the resource can be outside of its scope. */
  readonly target: Table | undefined;
  /** The attribute, if an expression computes it. */
  readonly computed: Column | undefined;
  readonly decode: ((stored: unknown) => unknown) | undefined;
  readonly empty: null | undefined;
}

/** A record of the sources: fields by name. */
export interface SourceRow {
  readonly id: string | number;
}

/** A row of Kysely. */
export type Row = Readonly<Record<string, unknown>>;

/** The columns behind a selection, and a record that has all of its fields. */
export interface SelectedColumns {
  readonly list: readonly SelectedColumn[];
  /** A clone has its final shape from the start, which is faster than to add one field after the other. */
  readonly template: Readonly<Record<string, unknown>>;
}

/** The type of a text, if ids of a table are read as one: some drivers make inexact numbers of integers of 64 bits. */
function idCast(table: Table | undefined): 'text' | 'char' | undefined {
  if (table === undefined || !isLarge(table.idColumn) || !table.dialect.readAsText.has('bigint')) return undefined;
  return table.dialect.textType;
}

/** Ids of a table as they are read. */
export function readId(table: Table | undefined, id: RawBuilder<unknown>): RawBuilder<unknown> {
  const cast = idCast(table);
  return cast === undefined ? id : sql`cast(${id} as ${sql.raw(cast)})`;
}

/** A column that is read as it is. */
const plain = { cast: undefined, decode: undefined, target: undefined, computed: undefined } as const;

/** Returns the selected column of a to-one relationship. */
function foreignKeyColumn({ column, target }: Extract<RelationshipStorage, { readonly kind: 'column' }>) {
  const scoped = target?.scope === undefined ? undefined : target;
  return { ...plain, name: column, cast: idCast(target), empty: null, target: scoped } as const;
}

/** Returns the columns of a selection: the id, the attributes, and the foreign keys of to-one relationships. */
export function selectedColumns(table: Table, selection: Selection): SelectedColumns {
  const columns: Omit<SelectedColumn, 'alias'>[] = [
    { ...plain, name: table.id, field: 'id', cast: idCast(table), empty: null },
  ];
  for (const field of selection.attributes) {
    const column = columnOf(table, field);
    const { name = '', decode, asText, empty, expression } = column;
    const cast = asText ? table.dialect.textType : undefined;
    columns.push({
      ...plain,
      name,
      field,
      decode,
      empty,
      cast,
      computed: expression === undefined ? undefined : column,
    });
  }
  for (const field of selection.relationships) {
    const storage = table.storages.get(field);
    if (storage?.kind === 'column') columns.push({ ...foreignKeyColumn(storage), field });
    else if (!table.type.relationships.has(field)) {
      throw new TypeError(`Type "${table.type.name}" does not have a relationship ${JSON.stringify(field)}.`);
    }
  }
  // An undefined version is not a version, and the server rejects it.
  if (table.version !== undefined) columns.push({ ...plain, name: table.version, field: VERSION, empty: undefined });
  const template: Record<string, unknown> = {};
  for (const { field } of columns) setOwn(template, field, null);
  // Use numbered aliases: a field name can be too long for a database, or be changed by a plugin for letter case.
  return { list: columns.map((column, index) => ({ ...column, alias: `c${index}` })), template };
}

/** Returns a selection of all fields of a type that records contain. */
export function allFields({ type }: Table): Selection {
  return { attributes: new Set(storedAttributes(type)), relationships: new Set(type.relationships.keys()) };
}

/** Returns the columns for selecting or returning them. Returned columns must not have a table name. */
export function expressionsOf(
  { list }: SelectedColumns,
  table: { readonly name?: string } = {},
): AliasedRawBuilder<unknown, string>[] {
  const path = table.name === undefined ? [] : [table.name];
  return list.map(({ alias, name, cast, target, computed }) => {
    const own = computed === undefined ? sql.id(...path, name) : columnIn(computed, String(table.name));
    // Linkage to a row outside of the scope does not exist.
    const column = target === undefined ? own : sql`(${relatedIdInScope(target, own)})`;
    return (cast === undefined ? column : sql`cast(${column} as ${sql.raw(cast)})`).as(alias);
  });
}

/** Returns the version of a record. */
export function versionOf(record: object): number | bigint | string {
  return (record as Row)[VERSION] as number;
}

/** Returns the records of rows. */
export function recordsOf(columns: SelectedColumns, rows: readonly Row[]): SourceRow[] {
  return rows.map((row) => recordOf(columns, row));
}

/** Returns the record of a row. */
export function recordOf({ list, template }: SelectedColumns, row: Row): SourceRow {
  const record: Record<string, unknown> = { ...template };
  for (const { alias, field, decode, empty } of list) {
    const stored = row[alias];
    record[field] = stored === null || stored === undefined ? empty : decode === undefined ? stored : decode(stored);
  }
  return record as unknown as SourceRow;
}
