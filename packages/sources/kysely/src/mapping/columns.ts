import type { ColumnForm } from '../columns/column-type.ts';
import { parseJson } from '../dialects/column-codec.ts';
import { readBoolean } from '../dialects/unreadable.ts';
import type { ColumnMapping } from './column-mapping.ts';

/**
 * Stores a value as JSON, in a text column or in a column of the database's JSON type. The compiler does not check the
 * name of the column.
 */
export function jsonColumn<Value>(column?: string): ColumnMapping<Value, never> {
  return Object.freeze({
    type: 'json',
    ...(column === undefined ? {} : { column: column as never }),
    decode: (stored: unknown) => parseJson(stored) as Value,
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
    decode: readBoolean,
    encode: (value: boolean) => (value ? 1 : 0),
  });
}

function formColumn<Value>(form: ColumnForm, column: string | undefined): ColumnMapping<Value, never> {
  return Object.freeze({ form, ...(column === undefined ? {} : { column: column as never }) });
}

/**
 * Reads an instant as a string in UTC, for example `2026-02-28T10:00:00.123456Z`, and writes a string with any time zone. SQLite stores
 * the text; in other databases, a column without a time zone contains UTC. Without a database schema, the type of the column must be
 * `timestamptz` in PostgreSQL, and `datetime` in MySQL and MariaDB: for another one, add `type`. The compiler does not check the
 * name of the column.
 *
 * @example
 * attributes: { createdAt: instantColumn('created_at'), paidAt: { ...instantColumn('paid_at'), type: 'timestamp' } }
 */
export function instantColumn(column?: string): ColumnMapping<string, never> {
  return formColumn('instant', column);
}

/**
 * Reads a date with a time and without a time zone, for example `2026-02-28T10:00:00.000`, whatever the time zones of the process and of the
 * session are. A value with a time zone is converted to UTC. Declare the attribute with `z.iso.datetime({ local: true })`. The
 * compiler does not check the name of the column.
 *
 * @example
 * attributes: { opensAt: localDateTimeColumn('opens_at') }
 */
export function localDateTimeColumn(column?: string): ColumnMapping<string, never> {
  return formColumn('local', column);
}

/**
 * Reads bytes as a string in base64, with `+`, `/`, and `=`. Another string is rejected with 422. The compiler does not check the name of
 * the column.
 *
 * @example
 * attributes: { picture: base64Column() }
 */
export function base64Column(column?: string): ColumnMapping<string, never> {
  return formColumn('base64', column);
}

/**
 * Stores an array: in an array of PostgreSQL, or as JSON in a database without arrays. In PostgreSQL without a database schema, the elements are
 * strings: for others, add `type`. The compiler does not check the name of the column.
 *
 * @example
 * attributes: { labels: arrayColumn<string[]>(), sizes: { ...arrayColumn<number[]>(), type: 'integer[]' } }
 */
export function arrayColumn<Value extends readonly unknown[]>(column?: string): ColumnMapping<Value, never> {
  return formColumn('array', column);
}
