import { escapeWord } from './filter-value.ts';
import type { QueryChecks } from './query-checks.ts';

/** A query parameter. */
export type Pair = [name: string, value: string];

/** Returns the text of a value. */
export function textOf(value: unknown, checks: QueryChecks | undefined): string {
  checks?.value(value);
  return value instanceof Date ? value.toISOString() : String(value);
}

/** Returns the text of a single value, which can be null. */
export function wordOf(value: unknown, checks: QueryChecks | undefined): string {
  return value === null ? 'null' : escapeWord(textOf(value, checks));
}
