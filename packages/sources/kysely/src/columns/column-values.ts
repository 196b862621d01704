import { bytesOf } from './base64.ts';
import type { ColumnType } from './column-type.ts';
import { instantOf } from './instant.ts';
import { isNamedValue } from './named-values.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const INTEGER = /^-?\d{1,400}$/;
const DECIMAL = /^-?(\d{1,400})(?:\.(\d{1,400}))?$/;
const DAY = /^(\d{4})-(\d\d)-(\d\d)$/;

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

function isDay(text: string): boolean {
  const [, year = '', month = '', day = ''] = DAY.exec(text) ?? [];
  const date = new Date(`${text}T00:00:00Z`);
  if (Number(year) < 1 || Number.isNaN(date.getTime())) return false;
  // The constructor turns 30 February into 2 March.
  return date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day);
}

function isInstant(value: unknown): boolean {
  return instantOf(value) !== undefined && (typeof value !== 'string' || isDay(value.slice(0, 10)));
}

/** An integer as a number, a bigint or text; undefined if the value is not one, or is not exact. */
export function integerOf(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined;
  return typeof value === 'string' && INTEGER.test(value) ? BigInt(value) : undefined;
}

const INT64 = [-(2n ** 63n), 2n ** 63n - 1n] as const;

function rangeOf({ range }: ColumnType, { isLoose }: ValueRules): readonly [bigint, bigint] | undefined {
  return isLoose ? INT64 : range;
}

function isInRange(range: readonly [bigint, bigint] | undefined, value: bigint): boolean {
  return range === undefined || (value >= range[0] && value <= range[1]);
}

function decimalText(value: unknown): string | undefined {
  if (typeof value === 'bigint') return String(value);
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && DECIMAL.test(text) ? text : undefined;
}

function fitsDigits(text: string, [all, fraction]: readonly [number, number]): boolean {
  const [, whole = '', rest = ''] = DECIMAL.exec(text) ?? [];
  return whole.replace(/^0+/, '').length <= all - fraction && rest.replace(/(?<!0)0+$/, '').length <= fraction;
}

/** Whether a decimal number has no more digits than a column. True for columns of other kinds. */
export function isDecimalOf({ kind, digits }: ColumnType, value: unknown): boolean {
  const text = kind === 'numeric' && digits !== undefined ? decimalText(value) : undefined;
  return text === undefined || digits === undefined || fitsDigits(text, digits);
}

/** Whether a text has a character that does not survive. */
function isLossy(value: unknown, { storesNul, keepsMark }: ValueRules): boolean {
  if (typeof value !== 'string') return false;
  return (!storesNul && value.includes('\u0000')) || (!keepsMark && value.startsWith('\ufeff'));
}

function fitsText({ maxLength = Number.POSITIVE_INFINITY, maxBytes }: ColumnType, value: unknown): boolean {
  if (typeof value !== 'string') return true;
  // A character is one unit of UTF-16 or two.
  if (value.length > maxLength && [...value].length > maxLength) return false;
  return maxBytes === undefined || new TextEncoder().encode(value).length <= maxBytes;
}

function isFloat({ greatest = Number.MAX_VALUE }: ColumnType, value: unknown, { isLoose }: ValueRules): boolean {
  // A floating-point number of SQLite has 8 bytes, whatever its type is called.
  const number = value === '' ? Number.NaN : Number(value);
  return Math.abs(number) <= (isLoose ? Number.MAX_VALUE : greatest);
}

/** Whether a value has the form of a kind: a database that is not loose cannot read others. */
function isOfKind(type: ColumnType, value: unknown, rules: ValueRules): boolean {
  switch (type.kind) {
    case 'integer': {
      const integer = integerOf(value);
      return integer !== undefined && isInRange(rangeOf(type, rules), integer);
    }
    case 'numeric':
      return decimalText(value) !== undefined || (typeof value === 'number' && Number.isFinite(value));
    case 'float':
      return isFloat(type, value, rules);
    case 'uuid':
      return typeof value === 'string' && UUID.test(value.toLowerCase());
    case 'date':
      return value instanceof Date || (typeof value === 'string' && isDay(value));
    case 'timestamp':
      return isInstant(value);
    case 'array':
      return Array.isArray(value);
    case 'binary':
      return type.form !== 'base64' || typeof value !== 'string' || bytesOf(value) !== undefined;
    default:
      return true;
  }
}

