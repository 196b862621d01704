/** Returns values by a key of each, in their order. */
export function groupBy<Value, By>(values: Iterable<Value>, keyOf: (value: Value) => By): ReadonlyMap<By, Value[]> {
  const groups = new Map<By, Value[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [value]);
    else group.push(value);
  }
  return groups;
}
