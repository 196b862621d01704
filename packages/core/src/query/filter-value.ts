import { memberOf } from '../internal/own-or-inherited.ts';
import type { StandardSchema } from '../schema/standard-schema.ts';

const NUMBER = /^-?\d{1,300}(?:\.\d{1,300})?(?:[eE][+-]?\d{1,3})?$/;
const INTEGER = /^-?\d{1,300}$/;
// A time without a zone would be another one on each machine. A year beyond 9999 has a sign and six digits, as `Date` writes it.
const DATE = /^(?:\d{4}|[+-]\d{6})-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/;

/** The word `null` in a list, or null itself where it stands without a backslash. */
function listed(text: string, isPlain: boolean): string | null {
  return isPlain && text === 'null' ? null : text;
}

/**
 * The values of a comma-separated list. A backslash makes the character after it stand for itself; a word `null` without
 * one is null.
 */
export function splitValues(list: string): readonly (string | null)[] {
  if (!list.includes('\\')) return list.split(',').map((text) => listed(text, true));
  const values: (string | null)[] = [];
  let text = '';
  let isPlain = true;
  for (let index = 0; index < list.length; index++) {
    const character = list[index] as string;
    if (character === ',') {
      values.push(listed(text, isPlain));
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
  values.push(listed(text, isPlain));
  return values;
}

/** A text as a value of a list: `splitValues` gives it back, and it never means null. */
export function escapeValue(text: string): string {
  return text === 'null' ? '\\null' : text.replaceAll('\\', '\\\\').replaceAll(',', '\\,');
}

const ESCAPED_NULL = /^\\+null$/;

/** The value of a parameter that has one value: null for the word `null`. One backslash before the word makes it a text. */
export function readWord(text: string): string | null {
  if (text === 'null') return null;
  return ESCAPED_NULL.test(text) ? text.slice(1) : text;
}

/** A text as the value of a parameter that has one value: `readWord` gives it back, and it never means null. */
export function escapeWord(text: string): string {
  return text === 'null' || ESCAPED_NULL.test(text) ? `\\${text}` : text;
}

/** Whether a day such as 2026-02-31 exists: `Date` would take it for one of the next month. */
function isDay(text: string): boolean {
  return dateOf(text)?.toISOString().startsWith(text) === true;
}

function dateOf(text: string): Date | undefined {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** The numbers that a text may spell: a number, and a bigint if it is an integer. */
function spelledNumbers(text: string): readonly unknown[] {
  const number = Number(text);
  const numbers = Number.isFinite(number) ? [number] : [];
  if (!INTEGER.test(text)) return numbers;
  // A schema that has both gets the one that holds every digit.
  return Number.isSafeInteger(number) ? [...numbers, BigInt(text)] : [BigInt(text), ...numbers];
}

/** What a text may spell besides itself: a boolean, a number, a bigint, a date. */
function spelledValues(text: string): readonly unknown[] {
  if (text === 'true' || text === 'false') return [text === 'true'];
  if (NUMBER.test(text)) return spelledNumbers(text);
  const [day = ''] = text.split('T', 1);
  const date = DATE.test(text) && isDay(day) ? dateOf(text) : undefined;
  return date === undefined ? [] : [date];
}

/** What a schema answers at once; undefined when it refuses. */
function answerOf(name: string, schema: StandardSchema, candidate: unknown): { readonly value: unknown } | undefined {
  const result = schema['~standard'].validate(candidate);
  if (result instanceof Promise) {
    throw new TypeError(`${name}: the schema of a query parameter has to answer at once, not with a promise.`);
  }
  if (memberOf(result, 'issues') !== undefined) return undefined;
  const value = memberOf(result, 'value');
  // A zero has no sign in a query.
  return { value: value === 0 ? 0 : value };
}

/**
 * A value of a query through a schema: the text itself, else what it spells; undefined when the schema takes neither. Null
 * is null wherever the schema has null, which a text would hide, and the word `null` elsewhere.
 */
export function readValue(
  name: string,
  schema: StandardSchema,
  given: string | null,
): { readonly value: unknown } | undefined {
  if (given === null) {
    const nothing = answerOf(name, schema, null);
    if (nothing?.value === null) return nothing;
  }
  const text = given ?? 'null';
  const asText = answerOf(name, schema, text);
  if (asText !== undefined) return asText;
  for (const spelled of spelledValues(text)) {
    const answer = answerOf(name, schema, spelled);
    if (answer !== undefined) return answer;
  }
  return undefined;
}
