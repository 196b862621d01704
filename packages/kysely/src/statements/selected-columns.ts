import { setOwn } from '@linkage/core/internal';
import type { Selection } from '@linkage/server';
import { type AliasedRawBuilder, sql } from 'kysely';
import { columnOf, type Table } from '../mapping/table.ts';

/** The name in a statement of the table whose rows become records. */
export const MEMBER = 'member';

/** The field of a record with its version: no attribute can have this name. */
const VERSION = '@version';

/** One selected column, and the field of the record that it becomes. */
interface SelectedColumn {
  readonly alias: string;
  readonly name: string;
  readonly field: string;
  readonly decode: (stored: unknown) => unknown;
  readonly empty: null | undefined;
}

/** A record as the sources give it: fields by name. */
export interface SourceRow {
  readonly id: string | number;
}

/** A row as Kysely gives it. */
export type Row = Readonly<Record<string, unknown>>;

const same = (value: unknown): unknown => value;

/** The columns behind a selection: the id, the attributes, and the foreign keys of to-one relationships. */
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
      throw new TypeError(`${table.type.name} has no relationship ${JSON.stringify(field)}.`);
    }
  }
  // Without a value there is no version, which the server does not let pass as one.
  if (table.version !== undefined)
    columns.push({ name: table.version, field: VERSION, decode: same, empty: undefined });
  // Numbered aliases: a field name may be longer than a database allows, or be changed by a plugin for letter case.
  return columns.map((column, index) => ({ ...column, alias: `c${index}` }));
}

/** Selects everything that a record of a type can carry. */
export function wholeSelection({ type }: Table): Selection {
  return { attributes: new Set(type.attributes.keys()), relationships: new Set(type.relationships.keys()) };
}

/** The columns as a statement selects or returns them; returned columns take no table name in front. */
export function expressionsOf(
  columns: readonly SelectedColumn[],
  table: { readonly name?: string } = {},
): AliasedRawBuilder<unknown, string>[] {
  const path = table.name === undefined ? [] : [table.name];
  return columns.map(({ alias, name }) => sql.id(...path, name).as(alias));
}

/** The version that a record brings. */
export function versionOf(record: object): number | bigint | string {
  return (record as Row)[VERSION] as number;
}

/** The record of a row. */
export function recordOf(columns: readonly SelectedColumn[], row: Row): SourceRow {
  const record: Record<string, unknown> = {};
  for (const { alias, field, decode, empty } of columns) {
    const stored = row[alias];
    setOwn(record, field, stored === null || stored === undefined ? empty : decode(stored));
  }
  return record as unknown as SourceRow;
}
