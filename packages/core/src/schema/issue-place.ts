import type { SchemaIssue } from './standard-schema.ts';

/** The part of a complaint's path that exists in the value it is about: a pointer leads to existing values only. */
export function issuePlace(value: unknown, path: SchemaIssue['path'] = []): readonly (string | number)[] {
  const found: (string | number)[] = [];
  let current = value;
  for (const step of path) {
    const key = typeof step === 'object' ? step.key : step;
    if (typeof current !== 'object' || current === null || typeof key === 'symbol') break;
    if (!Object.hasOwn(current, key) || (Array.isArray(current) && key === 'length')) break;
    found.push(key);
    current = (current as Record<PropertyKey, unknown>)[key];
  }
  return found;
}
