/**
 * What stands in a place: an object; an array; one object, an array of objects or null; a link, which is a string, an
 * object or null; a link or an array of links; a string; a string that obeys the member-name rules; any value of JSON.
 */
export type Shape = 'object' | 'array' | 'one-or-many' | 'link' | 'link-or-links' | 'string' | 'name' | 'value';

/** One kind of place in a document: what stands there, and where its members lead. */
export interface DocumentPlace {
  readonly shape: Shape;
  /** More general names of the place: who looks at one of these sees it too. */
  readonly kinds?: readonly string[];
  /** The members that are defined, each with its place; null when the walk is not to enter it. */
  readonly members?: Readonly<Record<string, string | null>>;
  /** Groups of members of which an object needs one each. */
  readonly needs?: readonly (readonly string[])[];
  /** The place of all other members, for objects whose names the application chooses. */
  readonly others?: string;
  /** What those names have to be: fields obey the member-name rules and are not called `type` or `id`. */
  readonly names?: 'fields' | 'any';
  /** The place of the elements of an array, or of the one object instead of an array. */
  readonly element?: string;
}
