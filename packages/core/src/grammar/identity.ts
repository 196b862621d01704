/**
 * Returns one text for each resource: two pairs of type and id produce the same text only if they are equal. A type
 * obeys the member-name rules, so it does not contain a line feed.
 */
export function identityOf(type: string, id: string): string {
  return `${type}\n${id}`;
}
