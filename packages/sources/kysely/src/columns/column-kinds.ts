import { holdsElements } from './array-values.ts';
import { bytesOf } from './base64.ts';
import { type ColumnKind, type ColumnType, isLarge } from './column-type.ts';
import { decimalText, fitsDigits, isDay, isFloat, isInstant, NUMBER, UUID } from './value-forms.ts';

/** The behavior of a database with values that its types alone do not tell. */
export interface ValueRules {
  /** Whether texts can contain U+0000. */
  readonly storesNul: boolean;
  /** Whether a text keeps U+FEFF at its beginning, the byte order mark. */
  readonly keepsMark: boolean;
  /** Whether numbers and times have values with names, such as NaN and infinity. Default: they have none. */
  readonly hasNamed?: boolean;
  /** Whether the declared length of a text or an integer is not enforced, and integers can have a fraction, as in SQLite. */
  readonly isLoose: boolean;
}

/** The kinds of JSON values, without null. */
export type JsonKind = 'array' | 'boolean' | 'number' | 'object' | 'string';

/** What the sources do with the values of a kind of columns. */
export interface KindFacts {
  /** Returns the kind of the values in records. Undefined if it depends on the row or the driver. `isLoose`: see `ValueRules`. */
  readonly json: (type: ColumnType, isLoose: boolean) => JsonKind | undefined;
  /** Whether a value has the form of the kind: a database that is not loose cannot read others. Default: every value has it. */
  readonly fits?: (type: ColumnType, value: unknown, rules: ValueRules) => boolean;
  /** Whether a column of a loose database can contain a value without this form. */
  readonly fitsLoosely: (value: unknown) => boolean;
  /** The texts of values that have a name instead of digits in PostgreSQL. Default: there are none. */
  readonly named?: RegExp;
  /** Whether a column holds a value of this form exactly as it is. Default: it holds all. */
  readonly holds?: (type: ColumnType, value: unknown, rules: ValueRules) => boolean;
  /** Whether the operators of texts, such as `contains`, can find values. */
  readonly isText: boolean;
  /** Whether all values, some, or none are numbers, which can be added. Databases also add others, such as the digits of dates. */
  readonly numbers: 'all' | 'some' | 'none';
  /** Whether PostgreSQL has `min` and `max` for the values. It orders them without. */
  readonly hasExtremes: boolean;
  /** Whether each value has one text, so that a table stores an id as it is. */
  readonly isExact: boolean;
  /** Whether drivers read the values as texts, so that an id needs no conversion. */
  readonly isReadAsText: boolean;
}

const never = (): boolean => false;
const always = (): boolean => true;

const NOT_FINITE = /^(?:NaN|-?Infinity)$/;
const INFINITE_TIME = /^-?infinity$/;

const INTEGER = /^-?\d{1,400}$/;

/** An integer as a number, a bigint or text; undefined if the value is not one, or is not exact. */
export function integerOf(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined;
  return typeof value === 'string' && INTEGER.test(value) ? BigInt(value) : undefined;
}

const INT64 = [-(2n ** 63n), 2n ** 63n - 1n] as const;

/** Returns the least and the greatest integer of a column. */
export function rangeOf({ range }: ColumnType, { isLoose }: ValueRules): readonly [bigint, bigint] | undefined {
  return isLoose ? INT64 : range;
}

/** Values of which the sources know nothing but that the database has a text for them. */
const other: KindFacts = {
  json: () => undefined,
  fitsLoosely: never,
  ...{ isText: true, numbers: 'some', hasExtremes: true, isExact: false, isReadAsText: false },
};
const structure: KindFacts = { ...other, json: () => 'string', numbers: 'none' };
const text: KindFacts = {
  ...{ ...other, json: () => 'string', isExact: true, isReadAsText: true },
  holds({ maxLength = Number.POSITIVE_INFINITY, maxBytes }, value, { isLoose }) {
    if (isLoose || typeof value !== 'string') return true;
    // A character is one unit of UTF-16 or two.
    if (value.length > maxLength && [...value].length > maxLength) return false;
    return maxBytes === undefined || new TextEncoder().encode(value).length <= maxBytes;
  },
};
const number: KindFacts = { ...other, isText: false, numbers: 'all' };
// SQLite has no types for dates, and programs store times as numbers, too.
const time: KindFacts = {
  ...{ ...other, isText: false, numbers: 'none', named: INFINITE_TIME, fitsLoosely: always },
  json: (_, isLoose) => (isLoose ? undefined : 'string'),
};

