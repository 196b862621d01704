import { holdsElements } from './array-values.ts';
import { bytesOf } from './base64.ts';
import { type ColumnKind, type ColumnType, isLarge } from './column-type.ts';
import { expected, type KindFacts, type ValueRules } from './kind-facts.ts';
import { decimalText, fitsDigits, integerOf, isDay, isFloat, isInstant, NUMBER, rangeOf, UUID } from './value-forms.ts';

const never = (): boolean => false;
const always = (): boolean => true;

const NOT_FINITE = /^(?:NaN|-?Infinity)$/;
const INFINITE_TIME = /^-?infinity$/;

/** Values of which the sources know nothing but that the database has a string for them. */
const other: KindFacts = {
  json: () => undefined,
  fitsLoosely: never,
  ...{ isText: true, numbers: 'some', hasExtremes: true, isExact: false, isReadAsText: false },
  expected: () => expected('storable', {}),
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
  expected: ({ maxLength, maxBytes }) =>
    maxLength === undefined
      ? expected('textOfBytes', { limit: String(maxBytes) })
      : expected('text', { limit: maxLength }),
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
    expected: ({ range }) =>
      range === undefined
        ? expected('integer', {})
        : expected('integerInRange', { least: String(range[0]), greatest: String(range[1]) }),
  },
  // Drivers can be told to read decimal numbers as numbers.
  numeric: {
    ...{ ...number, named: NOT_FINITE },
    fits: (_, value) => decimalText(value) !== undefined || (typeof value === 'number' && Number.isFinite(value)),
    holds({ digits }, value) {
      const decimal = decimalText(value);
      return decimal !== undefined && (digits === undefined || fitsDigits(decimal, digits));
    },
    expected: ({ digits }) =>
      digits === undefined
        ? expected('decimal', {})
        : expected('decimalOfDigits', { digits: digits[0] - digits[1], fraction: digits[1] }),
  },
  float: {
    ...{ ...number, json: () => 'number', named: NOT_FINITE },
    fits: (type, value, { isLoose }) => isFloat(type, value, isLoose),
    expected: () => expected('number', {}),
  },
  boolean: { ...other, json: () => 'boolean', isText: false, numbers: 'none', hasExtremes: false },
  uuid: {
    ...{ ...other, json: text.json, isExact: true, isReadAsText: true },
    ...{ numbers: 'none', hasExtremes: false, fitsLoosely: always },
    fits: (_, value) => typeof value === 'string' && UUID.test(value.toLowerCase()),
    expected: () => expected('uuid', {}),
  },
  date: {
    ...{ ...time, isExact: true },
    fits: (_, value) => value instanceof Date || (typeof value === 'string' && isDay(value)),
    expected: () => expected('date', {}),
  },
  timestamp: { ...time, fits: (_, value) => isInstant(value), expected: () => expected('timestamp', {}) },
  json: {
    ...{ ...other, isText: false, numbers: 'none', hasExtremes: false },
    // JSON has an escape for U+0000, which databases read.
    holds: (_, value, { storesNul }) => storesNul || !/(?<!\\)(?:\\\\)*\\u0000/.test(String(value)),
  },
  binary: {
    ...{ ...other, numbers: 'none', hasExtremes: false },
    fits: ({ form }, value) => form !== 'base64' || typeof value !== 'string' || bytesOf(value) !== undefined,
    // A shorter value of one length would have more bytes than were written.
    holds({ form, bytes, maxBytes = Number.POSITIVE_INFINITY }, value, { isLoose }) {
      const length = form !== 'base64' || isLoose ? undefined : bytesOf(String(value))?.length;
      return length === undefined || (bytes === undefined ? length <= maxBytes : length === bytes);
    },
    expected({ form, bytes, maxBytes }, value) {
      if (form !== 'base64') return bytes === 16 ? expected('uuid', {}) : expected('storable', {});
      if (typeof value !== 'string' || bytesOf(value) === undefined) return expected('bytes', {});
      return bytes === undefined
        ? expected('bytesUpTo', { limit: Number(maxBytes) })
        : expected('bytesOfLength', { count: bytes });
    },
  },
  array: {
    ...{ ...structure, json: () => 'array' },
    fits: (_, value) => Array.isArray(value),
    holds: (type, value, rules) =>
      holdsElements(type, value as readonly unknown[], (of, it) => canStore(of, it, rules)),
    expected: ({ of }, value) =>
      Array.isArray(value) && of !== undefined && of.kind !== 'other'
        ? expected('arrayOf', { expected: columnKinds[of.kind].expected(of, undefined) })
        : expected('array', {}),
  },
  structure: { ...structure, holds: keepsText },
  // Such as ranges and bits, which have an order but no `min`.
  other: { ...other, hasExtremes: false, holds: keepsText },
};

/** Whether a string has a character that does not survive. */
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
  // SQLite programs store times as numbers, too. A string of another form is rejected, although SQLite would store it.
  if (fits !== undefined && !fits(type, value, rules))
    return rules.isLoose && typeof value !== 'string' && fitsLoosely(value);
  return holds === undefined || holds(type, value, rules);
}
