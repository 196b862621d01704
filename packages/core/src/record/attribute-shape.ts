import type { AttributeDefinition } from '../schema/api.ts';

/**
 * The members of a record in their order, learned from one and looked for in the next. A record of the same shape can be
 * cloned at once instead of member by member, which is what V8 is fastest at; any other member sends it the slow way, so
 * what is not declared never shows.
 */
export interface AttributeShape {
  /** The prototype a record has to have; undefined when the record itself has every attribute, so that it does not matter. */
  readonly prototype: object | null | undefined;
  /** The own enumerable members. */
  readonly keys: readonly string[];
  /** For each key whether it is an attribute that shows. */
  readonly shown: readonly boolean[];
  /** Whether one of the members that do not show is the id. */
  readonly hidesId: boolean;
  /** The others of them. */
  readonly hidden: readonly string[];
  /** An object with the attributes that show: its clones have their members in place. */
  readonly template: Readonly<Record<string, undefined>>;
  readonly showing: readonly string[];
}

/** Whether a prototype, and those behind it, have members of these names; what every object inherits does not count. */
function gives(prototype: object | null, names: readonly string[]): boolean {
  for (let at = prototype; at !== null && at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    for (const name of names) if (Object.hasOwn(at, name)) return true;
  }
  return false;
}

/**
 * Whether a record itself has an accessor that a clone would call although nobody asked for its value. Only records
 * that are learned from are asked: once a shape is known, others are cloned to be compared with it.
 */
function hasOtherAccessor(record: object, keys: readonly string[], attributes: ReadonlyMap<string, unknown>): boolean {
  return keys.some((key) => !attributes.has(key) && Object.getOwnPropertyDescriptor(record, key)?.get !== undefined);
}

/**
 * The shape of a record; undefined when it is not to be cloned: attributes of it are not among its own enumerable members,
 * or what does not show would have to be computed.
 */
export function shapeOf(
  record: object,
  attributes: ReadonlyMap<string, AttributeDefinition>,
): AttributeShape | undefined {
  const prototype: object | null = Object.getPrototypeOf(record);
  const keys = Object.keys(record);
  const own = new Set(keys);
  const absent = [...attributes.keys()].filter((name) => !own.has(name));
  if (gives(prototype, absent) || absent.some((name) => Object.hasOwn(record, name))) return undefined;
  if (hasOtherAccessor(record, keys, attributes)) return undefined;
  const shown = keys.map((key) => attributes.has(key));
  const hidesId = own.has('id') && !attributes.has('id');
  const hidden = keys.filter((key) => !attributes.has(key) && key !== 'id');
  const showing = keys.filter((_, index) => shown[index] === true);
  const template = Object.fromEntries(showing.map((key) => [key, undefined]));
  return { prototype: absent.length === 0 ? undefined : prototype, keys, shown, hidesId, hidden, showing, template };
}
