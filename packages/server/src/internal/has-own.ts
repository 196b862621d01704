/**
 * Whether an object has a member itself. Narrows a union as `in` does, which also finds the members that every object
 * inherits.
 */
export function hasOwn<Value extends object, Name extends string>(
  value: Value,
  name: Name,
): value is Extract<Value, { readonly [Key in Name]: unknown }> {
  return Object.hasOwn(value, name);
}
