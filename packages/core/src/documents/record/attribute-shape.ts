/**
 * The members of a record in their order, learned from one record and compared with the next. A record of the same
 * shape can be cloned at once, which is V8's fastest way to copy, instead of member by member. A record with any other
 * member is copied member by member, so undeclared members never appear in a document.
 */
export interface AttributeShape {
  /**
   * The prototype that a record must have. Undefined if the record itself has every attribute, so that its prototype
   * does not matter.
   */
  readonly prototype: object | null | undefined;
  /** The own enumerable members. */
  readonly keys: readonly string[];
  /** The name of the attribute of each key. Undefined if the key is not part of the document. */
  readonly names: readonly (string | undefined)[];
  /** Whether the id is a member that is not part of the document. */
  readonly hidesId: boolean;
  /** The other members that are not part of the document. */
  readonly hidden: readonly string[];
  /** The attributes with a default that records of this shape lack. */
  readonly lacking: readonly string[];
  /** An object with the attributes of the document. Clones have their members in this order. */
  readonly template: Readonly<Record<string, undefined>>;
}

/**
 * Whether a prototype, or one of its prototypes, has a member with one of these names. Ignores members of
 * `Object.prototype`.
 */
function gives(prototype: object | null, names: readonly string[]): boolean {
  for (let at = prototype; at !== null && at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    for (const name of names) if (Object.hasOwn(at, name)) return true;
  }
  return false;
}

/**
 * Whether a record itself has an accessor, other than an attribute, that a clone would call. Checks only records from
 * which a shape is learned; other records are cloned first and compared then.
 */
function hasOtherAccessor(record: object, keys: readonly string[], members: ReadonlyMap<string, unknown>): boolean {
  return keys.some((key) => !members.has(key) && Object.getOwnPropertyDescriptor(record, key)?.get !== undefined);
}

/**
 * Returns the shape of a record, or undefined if it must not be cloned: some attributes are not own enumerable members,
 * or a clone would call an accessor that is not part of the document.
 *
 * @param members The names of the attributes, by the members of records that contain them.
 */
export function shapeOf(
  record: object,
  members: ReadonlyMap<string, string>,
  defaults: readonly string[],
): AttributeShape | undefined {
  const prototype: object | null = Object.getPrototypeOf(record);
  const keys = Object.keys(record);
  const keySet = new Set(keys);
  const absent = [...members.keys()].filter((member) => !keySet.has(member));
  if (gives(prototype, absent) || absent.some((member) => Object.hasOwn(record, member))) return undefined;
  if (hasOtherAccessor(record, keys, members)) return undefined;
  const names = keys.map((key) => members.get(key));
  const hidesId = keySet.has('id') && !members.has('id');
  const hidden = keys.filter((key) => !members.has(key) && key !== 'id');
  const shown = names.filter((name) => name !== undefined);
  const template = Object.fromEntries(shown.map((name) => [name, undefined]));
  const lacking = defaults.filter((name) => !shown.includes(name));
  return { prototype: absent.length === 0 ? undefined : prototype, keys, names, hidesId, hidden, lacking, template };
}
