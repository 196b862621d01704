import type { JsonObject } from '../grammar/node.ts';

/** Objects by the identity of their resource: type and id, or type and local id without an id. */
export interface ResourceTable {
  /** Returns the object of a resource, or undefined if there is none. */
  find(identifier: JsonObject): object | undefined;
  /** Adds the object of a resource, unless the table already contains one. Returns the object in the table. */
  add(resource: JsonObject, linkedObject: object): object;
}

type Keys = Map<unknown, object>;

/** Creates an empty table. Accepts numeric ids: they violate a rule, but they still identify resources. */
export function createResourceTable(): ResourceTable {
  // Use nested maps: joining type and id to one string for each lookup would take longer than the lookup.
  const types = new Map<unknown, Keys>();
  const localTypes = new Map<unknown, Keys>();
  // Resources and identifiers of one type often follow each other, so remember the last map.
  let lastType: unknown;
  let lastKeys: Keys | undefined;

  function keysOf(type: unknown): Keys | undefined {
    if (type === lastType) return lastKeys;
    const keys = types.get(type);
    if (keys === undefined) return undefined;
    lastType = type;
    lastKeys = keys;
    return keys;
  }

  function addTo(level: Map<unknown, Keys>, type: unknown, key: unknown, linkedObject: object): object {
    if (typeof type !== 'string' || (typeof key !== 'string' && typeof key !== 'number')) return linkedObject;
    const keys = level.get(type) ?? new Map();
    level.set(type, keys);
    if (!keys.has(key)) keys.set(key, linkedObject);
    return keys.get(key);
  }

  return {
    find(identifier) {
      const { type, id } = identifier;
      if (id !== undefined) return keysOf(type)?.get(id);
      return localTypes.get(type)?.get(identifier['lid']);
    },
    add(resource, linkedObject) {
      const { type, id } = resource;
      if (id === undefined) return addTo(localTypes, type, resource['lid'], linkedObject);
      const keys = typeof id === 'string' ? keysOf(type) : undefined;
      if (keys === undefined) return addTo(types, type, id, linkedObject);
      const known = keys.get(id);
      if (known !== undefined) return known;
      keys.set(id, linkedObject);
      return linkedObject;
    },
  };
}