/** Whether a column of a loose database can contain a value that does not have the form of its kind. */
function isLooseValue({ kind }: ColumnType, value: unknown): boolean {
  if (kind === 'integer') {
    const isWhole = typeof value === 'number' ? Number.isInteger(value) : integerOf(value) !== undefined;
    return !isWhole && (typeof value === 'number' ? Number.isFinite(value) : decimalText(value) !== undefined);
  }
  return kind === 'uuid' || kind === 'date' || kind === 'timestamp';
}

/** Whether a column can be compared with a value, which need not fit into the column. */
export function canCompare(type: ColumnType | undefined, value: unknown, rules: ValueRules): boolean {
  if (isLossy(value, rules)) return false;
  if (type === undefined || isOfKind(type, value, rules)) return true;
  if (rules.hasNamed === true && isNamedValue(type, value)) return true;
  return rules.isLoose && isLooseValue(type, value);
}

/** The dimensions that an array of PostgreSQL can have. */
const MAX_DIMENSIONS = 6;

/** Whether an array holds elements exactly as they are. Rows of an array of several dimensions have one length. */
function canStoreAll(
  { of, form, dimensions = 1 }: ColumnType,
  elements: readonly unknown[],
  rules: ValueRules,
): boolean {
  // The text of the JSON holds arrays of every shape.
  if (form === 'array') return true;
  const isJson = of?.kind === 'json';
  let row = elements;
  for (let dimension = 1; dimension <= MAX_DIMENSIONS; dimension++) {
    // An element that is JSON can be an array.
    if ((isJson && dimension >= dimensions) || !row.some((it) => Array.isArray(it)))
      return row.every((it) => it === null || canStore(of, isJson ? JSON.stringify(it) : it, rules));
    const rows = row.map((it) => (Array.isArray(it) ? it : []));
    const length = rows.at(0)?.length ?? 0;
    if (length === 0 || rows.some((it) => it.length !== length)) return false;
    row = rows.flat();
  }
  return false;
}

/** Whether a column holds a value exactly as it is. */
export function canStore(type: ColumnType | undefined, value: unknown, rules: ValueRules): boolean {
  if (isLossy(value, rules)) return false;
  if (type === undefined) return true;
  // SQLite programs store times as numbers, too. A text of another form is rejected, although SQLite would store it.
  if (!isOfKind(type, value, rules)) return rules.isLoose && typeof value !== 'string' && isLooseValue(type, value);
  if (type.kind === 'array') return canStoreAll(type, value as readonly unknown[], rules);
  if (type.kind === 'text') return rules.isLoose || fitsText(type, value);
  if (type.kind === 'numeric') {
    const text = decimalText(value);
    return text !== undefined && (type.digits === undefined || fitsDigits(text, type.digits));
  }
  // JSON has an escape for U+0000, which databases read.
  return type.kind !== 'json' || rules.storesNul || !/(?<!\\)(?:\\\\)*\\u0000/.test(String(value));
}

/** Whether a number is greater than an integer, which a number may be unable to hold exactly. */
function isGreater(number: number, integer: bigint): boolean {
  const rounded = Number(integer);
  return number > rounded || (number === rounded && BigInt(number) > integer);
}

/** A comparison of a column of integers with a value that the column cannot hold. */
export type BoundedComparison = 'all' | 'none' | { readonly operator: 'le' | 'ge'; readonly value: number };

/** Returns what `less than` and `greater than` mean for a number between or beyond the integers of a column. */
export function boundedComparison(
  type: ColumnType,
  operator: 'lt' | 'le' | 'gt' | 'ge',
  value: unknown,
  rules: ValueRules,
): BoundedComparison {
  const range = rangeOf(type, rules);
  const number = Number(value);
  if (typeof value === 'string' ? decimalText(value) === undefined : !Number.isFinite(number)) return 'none';
  const isLess = operator === 'lt' || operator === 'le';
  const exact = integerOf(value);
  if (range !== undefined && (exact === undefined ? isGreater(number, range[1]) : exact > range[1]))
    return isLess ? 'all' : 'none';
  if (range !== undefined && (exact === undefined ? isGreater(-number, -range[0]) : exact < range[0]))
    return isLess ? 'none' : 'all';
  return isLess ? { operator: 'le', value: Math.floor(number) } : { operator: 'ge', value: Math.ceil(number) };
}
