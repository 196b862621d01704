import { memberOf } from '../internal/own-or-inherited.ts';
import type { StandardSchema } from '../schema/standard-schema.ts';

const NUMBER = /^-?\d{1,300}(?:\.\d{1,300})?(?:[eE][+-]?\d{1,3})?$/;
// A time without a zone would be another one on each machine.
const DATE = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/;

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

/** Whether a day such as 2026-02-31 exists: `Date` would take it for one of the next month. */
function isDay(text: string): boolean {
  return dateOf(text)?.toISOString().startsWith(text) === true;
}

function dateOf(text: string): Date | undefined {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** What a text may spell besides itself: a boolean, a number, a date. */
function spelledValue(text: string): unknown {
  if (text === 'true' || text === 'false') return text === 'true';
  if (NUMBER.test(text)) {
    // A zero has no sign in a query.
    const number = Number(text) + 0;
    return Number.isFinite(number) ? number : undefined;
  }
  return DATE.test(text) && isDay(text.slice(0, 10)) ? dateOf(text) : undefined;
}

/** What a schema answers at once; undefined when it refuses. */
function answerOf(name: string, schema: StandardSchema, candidate: unknown): { readonly value: unknown } | undefined {
  const result = schema['~standard'].validate(candidate);
  if (result instanceof Promise) {
    throw new TypeError(`${name}: the schema of a query parameter has to answer at once, not with a promise.`);
  }
  return memberOf(result, 'issues') === undefined ? { value: memberOf(result, 'value') } : undefined;
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
  const spelled = spelledValue(text);
  return spelled === undefined ? undefined : answerOf(name, schema, spelled);
}
