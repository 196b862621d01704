import { errorObject, JsonApiError } from '@linkage/core';
import { type AliasedRawBuilder, type Expression, sql } from 'kysely';
import type { ColumnType } from '../columns/column-type.ts';
import type { SqlDialect } from '../dialects/dialect.ts';
import { keyOf, partsOf } from '../mapping/key.ts';
import type { Table } from '../mapping/table.ts';
import type { Row } from './selected-columns.ts';

/** Writes the value of a key into a position, and reads it from there, without loss. One for each kind of database. */
export interface KeyValues {
  /** Selects the value as JSON has it: NULL, a number, or a text. */
  readonly write: (key: Expression<unknown>, type: ColumnType | undefined) => Expression<unknown>;
  /** Returns the value that the statement compares with the key; undefined if the value was not written for this database. */
  readonly read: (written: null | number | string) => unknown;
  /** Returns the expression of a value that `read` returned. Default: a parameter. */
  readonly bind?: (value: unknown, type: ColumnType | undefined) => unknown;
  /** Whether an index answers a comparison of rows, such as `(a, id) > (1, 2)`. */
  readonly comparesRows: boolean;
}

function readTagged(written: string): unknown {
  const value = written.slice(1);
  if (written.startsWith('t')) return value;
  if (written.startsWith('i')) {
    const whole = BigInt(value);
    return BigInt(Number(whole)) === whole ? Number(whole) : whole;
  }
  return Uint8Array.from(value.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}

/** SQLite: a column can hold values of several types, so the text begins with the type. A driver can lose large integers. */
const sqlite: KeyValues = {
  write: (key) => sql`case typeof(${key}) when 'integer' then 'i' || ${key} when 'text' then 't' || ${key}
    when 'blob' then 'b' || hex(${key}) else ${key} end`,
  read(written) {
    if (typeof written !== 'string') return written;
    return /^(?:t|i-?\d+$|b(?:[0-9A-F]{2})*$)/.test(written) ? readTagged(written) : undefined;
  },
  comparesRows: true,
};

/** PostgreSQL: the text of a value. A statement compares it as a value of the column's type, so microseconds and decimals stay. */
const text: KeyValues = {
  write: (key) => sql`cast(${key} as text)`,
  read: (written) => (typeof written === 'number' ? undefined : written),
  comparesRows: true,
};

/** MySQL and MariaDB: the text of a value. An index does not answer comparisons of rows. */
const mysql: KeyValues = {
  ...text,
  // The text of a `float` has 6 digits. As a `double`, it is exact.
  write: (key, type) => (type?.kind === 'float' ? sql`cast(${key} + 0e0 as char)` : sql`cast(${key} as char)`),
  bind: (value, type) => {
    // A comparison with a text could compare the numbers as `double`, which does not hold all digits.
    if (type?.kind !== 'numeric') return value;
    const [all, fraction] = type.digits ?? [65, 30];
    return sql`cast(${value} as decimal(${sql.raw(`${all}, ${fraction}`)}))`;
  },
  comparesRows: false,
};

const keyValues: Readonly<Record<SqlDialect['name'], KeyValues>> = { sqlite, postgres: text, mysql };

/** Returns how the database of a table writes and reads the values of keys. */
export function keyValuesOf({ dialect }: Pick<Table, 'dialect'>): KeyValues {
  return keyValues[dialect.name];
}

/** A position: the values of the keys as `KeyValues` writes them, and last the id as text. */
export type Position = readonly (null | number | string)[];

const alias = (index: number): string => `p${index}`;

/** Selects the values of the keys before those of the id, which is always selected. */
export function positionColumns(
  table: Pick<Table, 'dialect' | 'key'>,
  keys: readonly { readonly expression: Expression<unknown>; readonly type: ColumnType | undefined }[],
): AliasedRawBuilder<unknown, string>[] {
  const { write } = keyValuesOf(table);
  return keys
    .slice(0, -table.key.length)
    .map(({ expression, type }, index) => sql`${write(expression, type)}`.as(alias(index)));
}

/** Returns the position of a row that has the columns of `positionColumns`. */
export function positionOf({ key }: Pick<Table, 'key'>, row: Row, id: unknown, keyCount: number): Position {
  const values = Array.from(
    { length: keyCount - key.length },
    (_, index) => row[alias(index)] as null | number | string,
  );
  return [...values, String(id)];
}

/** Creates the error for a position that does not belong to the order of a page. */
export function positionError(name: 'after' | 'before', cause?: unknown): JsonApiError {
  const detail = `page[${name}] must be a position in this order.`;
  return new JsonApiError(errorObject('PAGE_INVALID', detail, { source: { parameter: `page[${name}]` } }), { cause });
}

/**
 * Reads a position: the values of the keys as a statement compares them.
 *
 * @throws {JsonApiError} 400 if the position does not belong to this order.
 */
export function readPosition(
  { read }: KeyValues,
  table: Table,
  position: unknown,
  keyCount: number,
  name: 'after' | 'before',
): readonly unknown[] {
  const given: readonly unknown[] = Array.isArray(position) ? position : [];
  const id = given.at(-1);
  const values = given
    .slice(0, -1)
    .map((it) => (it === null || typeof it === 'number' || typeof it === 'string' ? read(it) : undefined));
  const key = typeof id === 'string' ? keyOf(table, id) : undefined;
  const isComplete = given.length === keyCount - table.key.length + 1;
  if (isComplete && key !== undefined && !values.includes(undefined)) return [...values, ...partsOf(key)];
  // The order can have changed: if a caller can no longer read a related type, the server does not sort by it.
  throw positionError(name);
}
