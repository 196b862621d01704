/** Completes an object that this library creates: freezes the object or returns it unchanged. */
export type Finish = <Value extends object>(value: Value) => Value;

/** Returns an object unchanged. Objects for JSON.stringify are not frozen, which saves time. */
export function unchanged<Value extends object>(value: Value): Value {
  return value;
}
