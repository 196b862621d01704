import type { MessagePart } from '@linkage/core';
import { expectedMessages, messagePart, type ValuesOf } from '@linkage/core/internal';
import type { ColumnType } from './column-type.ts';

/** The behavior of a database with values that its types alone do not tell. */
export interface ValueRules {
  /** Whether strings can contain U+0000. */
  readonly storesNul: boolean;
  /** Whether a string keeps U+FEFF at its beginning, the byte order mark. */
  readonly keepsMark: boolean;
  /** Whether numbers and times have values with names, such as NaN and infinity. Default: they have none. */
  readonly hasNamed?: boolean;
  /** Whether the declared length of a string or an integer is not enforced, and integers can have a fraction, as in SQLite. */
  readonly isLoose: boolean;
}

/** The kinds of JSON values, without null. */
export type JsonKind = 'array' | 'boolean' | 'number' | 'object' | 'string';

/** The handling of the values of a kind of columns. */
export interface KindFacts {
  /** Returns the kind of the values in records. Undefined if it depends on the row or the driver. `isLoose`: see `ValueRules`. */
  readonly json: (type: ColumnType, isLoose: boolean) => JsonKind | undefined;
  /** Whether a value has the form of the kind: a database that is not loose cannot read others. Default: every value has it. */
  readonly fits?: (type: ColumnType, value: unknown, rules: ValueRules) => boolean;
  /** Whether a column of a loose database can contain a value without this form. */
  readonly fitsLoosely: (value: unknown) => boolean;
  /** The strings of values that have a name instead of digits in PostgreSQL. Default: there are none. */
  readonly named?: RegExp;
  /** Whether a column holds a value of this form exactly as it is. Default: it holds all. */
  readonly holds?: (type: ColumnType, value: unknown, rules: ValueRules) => boolean;
  /** Whether the operators of strings, such as `contains`, can find values. */
  readonly isText: boolean;
  /** Whether all values, some, or none are numbers, which can be added. Databases also add others, such as the digits of dates. */
  readonly numbers: 'all' | 'some' | 'none';
  /** Whether PostgreSQL has `min` and `max` for the values. It orders them without. */
  readonly hasExtremes: boolean;
  /** Whether each value has one string, so that a table stores an id as it is. */
  readonly isExact: boolean;
  /** Whether drivers read the values as strings, so that an id needs no conversion. */
  readonly isReadAsText: boolean;
  /** Returns what a value must be that a column rejected, as the end of a sentence. */
  readonly expected: (type: ColumnType, value: unknown) => MessagePart;
}

/** Returns a string about a value that a column expects. */
export function expected<const Name extends keyof typeof expectedMessages.expected>(
  name: Name,
  values: ValuesOf<`expected.${Name}`>,
): MessagePart {
  return messagePart(expectedMessages, `expected.${name}`, values);
}
