import { escapeWord } from './filter-value.ts';

/** A query parameter. */
export type Pair = [name: string, value: string];

/**
 * Returns the text of a value.
 *
 * @throws {TypeError} If the value is undefined: the text would be this word. The client writes queries without `checkValue`.
 */
export function textOf(value: unknown): string {
  if (value === undefined) throw new TypeError('formatQuery: values must not be undefined.');
  return value instanceof Date ? value.toISOString() : String(value);
}

/** Returns the text of a single value, which can be null. */
export function wordOf(value: unknown): string {
  return value === null ? 'null' : escapeWord(textOf(value));
}
