import type { WrittenInput } from '@linkage/kysely';
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

/**
 * Returns values by column, as the driver stores them.
 *
 * @throws {TypeError} If the table does not have a property.
 */
export function storedValues(where: string, table: Table, given: ValuesByProperty, names: Names): ValuesByProperty {
  const columns = getTableColumns(table);
  const entries = Object.entries(given).map(([property, value]) => {
    const column = Object.hasOwn(columns, property) ? columns[property] : undefined;
    if (column === undefined)
      throw new TypeError(
        `${where}: the table has no property ${JSON.stringify(property)}: ${Object.keys(columns).join(', ')}.`,
      );
    const stored =
      typeof value === 'function'
        ? (call: SourceCall, input: WrittenInput) => storedValue(column, (value as OfCall)(call, input))
        : storedValue(column, value);
    return [names.column(column), stored] as const;
  });
  return Object.fromEntries(entries);
}
