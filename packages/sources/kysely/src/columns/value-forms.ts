import type { ColumnType } from './column-type.ts';
import { instantOf } from './instant.ts';

/** The text of a UUID in lower case. */
export const UUID: RegExp = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** The text of a number, as SQLite reads it. */
export const NUMBER: RegExp = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?\s*$/i;
const DECIMAL = /^-?(\d{1,400})(?:\.(\d{1,400}))?$/;
const DAY = /^(\d{4})-(\d\d)-(\d\d)$/;

/** Whether a string is a day of the calendar. */
export function isDay(text: string): boolean {
  const [, year = '', month = '', day = ''] = DAY.exec(text) ?? [];
  const date = new Date(`${text}T00:00:00Z`);
  if (Number(year) < 1 || Number.isNaN(date.getTime())) return false;
  // The constructor turns 30 February into 2 March.
  return date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day);
}

/** Whether a value is a day with a time, or a day. */
export function isInstant(value: unknown): boolean {
  return instantOf(value) !== undefined && (typeof value !== 'string' || isDay(value.slice(0, 10)));
}

/** A decimal number as text; undefined if the value is not one. */
export function decimalText(value: unknown): string | undefined {
  if (typeof value === 'bigint') return String(value);
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && DECIMAL.test(text) ? text : undefined;
}

/** Whether the text of a decimal number has no more digits than a column. */
export function fitsDigits(text: string, [all, fraction]: readonly [number, number]): boolean {
  const [, whole = '', rest = ''] = DECIMAL.exec(text) ?? [];
  return whole.replace(/^0+/, '').length <= all - fraction && rest.replace(/(?<!0)0+$/, '').length <= fraction;
}

/** Whether a value is a number in the range of a column. */
export function isFloat({ greatest = Number.MAX_VALUE }: ColumnType, value: unknown, isLoose: boolean): boolean {
  // A floating-point number of SQLite has 8 bytes, whatever its type is called.
  const number = value === '' ? Number.NaN : Number(value);
  return Math.abs(number) <= (isLoose ? Number.MAX_VALUE : greatest);
}

const INTEGER = /^-?\d{1,400}$/;

/** An integer as a number, a bigint or text; undefined if the value is not one, or is not exact. */
export function integerOf(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined;
  return typeof value === 'string' && INTEGER.test(value) ? BigInt(value) : undefined;
}

const INT64 = [-(2n ** 63n), 2n ** 63n - 1n] as const;

/** Returns the least and the greatest integer of a column. */
export function rangeOf(
  { range }: ColumnType,
  { isLoose }: { readonly isLoose: boolean },
): readonly [bigint, bigint] | undefined {
  return isLoose ? INT64 : range;
}
