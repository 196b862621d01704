import { type Expression, sql } from 'kysely';
import type { ColumnType } from '../columns/column-type.ts';

/** Writes the value of a key into a position, and reads it from there, without loss. */
export interface KeyValues {
  /** Selects the value as JSON has it: NULL, a number, or a string. */
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
export const sqliteKeyValues: KeyValues = {
  write: (key) => sql`case typeof(${key}) when 'integer' then 'i' || ${key} when 'text' then 't' || ${key}
    when 'blob' then 'b' || hex(${key}) else ${key} end`,
  read(written) {
    if (typeof written !== 'string') return written;
    return /^(?:t|i-?\d+$|b(?:[0-9A-F]{2})*$)/.test(written) ? readTagged(written) : undefined;
  },
  comparesRows: true,
};

/** PostgreSQL: the text of a value. A statement compares it as a value of the column's type, so microseconds and decimals stay. */
export const textKeyValues: KeyValues = {
  write: (key) => sql`cast(${key} as text)`,
  read: (written) => (typeof written === 'number' ? undefined : written),
  comparesRows: true,
};

/** MySQL and MariaDB: the text of a value. An index does not answer comparisons of rows. */
export const mysqlKeyValues: KeyValues = {
  ...textKeyValues,
  // The text of a `float` has 6 digits. As a `double`, it is exact.
  write: (key, type) => (type?.kind === 'float' ? sql`cast(${key} + 0e0 as char)` : sql`cast(${key} as char)`),
  bind: (value, type) => {
    // A comparison with a string could compare the numbers as `double`, which does not hold all digits.
    if (type?.kind !== 'numeric') return value;
    const [all, fraction] = type.digits ?? [65, 30];
    return sql`cast(${value} as decimal(${sql.raw(`${all}, ${fraction}`)}))`;
  },
  comparesRows: false,
};