function isOtherNumber(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value) && !Number.isInteger(value);
  return integerOf(value) === undefined && decimalText(value) !== undefined;
}

const keepsText: KindFacts['holds'] = ({ makesNumbers }, value) =>
  makesNumbers !== true || typeof value !== 'string' || !NUMBER.test(value);

/** The facts of each kind of columns. A kind without them does not compile. */
export const columnKinds: Readonly<Record<ColumnKind, KindFacts>> = {
  text,
  integer: {
    ...{ ...number, isExact: true, fitsLoosely: isOtherNumber },
    json: (type) => (isLarge(type) ? 'string' : 'number'),
    fits(type, value, rules) {
      const integer = integerOf(value);
      const range = rangeOf(type, rules);
      return integer !== undefined && (range === undefined || (integer >= range[0] && integer <= range[1]));
    },
  },
  // Drivers can be told to read decimal numbers as numbers.
  numeric: {
    ...{ ...number, named: NOT_FINITE },
    fits: (_, value) => decimalText(value) !== undefined || (typeof value === 'number' && Number.isFinite(value)),
    holds({ digits }, value) {
      const decimal = decimalText(value);
      return decimal !== undefined && (digits === undefined || fitsDigits(decimal, digits));
    },
  },
  float: {
    ...{ ...number, json: () => 'number', named: NOT_FINITE },
    fits: (type, value, { isLoose }) => isFloat(type, value, isLoose),
  },
  boolean: { ...other, json: () => 'boolean', isText: false, numbers: 'none', hasExtremes: false },
  uuid: {
    ...{ ...other, json: text.json, isExact: true, isReadAsText: true },
    ...{ numbers: 'none', hasExtremes: false, fitsLoosely: always },
    fits: (_, value) => typeof value === 'string' && UUID.test(value.toLowerCase()),
  },
  date: {
    ...{ ...time, isExact: true },
    fits: (_, value) => value instanceof Date || (typeof value === 'string' && isDay(value)),
  },
  timestamp: { ...time, fits: (_, value) => isInstant(value) },
  json: {
    ...{ ...other, isText: false, numbers: 'none', hasExtremes: false },
    // JSON has an escape for U+0000, which databases read.
    holds: (_, value, { storesNul }) => storesNul || !/(?<!\\)(?:\\\\)*\\u0000/.test(String(value)),
  },
  binary: {
    ...{ ...other, numbers: 'none', hasExtremes: false },
    fits: ({ form }, value) => form !== 'base64' || typeof value !== 'string' || bytesOf(value) !== undefined,
  },
  array: {
    ...{ ...structure, json: () => 'array' },
    fits: (_, value) => Array.isArray(value),
    holds: (type, value, rules) =>
      holdsElements(type, value as readonly unknown[], (of, it) => canStore(of, it, rules)),
  },
  structure: { ...structure, holds: keepsText },
  other: { ...other, holds: keepsText },
};

/** Whether a text has a character that does not survive. */
function isLossy(type: ColumnType | undefined, value: unknown, { storesNul, keepsMark }: ValueRules): boolean {
  if (typeof value !== 'string') return false;
  if (type?.characters?.test(value) === false) return true;
  return (!storesNul && value.includes('\u0000')) || (!keepsMark && value.startsWith('\ufeff'));
}

/** Whether a value has a name instead of digits, such as NaN. Rows can contain it, but no request stores it. */
export function isNamedValue(type: ColumnType, value: unknown): boolean {
  return typeof value === 'string' && columnKinds[type.kind].named?.test(value) === true;
}

/** Whether a column can be compared with a value, which need not fit into the column. */
export function canCompare(type: ColumnType | undefined, value: unknown, rules: ValueRules): boolean {
  if (isLossy(type, value, rules)) return false;
  if (type === undefined) return true;
  const { fits, fitsLoosely } = columnKinds[type.kind];
  if (fits === undefined || fits(type, value, rules)) return true;
  if (rules.hasNamed === true && isNamedValue(type, value)) return true;
  return rules.isLoose && fitsLoosely(value);
}

/** Whether a column holds a value exactly as it is. */
export function canStore(type: ColumnType | undefined, value: unknown, rules: ValueRules): boolean {
  if (isLossy(type, value, rules)) return false;
  if (type === undefined) return true;
  const { fits, fitsLoosely, holds } = columnKinds[type.kind];
  // SQLite programs store times as numbers, too. A text of another form is rejected, although SQLite would store it.
  if (fits !== undefined && !fits(type, value, rules))
    return rules.isLoose && typeof value !== 'string' && fitsLoosely(value);
  return holds === undefined || holds(type, value, rules);
}
