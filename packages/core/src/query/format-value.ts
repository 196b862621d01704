import { escapeWord } from './filter-value.ts';

/** A query parameter. */
export type Pair = [name: string, value: string];

/** Returns the text of a value that `checkValue` accepts. */
export function textOf(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value);
}

/** Returns the text of a single value, which can be null. */
export function wordOf(value: unknown): string {
  return value === null ? 'null' : escapeWord(textOf(value));
}
