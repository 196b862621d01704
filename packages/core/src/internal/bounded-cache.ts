/** Remembers what was made for a key, for the most recently made keys only: keys may come from strangers. */
export interface BoundedCache<Key, Value> {
  readonly size: number;
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): void;
}

/** A cache of at most `most` entries; the oldest one goes first. */
export function createBoundedCache<Key, Value>(most: number): BoundedCache<Key, Value> {
  const entries = new Map<Key, Value>();
  return {
    get size() {
      return entries.size;
    },
    get: (key) => entries.get(key),
    set(key, value) {
      if (entries.size >= most) entries.delete(entries.keys().next().value as Key);
      entries.set(key, value);
    },
  };
}
