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

/**
 * A map that refuses `set`, `delete` and `clear`. That guards against changes by mistake or by a cast. It is no guard
 * against code that means to: `Map.prototype.set.call(map, …)` changes it like any other map.
 */
/* @__NO_SIDE_EFFECTS__ */
export function frozenMap<Key, Value>(entries: Iterable<readonly [Key, Value]>): ReadonlyMap<Key, Value> {
  const map = new Map(entries);
  const value = (): never => {
    throw new TypeError('This map is read-only.');
  };
  // Defined, not assigned: assignments fail if `Map.prototype` is frozen.
  for (const name of ['set', 'delete', 'clear']) Object.defineProperty(map, name, { __proto__: null, value } as never);
  return Object.freeze(map);
}
