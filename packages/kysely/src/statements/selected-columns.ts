import { setOwn } from '@linkage/core/internal';
import type { Selection } from '@linkage/server';
import { type AliasedRawBuilder, sql } from 'kysely';
import { columnOf, type Table } from '../mapping/table.ts';

/** The alias of the table whose rows become records. */
export const MEMBER = 'member';

/** The field of a record's version. Attributes cannot have this name. */
const VERSION = '@version';

/** One selected column, and its field in the record. */
interface SelectedColumn {
  readonly alias: string;
  readonly name: string;
  readonly field: string;
  readonly decode: (stored: unknown) => unknown;
  readonly empty: null | undefined;
}

/** A record of the sources: fields by name. */
export interface SourceRow {
  readonly id: string | number;
}

/** A row of Kysely. */
export type Row = Readonly<Record<string, unknown>>;

const same = (value: unknown): unknown => value;

/** Returns the columns of a selection: the id, the attributes, and the foreign keys of to-one relationships. */
export function selectedColumns(table: Table, selection: Selection): readonly SelectedColumn[] {
  const columns: Omit<SelectedColumn, 'alias'>[] = [{ name: table.id, field: 'id', decode: same, empty: null }];
  for (const field of selection.attributes) {
    const { name, decode, empty } = columnOf(table, field);
    columns.push({ name, field, decode, empty });
  }
  for (const field of selection.relationships) {
    const edge = table.edges.get(field);
    if (edge?.kind === 'column') columns.push({ name: edge.column, field, decode: same, empty: null });
    else if (!table.type.relationships.has(field)) {
      throw new TypeError(`Type "${table.type.name}" does not have a relationship ${JSON.stringify(field)}.`);
    }
  }
  // An undefined version is not a version, and the server rejects it.
  if (table.version !== undefined)
    columns.push({ name: table.version, field: VERSION, decode: same, empty: undefined });
  // Use numbered aliases: a field name can be too long for a database, or be changed by a plugin for letter case.
  return columns.map((column, index) => ({ ...column, alias: `c${index}` }));
}

/** Returns a selection of all fields of a type. */
export function wholeSelection({ type }: Table): Selection {
  return { attributes: new Set(type.attributes.keys()), relationships: new Set(type.relationships.keys()) };
}

/** Returns the columns for selecting or returning them. Returned columns must not have a table name. */
export function expressionsOf(
  columns: readonly SelectedColumn[],
  table: { readonly name?: string } = {},
): AliasedRawBuilder<unknown, string>[] {
  const path = table.name === undefined ? [] : [table.name];
  return columns.map(({ alias, name }) => sql.id(...path, name).as(alias));
}

/** Returns the version of a record. */
export function versionOf(record: object): number | bigint | string {
  return (record as Row)[VERSION] as number;
}

/** Returns the record of a row. */
export function recordOf(columns: readonly SelectedColumn[], row: Row): SourceRow {
  const record: Record<string, unknown> = {};
  for (const { alias, field, decode, empty } of columns) {
    const stored = row[alias];
    setOwn(record, field, stored === null || stored === undefined ? empty : decode(stored));
  }
  return record as unknown as SourceRow;
}
