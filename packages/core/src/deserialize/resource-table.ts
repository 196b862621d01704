import type { JsonObject } from '../grammar/node.ts';

/** Objects by what identifies a resource: its type with its id, or with its local id where it has no id. */
export interface ResourceTable {
  /** The object kept for what an object of the document identifies; undefined when there is none. */
  find(identifier: JsonObject): object | undefined;
  /** Keeps an object for a resource, unless there is one already; gives the one that counts. */
  add(resource: JsonObject, made: object): object;
}

type Keys = Map<unknown, object>;

/** Makes an empty table. Ids that are numbers break a rule, and are as good to tell resources apart. */
export function createResourceTable(): ResourceTable {
  // One map in the other: joining type and id to one text for each look-up would cost more than the look-up.
  const types = new Map<unknown, Keys>();
  const localTypes = new Map<unknown, Keys>();
  // Resources of one type stand in rows, and so do identifiers: most look-ups in the outer map are spared.
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

  function addTo(level: Map<unknown, Keys>, type: unknown, key: unknown, made: object): object {
    if (typeof type !== 'string' || (typeof key !== 'string' && typeof key !== 'number')) return made;
    const keys = level.get(type) ?? new Map();
    level.set(type, keys);
    if (!keys.has(key)) keys.set(key, made);
    return keys.get(key);
  }

  return {
    find(identifier) {
      const { type, id } = identifier;
      if (id !== undefined) return keysOf(type)?.get(id);
      return localTypes.get(type)?.get(identifier['lid']);
    },
    add(resource, made) {
      const { type, id } = resource;
      if (id === undefined) return addTo(localTypes, type, resource['lid'], made);
      const keys = typeof id === 'string' ? keysOf(type) : undefined;
      if (keys === undefined) return addTo(types, type, id, made);
      const known = keys.get(id);
      if (known !== undefined) return known;
      keys.set(id, made);
      return made;
    },
  };
}
