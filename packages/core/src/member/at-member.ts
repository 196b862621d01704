/**
 * Whether a member is an at-member, which every rule of the specification overlooks.
 *
 * @see https://jsonapi.org/format/1.1/#document-member-names-at-members
 */
export function isAtMember(name: string): boolean {
  return name.startsWith('@');
}
