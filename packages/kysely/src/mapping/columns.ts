import type { ColumnMapping } from './mapping.ts';

/** Stores a value as JSON text, for databases without a JSON type. */
export function jsonColumn<Value>(column?: string): ColumnMapping<Value> {
  return Object.freeze({
    ...(column === undefined ? {} : { column }),
    decode: (stored: unknown) => JSON.parse(String(stored)) as Value,
    encode: (value: Value) => JSON.stringify(value),
  });
}

/** Stores a boolean as 1 or 0, for databases without a boolean type. */
export function booleanColumn(column?: string): ColumnMapping<boolean> {
  return Object.freeze({
    ...(column === undefined ? {} : { column }),
    decode: (stored: unknown) => stored !== 0 && stored !== 0n && stored !== false,
    encode: (value: boolean) => (value ? 1 : 0),
  });
}
