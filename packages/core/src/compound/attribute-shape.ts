import type { AttributeDefinition } from '../schema/api.ts';

/**
 * The members of a record in their order, learned from one and looked for in the next. A record of the same shape can be
 * cloned at once instead of member by member, which is what V8 is fastest at; any other member sends it the slow way, so
 * what is not declared never shows.
 */
export interface AttributeShape {
  readonly prototype: object | null;
  readonly keys: readonly string[];
  /** For each key whether it is an attribute that shows. */
  readonly shown: readonly boolean[];
  readonly hidden: readonly string[];
}

/** Whether a prototype has nothing to give: no members that a loop would find, and none of these. */
function givesNothing(prototype: object | null, names: Iterable<string>): boolean {
  for (const _ in prototype) return false;
  for (let at = prototype; at !== null && at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    for (const name of names) if (Object.hasOwn(at, name)) return false;
  }
  return true;
}

/** The shape of a record; undefined when it is not sure to be seen in its own enumerable members alone. */
export function shapeOf(
  record: object,
  attributes: ReadonlyMap<string, AttributeDefinition>,
): AttributeShape | undefined {
  const prototype: object | null = Object.getPrototypeOf(record);
  const keys = Object.keys(record);
  const own = new Set(keys);
  const absent = [...attributes.keys()].filter((name) => !own.has(name));
  if (!givesNothing(prototype, absent) || absent.some((name) => Object.hasOwn(record, name))) return undefined;
  const shown = keys.map((key) => attributes.has(key));
  return { prototype, keys, shown, hidden: keys.filter((_, index) => shown[index] !== true) };
}
