/** What identifies a state of a resource: it changes with every write. */
export type VersionValue = string | number | bigint | Date | null;

/** Returns the text of a version. Undefined if the value is not one: NaN, also of an invalid date, would be equal in every state. */
export function plainVersion(value: unknown): string | undefined {
  const plain = value instanceof Date ? value.getTime() : value;
  const isVersion = plain === null || ['string', 'number', 'bigint'].includes(typeof plain);
  return isVersion && !Number.isNaN(plain) ? String(plain) : undefined;
}
