import stringify from 'fast-json-stable-stringify';

/**
 * Returns the JSON text of a value, with the members of each object in the order of their names. Two values that differ only in
 * the order of members have the same text.
 *
 * @throws {TypeError} If the value contains a bigint, or an object that contains itself.
 */
export function canonicalJson(value: unknown): string {
  // The library returns undefined for a value that JSON does not have.
  return (stringify(value) as string | undefined) ?? 'null';
}
