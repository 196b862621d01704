/**
 * Whether a member is an at-member. The rules of the specification ignore at-members.
 *
 * @see https://jsonapi.org/format/1.1/#document-member-names-at-members
 */
export function isAtMember(name: string): boolean {
  return name.startsWith('@');
}
