/**
 * Returns one string for each resource: two pairs of type and id produce the same text only if they are equal. A type
 * obeys the member-name rules, so it does not contain a line feed.
 */
export function identityOf(type: string, id: string): string {
  return `${type}\n${id}`;
}

/** Like `identityOf`, for a type that can be any string: different pairs have different keys. */
export function unambiguousIdentity(type: string, id: string): string {
  return `${type.length} ${type}${id}`;
}
