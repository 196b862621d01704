import type { Marks } from '../gateway/marks.ts';
import { isObject } from '../json.ts';

/**
 * Returns a copy of a sample value in which `{unique}` and `{uuid}` in strings are replaced with new texts, and the string `{number}`
 * with a new number.
 */
export function fillIn<Value>(value: Value, marks: Marks): Value {
  return filled(value, marks) as Value;
}

function filled(value: unknown, marks: Marks): unknown {
  if (value === '{number}') return marks.number();
  if (typeof value === 'string') {
    return value.replaceAll('{unique}', () => marks.unique()).replaceAll('{uuid}', () => marks.uuid());
  }
  if (Array.isArray(value)) return value.map((each) => filled(each, marks));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, filled(each, marks)]));
}
