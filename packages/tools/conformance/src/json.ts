/** A value of a document. The tests read documents of servers that may break every rule, so each step uses `?.`. */
// biome-ignore lint/suspicious/noExplicitAny: a document of unknown shape is read at every depth.
export type Json = any;

/** Whether a value is an object and not an array. */
export function isObject(value: unknown): value is Readonly<Record<string, Json>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the members of primary data or linkage as a list: one for an object, none for null. */
export function listOf(value: Json): readonly Json[] {
  if (Array.isArray(value)) return value;
  return isObject(value) ? [value] : [];
}

/** Returns type and id as one string. */
export function identityOf(value: Json): string {
  return JSON.stringify([value?.type, value?.id]);
}

/** Returns type and id of an object as a resource identifier object. */
export function identifierOf(value: Json): { readonly type: string; readonly id: string } {
  return { type: value?.type, id: value?.id };
}

/** Returns JSON with sorted members, so that equal values have equal strings. */
export function canonical(value: unknown): string {
  return JSON.stringify(sorted(value)) ?? 'undefined';
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0));
  return Object.fromEntries(entries.map(([name, each]) => [name, sorted(each)]));
}

/** Whether two values are equal as JSON. */
export function isSame(left: unknown, right: unknown): boolean {
  return canonical(left) === canonical(right);
}

/** Whether two lists contain the same identifiers, in any order. */
export function isSameSet(left: Json, right: Json): boolean {
  const strings = (list: Json) => listOf(list).map(identityOf).sort().join();
  return strings(left) === strings(right);
}

/** Returns a value as short text for a report. */
export function show(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : (JSON.stringify(value) ?? String(value));
  return text.length > 160 ? `${text.slice(0, 160)}…` : text;
}

/** Whether a JSON Pointer leads to a value of a document. */
export function pointerResolves(document: unknown, pointer: unknown): boolean {
  if (typeof pointer !== 'string' || (pointer !== '' && !pointer.startsWith('/'))) return false;
  let value: unknown = document;
  for (const segment of pointer.split('/').slice(1)) {
    const key = segment.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return false;
    value = (value as Readonly<Record<string, unknown>>)[key];
  }
  return true;
}
