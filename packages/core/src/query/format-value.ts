import { describeValue } from '../internal/describe-value.ts';
import { isMemberName } from '../member/member-name.ts';
import { escapeWord } from './filter-value.ts';

/** A query parameter. */
export type Pair = [name: string, value: string];

/** Checks a name, or several names with dots between them: other characters would change the meaning of the query. */
export function checked(name: string): string {
  if (typeof name === 'string' && name.isWellFormed() && name.split('.').every(isMemberName)) return name;
  throw new TypeError(`formatQuery: names must be member names, separated by dots, but one is ${describeValue(name)}.`);
}

/** Whether a value can be written in a query. Half of a surrogate pair would become another character. */
function isWritable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  return typeof value === 'boolean' || typeof value === 'bigint' || Number.isFinite(value);
}

/** Returns the text of a value. */
export function textOf(value: unknown): string {
  if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString();
  if (isWritable(value)) return String(value);
  throw new TypeError(
    `formatQuery: values must be strings, booleans, bigints, or finite numbers, but one is ${describeValue(value)}.`,
  );
}

/** Returns the text of a single value, which can be null. */
export function wordOf(value: unknown): string {
  return value === null ? 'null' : escapeWord(textOf(value));
}
