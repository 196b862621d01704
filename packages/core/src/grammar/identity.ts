/**
 * One text per resource: two pairs of type and id give the same text only when they are equal.
 * A type obeys the member-name rules, so it holds no line feed.
 */
export function identityOf(type: string, id: string): string {
  return `${type}\n${id}`;
}
