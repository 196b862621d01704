import { keepNumbers, parseExactJson } from '@linkage/core/internal';
import { type RawBuilder, sql } from 'kysely';
import { base64Of, bytesOf } from '../columns/base64.ts';
import type { ColumnType } from '../columns/column-type.ts';
import { formatInstant, instantOf, truncateInstant } from '../columns/instant.ts';
import { Unreadable } from './unreadable.ts';

type Sql = RawBuilder<unknown>;

/** The expressions with which statements read and compare the values of a column without loss. */
export interface ColumnCodec {
  /** Selects the value of a column; undefined if the driver reads the column without loss. */
  readonly read: ((column: Sql) => Sql) | undefined;
  /** Selects the value as a column of an id, which `decode` does not convert; undefined if it is what `read` selects. */
  readonly readKey?: ((column: Sql) => Sql) | undefined;
  /** Converts a selected value. */
  readonly decode: ((stored: unknown) => unknown) | undefined;
  /** Whether `decode` returns strings and safe integers as they are. */
  readonly keepsPlain?: boolean;
  /** Converts a value, which the column can be compared with, to a parameter. Leaves SQL unchanged. */
  readonly encode: ((value: unknown) => unknown) | undefined;
  /** Returns the expression of a parameter. */
  readonly bind: ((parameter: unknown) => Sql) | undefined;
  /** Returns the condition that records contain the value, and not null in its place; undefined if they contain all values. */
  readonly readable?: ((column: Sql) => Sql) | undefined;
}

/** The codec of a column that the driver reads and compares without loss. */
export const plain: ColumnCodec = { read: undefined, decode: undefined, encode: undefined, bind: undefined };

/** Conditions on numbers that are booleans, on numbers, on strings that are JSON, and on strings of SQLite. Infinity and NaN minus themselves are not 0. */
export const readable: Readonly<Record<'boolean' | 'number' | 'json' | 'text', (column: Sql) => Sql>> = {
  boolean: (column) => sql`${column} in (0, 1)`,
  number: (column) => sql`${column} - ${column} = 0`,
  json: (column) => sql`json_valid(${column})`,
  text: (column) => sql`typeof(${column}) <> 'blob'`,
};

/** Casts a value to a string. */
export function castTo(type: 'text' | 'char'): (column: Sql) => Sql {
  return (column) => sql`cast(${column} as ${sql.raw(type)})`;
}

/** Parses the JSON of a column. Numbers are written as the text has them, also those that JavaScript would round. */
export function parseJson(stored: unknown): unknown {
  try {
    const value = parseExactJson(String(stored));
    keepNumbers(value, value);
    return value;
  } catch {
    throw new Unreadable('contains a string that is not JSON');
  }
}

/** Returns the codec of JSON, which is a string in statements: drivers parse it, and write arrays as arrays of the database. */
export function jsonCodec(type: 'text' | 'char'): ColumnCodec {
  return { ...plain, read: castTo(type), decode: parseJson };
}

/** Returns a function that writes the instants in values as strings in UTC, without the digits that a column does not store. */
export function instantText(
  { fraction = 6 }: ColumnType,
  write: (text: string) => string = (text) => text,
): (value: unknown) => unknown {
  return (value) => {
    const instant = instantOf(value);
    return instant === undefined ? value : write(formatInstant(truncateInstant(instant, fraction)));
  };
}

/** Selects the text of an instant that has six digits of the fraction: three digits if the others are zero, as in a `Date`. */
export function shortened(text: Sql): Sql {
  return sql`replace(${text}, '000Z', 'Z')`;
}

/** Converts bytes to a string in base64. */
function textOfBytes(stored: unknown): unknown {
  return stored instanceof Uint8Array ? base64Of(stored) : stored;
}

/** Removes the zone of a string in UTC. */
function withoutZone(stored: unknown): unknown {
  return typeof stored === 'string' ? stored.replace(/Z$/, '') : stored;
}

/** Returns an instant in the form of all instants. Leaves other values, such as infinite times. */
export function timeOf(stored: unknown): unknown {
  const instant = instantOf(stored);
  return instant === undefined ? stored : formatInstant(instant);
}

/** Returns the codec of a type whose values have a form in records, which is alike in all databases. */
export function formCodec(type: ColumnType, codec: ColumnCodec): ColumnCodec {
  switch (type.form) {
    case 'array':
      return { ...codec, decode: parseJson, encode: (value) => JSON.stringify(value), readable: readable.json };
    case 'base64':
      return {
        ...codec,
        decode: textOfBytes,
        encode: (value) => (typeof value === 'string' ? (bytesOf(value) ?? value) : value),
      };
    case 'local':
      return { ...codec, decode: (stored) => withoutZone(codec.decode === undefined ? stored : codec.decode(stored)) };
    default:
      return codec;
  }
}

/** Returns the codec of a time in a database without times: a string in one form, so that strings are compared as times. */
export function textTimeCodec(type: ColumnType): ColumnCodec {
  if (type.form === 'instant') return { ...plain, decode: timeOf, encode: instantText(type) };
  const encode = instantText(type, (text) => text.replace(/Z$/, ''));
  return { ...plain, decode: (stored) => withoutZone(timeOf(stored)), encode };
}
