import { isPlainObject } from './members.ts';

/** Freezes a list that this library creates. The elements are already frozen. */
/* @__NO_SIDE_EFFECTS__ */
export function frozenList<Element>(elements: Element[]): readonly Element[] {
  return Object.freeze(elements);
}

/**
 * Returns a frozen copy of a declaration: copies plain objects and arrays at any depth. Keeps functions and other
 * objects.
 */
/* @__NO_SIDE_EFFECTS__ */
export function frozenCopy<Value>(value: Value): Value {
  if (Array.isArray(value)) return Object.freeze(value.map(frozenCopy)) as Value;
  if (typeof value !== 'object' || value === null || !isPlainObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [name, frozenCopy(member)] as const);
  return Object.freeze(Object.fromEntries(members)) as Value;
}

const rejection: PropertyDescriptor = {
  // `defineProperties` also reads inherited members.
  __proto__: null,
  value(): never {
    throw new TypeError('This map is read-only.');
  },
} as PropertyDescriptor;

/** The prototype of maps that reject changes. To define the methods for each map would take longer than to create the map. */
const readOnly: object = /* @__PURE__ */ Object.freeze(
  /* @__PURE__ */ Object.create(Map.prototype, { set: rejection, delete: rejection, clear: rejection }),
);

/** Constructs maps with this prototype, and therefore in half of the time that `Object.setPrototypeOf` takes. */
const ReadOnlyMap: MapConstructor = /* @__PURE__ */ createReadOnlyMap();

/* @__NO_SIDE_EFFECTS__ */
function createReadOnlyMap(): MapConstructor {
  function target(): void {}
  target.prototype = readOnly;
  return target as unknown as MapConstructor;
}

/**
 * Creates a map that rejects `set`, `delete`, and `clear`. This prevents changes by mistake or by a cast. Code can
 * still change the map deliberately, with `Map.prototype.set.call(map, …)`.
 */
/* @__NO_SIDE_EFFECTS__ */
export function frozenMap<Key, Value>(entries: Iterable<readonly [Key, Value]>): ReadonlyMap<Key, Value> {
  const map = Reflect.construct(Map, [], ReadOnlyMap) as Map<Key, Value>;
  for (const [key, value] of entries) Map.prototype.set.call(map, key, value);
  return Object.freeze(map);
}

/** Whether the values of an object can never change: it is frozen and does not have accessors. */
export function isConstant(object: object): boolean {
  return (
    Object.isFrozen(object) && Object.values(Object.getOwnPropertyDescriptors(object)).every((it) => 'value' in it)
  );
}
