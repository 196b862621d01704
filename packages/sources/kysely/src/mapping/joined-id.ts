/** The separator of the parts, and the escapes of both characters that have a meaning in the id. */
const SEPARATOR = '~';
const escapes = { '!': '!0', '~': '!1' } as const;
const PART = /^(?:[^!]|![01])*$/;

/**
 * Returns the id of a resource whose table has several key columns: the values, separated by `~`. In a value, `!` is `!0`, and
 * `~` is `!1`. All three characters need no escape in a URL.
 */
export function joinedId(parts: readonly (string | number | bigint)[]): string {
  return parts.map((part) => String(part).replace(/[!~]/g, (it) => escapes[it as '!' | '~'])).join(SEPARATOR);
}

/** Returns the values in an id, or undefined if `joinedId` does not return this id for as many values. */
export function partsOfId(id: string, count: number): readonly string[] | undefined {
  const parts = id.split(SEPARATOR);
  if (parts.length !== count || !parts.every((part) => PART.test(part))) return undefined;
  return parts.map((part) => part.replaceAll('!1', '~').replaceAll('!0', '!'));
}
