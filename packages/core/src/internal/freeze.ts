/** Freezes a list this library made; the elements are frozen where they are made. */
export function frozenList<Element>(elements: Element[]): readonly Element[] {
  return Object.freeze(elements);
}

/** A read-only view of a map: `set`, `delete` and `clear` do not exist on it, at run time either. */
export function frozenMap<Key, Value>(entries: Iterable<readonly [Key, Value]>): ReadonlyMap<Key, Value> {
  const map = new Map(entries);
  const refuse = (): never => {
    throw new TypeError('This map is read-only.');
  };
  map.set = refuse;
  map.delete = refuse;
  map.clear = refuse;
  return Object.freeze(map);
}
