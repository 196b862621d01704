import stringify from 'fast-json-stable-stringify';

/** Canonical JSON text: equal values give equal text, whatever the order of their members. */
export function canonicalJson(value: unknown): string {
  return stringify(value);
}
