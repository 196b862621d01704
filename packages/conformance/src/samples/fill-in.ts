import { isObject } from '../json.ts';

/** Returns a copy of a sample value in which `{unique}` and `{uuid}` in strings are replaced with new texts. */
export function fillIn<Value>(value: Value, unique: () => string): Value {
  return filled(value, unique) as Value;
}

function filled(value: unknown, unique: () => string): unknown {
  if (typeof value === 'string') {
    return value.replaceAll('{unique}', () => unique()).replaceAll('{uuid}', () => crypto.randomUUID());
  }
  if (Array.isArray(value)) return value.map((each) => filled(each, unique));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, filled(each, unique)]));
}
