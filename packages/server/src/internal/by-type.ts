/** Groups values by type. */
export function byType<Value>(
  values: readonly Value[],
  typeOf: (value: Value) => string,
): ReadonlyMap<string, readonly Value[]> {
  const lists = new Map<string, Value[]>();
  for (const value of values) {
    const type = typeOf(value);
    const list = lists.get(type);
    if (list === undefined) lists.set(type, [value]);
    else list.push(value);
  }
  return lists;
}
