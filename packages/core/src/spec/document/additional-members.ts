/** Members that applied extensions define, `namespace:name`. */
export interface ExtensionMembers {
  readonly [member: `${string}:${string}`]: unknown;
}

/**
 * Members that every object of a document can have besides its own: members of applied extensions, and at-members.
 *
 * @see https://jsonapi.org/format/1.1/#document-member-names-at-members
 */
export interface AdditionalMembers extends ExtensionMembers {
  readonly [member: `@${string}`]: unknown;
}
