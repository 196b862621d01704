import type { ColumnMapping } from './mapping.ts';

/** A value kept as JSON, in a column of texts or in one of the type that the database has for JSON. The compiler
 * does not check the name of the column. */
export function jsonColumn<Value>(column?: string): ColumnMapping<Value, never> {
  return Object.freeze({
    type: 'json',
    ...(column === undefined ? {} : { column: column as never }),
    decode: (stored: unknown) => JSON.parse(String(stored)) as Value,
    encode: (value: Value) => JSON.stringify(value),
  });
}

/** A boolean, kept as 1 or 0 where the database does not have a type for it. The compiler does not check the
 * name of the column. */
export function booleanColumn(column?: string): ColumnMapping<boolean, never> {
  return Object.freeze({
    type: 'boolean',
    ...(column === undefined ? {} : { column: column as never }),
    decode: (stored: unknown) => stored !== 0 && stored !== 0n && stored !== false,
    encode: (value: boolean) => (value ? 1 : 0),
  });
}
