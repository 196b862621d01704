import type { ColumnMapping } from './mapping.ts';

/**
 * Stores a value as JSON, in a text column or in a column of the database's JSON type. The compiler does not check the
 * name of the column.
 */
export function jsonColumn<Value>(column?: string): ColumnMapping<Value, never> {
  return Object.freeze({
    type: 'json',
    ...(column === undefined ? {} : { column: column as never }),
    decode: (stored: unknown) => JSON.parse(String(stored)) as Value,
    encode: (value: Value) => JSON.stringify(value),
  });
}

/**
 * Stores a boolean, as 1 or 0 if the database does not have a boolean type. The compiler does not check the name of the
 * column.
 */
export function booleanColumn(column?: string): ColumnMapping<boolean, never> {
  return Object.freeze({
    type: 'boolean',
    ...(column === undefined ? {} : { column: column as never }),
    decode: (stored: unknown) => stored !== 0 && stored !== 0n && stored !== false,
    encode: (value: boolean) => (value ? 1 : 0),
  });
}
