/** Freezes a value and all that is in it, so that a change of it would throw. */
export function deepFreeze<Value>(value: Value): Value {
  const waiting: unknown[] = [value];
  for (let at = waiting.pop(); waiting.length > 0 || at !== undefined; at = waiting.pop()) {
    if (typeof at !== 'object' || at === null || Object.isFrozen(at)) continue;
    Object.freeze(at);
    waiting.push(...Object.values(at));
  }
  return value;
}
