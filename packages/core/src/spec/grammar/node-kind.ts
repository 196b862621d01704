/**
 * The shape of a value: an object; an array; one object, an array of objects, or null; a link (a string, an object, or
 * null); a link or an array of links; a string; a string that obeys the member-name rules; any JSON value.
 */
export type Shape = 'object' | 'array' | 'one-or-many' | 'link' | 'link-or-links' | 'string' | 'name' | 'value';

/** Defines one kind of node in a document: the shape of its value and the node kinds of its members. */
export interface NodeKind {
  readonly shape: Shape;
  /** More general names of the node kind. Visitors of one of these names also visit this node kind. */
  readonly aliases?: readonly string[];
  /** The defined members with their node kinds. The walk does not enter a member whose node kind is null. */
  readonly members?: Readonly<Record<string, string | null>>;
  /** Groups of members. An object must contain at least one member of each group. */
  readonly needs?: readonly (readonly string[])[];
  /** The node kind of all other members, for objects whose names the application chooses. */
  readonly others?: string;
  /** The rules for those names: `fields` must obey the member-name rules and must not be `type` or `id`. */
  readonly names?: 'fields' | 'any';
  /** The node kind of the elements of an array, or of the one object instead of an array. */
  readonly element?: string;
}
