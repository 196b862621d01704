import { isPlainObject } from './own-members.ts';

/** Freezes a list this library made; the elements are frozen where they are made. */
/* @__NO_SIDE_EFFECTS__ */
export function frozenList<Element>(elements: Element[]): readonly Element[] {
  return Object.freeze(elements);
}

/** A frozen copy of a declaration: plain objects and arrays at any depth. Functions and other objects stay what they are. */
/* @__NO_SIDE_EFFECTS__ */
export function frozenCopy<Value>(value: Value): Value {
  if (Array.isArray(value)) return Object.freeze(value.map(frozenCopy)) as Value;
  if (typeof value !== 'object' || value === null || !isPlainObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [name, frozenCopy(member)] as const);
  return Object.freeze(Object.fromEntries(members)) as Value;
}

const refusal: PropertyDescriptor = {
  // `defineProperties` reads inherited members as well.
  __proto__: null,
  value(): never {
    throw new TypeError('This map is read-only.');
  },
} as PropertyDescriptor;

/** The same for all maps: a function for each would cost more than the map. */
const readOnly: PropertyDescriptorMap = { set: refusal, delete: refusal, clear: refusal };

/**
 * A map that refuses `set`, `delete` and `clear`. That guards against changes by mistake or by a cast. It is no guard
 * against code that means to: `Map.prototype.set.call(map, …)` changes it like any other map.
 */
/* @__NO_SIDE_EFFECTS__ */
export function frozenMap<Key, Value>(entries: Iterable<readonly [Key, Value]>): ReadonlyMap<Key, Value> {
  // Defined, not assigned: assignments fail if `Map.prototype` is frozen.
  return Object.freeze(Object.defineProperties(new Map(entries), readOnly));
}
