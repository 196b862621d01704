/** Returns a function that creates its result once for each object, and keeps it as long as the object. It does not keep `undefined`. */
/* @__NO_SIDE_EFFECTS__ */
export function oncePer<Key extends object, Value>(create: (key: Key) => Value): (key: Key) => Value {
  const values = new WeakMap<Key, Value>();
  return (key) => {
    let value = values.get(key);
    if (value === undefined) {
      value = create(key);
      values.set(key, value);
    }
    return value;
  };
}
