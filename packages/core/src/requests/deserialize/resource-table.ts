import type { JsonObject } from '../../spec/grammar/node.ts';

/** Objects by the identity of their resource: type and id, or type and local id without an id. */
export interface ResourceTable {
  /** Returns the object of a resource, or undefined if there is none. */
  find(identifier: JsonObject): object | undefined;
  /** Adds the object of a resource, unless the table already contains one. Returns the object in the table. */
  add(resource: JsonObject, linkedObject: object): object;
}

type Keys = Map<unknown, object>;

/**
 * Creates an empty table. Accepts numeric ids: they violate a rule, but they still identify resources.
 *
 * @param own Returns an object whose members are all its own.
 */
export function createResourceTable(own: (object: JsonObject) => JsonObject): ResourceTable {
  // Use nested maps: joining type and id to one string for each lookup would take longer than the lookup.
  const types = new Map<unknown, Keys>();
  const localTypes = new Map<unknown, Keys>();
  // Resources and identifiers of one type often follow each other, so remember the last map.
  let lastType: unknown;
  let lastKeys: Keys | undefined;

  function keysOf(type: unknown): Keys | undefined {
    if (type !== lastType) {
      lastType = type;
      lastKeys = types.get(type);
    }
    return lastKeys;
  }

  return {
    find(identifier) {
      const { type, id, lid } = own(identifier);
      return id === undefined ? localTypes.get(type)?.get(lid) : keysOf(type)?.get(id);
    },
    add(resource, linkedObject) {
      const { type, id, lid } = own(resource);
      const isLocal = id === undefined;
      const key = isLocal ? lid : id;
      if (typeof type !== 'string' || (typeof key !== 'string' && typeof key !== 'number')) return linkedObject;
      let keys = isLocal ? localTypes.get(type) : keysOf(type);
      if (keys === undefined) {
        keys = new Map();
        (isLocal ? localTypes : types).set(type, keys);
        // The next lookup must find the new map.
        lastType = lastKeys = undefined;
      }
      const known = keys.get(key);
      if (known === undefined) keys.set(key, linkedObject);
      return known ?? linkedObject;
    },
  };
}
