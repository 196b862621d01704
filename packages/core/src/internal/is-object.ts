/** Whether a JSON value is an object, not null and not an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns an own member of an object from outside. Inherited names such as `constructor` are absent. */
export function ownMember(object: object, name: string): unknown {
  return Object.hasOwn(object, name) ? (object as Record<string, unknown>)[name] : undefined;
}

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
