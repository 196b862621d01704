import type { WrittenInput } from '@linkage/kysely';
import type { NamedColumn } from '@linkage/kysely/internal';
import type { SourceCall } from '@linkage/server';
import { type Column, getTableColumns, type Table } from 'drizzle-orm';
import type { Names } from '../schema/names.ts';

type OfCall = (call: SourceCall, input: WrittenInput) => unknown;

/** Values by property of a table: as Drizzle has them, or functions that return them for a call. */
export type ValuesByProperty = Readonly<Record<string, unknown>>;

/** Returns a value as the driver of a database stores it. */
export function storedValue(column: Column, value: unknown): unknown {
  return value === null || value === undefined ? value : column.mapToDriverValue(value);
}

/** Returns the columns of a table by property. */
export function storedColumns(table: Table, names: Names): ReadonlyMap<string, Required<NamedColumn>> {
  const columns = Object.entries(getTableColumns(table));
  return new Map(
    columns.map(([property, it]) => [
      property,
      { column: names.column(it), stored: (value: unknown) => storedValue(it, value) },
    ]),
  );
}

/**
 * Returns values by column, as the driver stores them.
 *
 * @throws {TypeError} If the table does not have a property.
 */
export function storedValues(where: string, table: Table, given: ValuesByProperty, names: Names): ValuesByProperty {
  const columns = storedColumns(table, names);
  const entries = Object.entries(given).map(([property, value]) => {
    const named = columns.get(property);
    if (named === undefined)
      throw new TypeError(
        `${where}: the table has no property ${JSON.stringify(property)}: ${[...columns.keys()].join(', ')}.`,
      );
    const { column, stored } = named;
    const own =
      typeof value === 'function'
        ? (call: SourceCall, input: WrittenInput) => stored((value as OfCall)(call, input))
        : stored(value);
    return [column, own] as const;
  });
  return Object.fromEntries(entries);
}
