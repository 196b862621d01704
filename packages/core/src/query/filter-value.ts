import { resultAtOnce } from '../schema/schema-result.ts';
import type { StandardSchema } from '../schema/standard-schema.ts';

const NUMBER = /^-?\d{1,300}(?:\.\d{1,300})?(?:[eE][+-]?\d{1,3})?$/;
const INTEGER = /^-?\d{1,300}$/;
// A time without a zone would mean a different instant on each machine. A year after 9999 has a sign and six digits, as
// `Date` writes it.
const DATE = /^(?:\d{4}|[+-]\d{6})-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/;

/** Returns an item of a list, or null if the item is the word `null` without a backslash. */
function parseListItem(text: string, isPlain: boolean): string | null {
  return isPlain && text === 'null' ? null : text;
}

/**
 * Splits a comma-separated list. A backslash escapes the next character. The word `null` without a backslash becomes
 * null.
 */
export function splitValues(list: string): readonly (string | null)[] {
  if (!list.includes('\\')) return list.split(',').map(readWord);
  const values: (string | null)[] = [];
  let text = '';
  let isPlain = true;
  for (let index = 0; index < list.length; index++) {
    const character = list[index] as string;
    if (character === ',') {
      values.push(parseListItem(text, isPlain));
      text = '';
      isPlain = true;
    } else if (character === '\\' && index + 1 < list.length) {
      index++;
      text += list[index];
      isPlain = false;
    } else {
      text += character;
    }
  }
  values.push(parseListItem(text, isPlain));
  return values;
}

/** Escapes a string for a list, so that `splitValues` returns the same text. The text never means null. */
export function escapeValue(text: string): string {
  return text === 'null' ? '\\null' : text.replaceAll('\\', '\\\\').replaceAll(',', '\\,');
}

const ESCAPED_NULL = /^\\+null$/;

/**
 * Parses the value of a parameter with a single value: the word `null` becomes null. One backslash before the word
 * makes it a string.
 */
export function readWord(text: string): string | null {
  if (text === 'null') return null;
  return ESCAPED_NULL.test(text) ? text.slice(1) : text;
}

/**
 * Escapes a string for a parameter with a single value, so that `readWord` returns the same text. The text never means
 * null.
 */
export function escapeWord(text: string): string {
  return text === 'null' || ESCAPED_NULL.test(text) ? `\\${text}` : text;
}

/** Whether a day exists. `Date` would move a day such as 2026-02-31 to the next month. */
function isDay(text: string): boolean {
  return dateOf(text)?.toISOString().startsWith(text) === true;
}

function dateOf(text: string): Date | undefined {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** Returns the numbers that a string can represent: a number, and a bigint if it is an integer. */
function numericValues(text: string): readonly unknown[] {
  const number = Number(text);
  const numbers = Number.isFinite(number) ? [number] : [];
  if (!INTEGER.test(text)) return numbers;
  // If the schema accepts both, it receives the one that keeps every digit.
  return Number.isSafeInteger(number) ? [...numbers, BigInt(text)] : [BigInt(text), ...numbers];
}

/** Returns the values that a string can represent besides itself: a boolean, a number, a bigint, or a date. */
function scalarValues(text: string): readonly unknown[] {
  if (text === 'true' || text === 'false') return [text === 'true'];
  if (NUMBER.test(text)) return numericValues(text);
  const [day = ''] = text.split('T', 1);
  const date = DATE.test(text) && isDay(day) ? dateOf(text) : undefined;
  return date === undefined ? [] : [date];
}

/** Validates a value synchronously. Returns undefined if the schema rejects the value. */
function validateSync(
  name: string,
  schema: StandardSchema,
  candidate: unknown,
): { readonly value: unknown } | undefined {
  const result = resultAtOnce(schema, candidate);
  if (result === undefined)
    throw new TypeError(`\`${name}\`: the schema of a query parameter must be synchronous, but it returned a promise.`);
  const { issues, value } = result;
  if (issues !== undefined) return undefined;
  // Zero does not have a sign in a query.
  return { value: value === 0 ? 0 : value };
}

/** Whether the word `null` is null for a schema, and not a string. */
export function acceptsNull(name: string, schema: StandardSchema): boolean {
  return validateSync(name, schema, null)?.value === null;
}

/**
 * Validates a value of a query with a schema: first the text, then the values that it represents. Returns undefined if
 * the schema rejects them all. If the schema accepts null, null is null; otherwise, it is the word `null`.
 */
export function readValue(
  name: string,
  schema: StandardSchema,
  item: string | null,
): { readonly value: unknown } | undefined {
  if (item === null && acceptsNull(name, schema)) return { value: null };
  const text = item ?? 'null';
  const asText = validateSync(name, schema, text);
  if (asText !== undefined) return asText;
  for (const spelled of scalarValues(text)) {
    const answer = validateSync(name, schema, spelled);
    if (answer !== undefined) return answer;
  }
  return undefined;
}
