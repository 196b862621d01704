/** A member that an object has itself or inherits from a class, although `Object.prototype` has the same value. */
function besideEveryObject(object: object, name: PropertyKey): unknown {
  for (let at: object | null = object; at !== null && at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    if (Object.hasOwn(at, name)) return (object as Record<PropertyKey, unknown>)[name];
  }
  return undefined;
}

/**
 * Returns a member that an object has itself or inherits from its class. Ignores members that every object inherits
 * from `Object.prototype`, also those that applications add. Costs one read for a member that is present, and one comparison.
 */
export function memberOf(object: object, name: PropertyKey): unknown {
  const value = (object as Record<PropertyKey, unknown>)[name];
  if (value === undefined || value !== (Object.prototype as Record<PropertyKey, unknown>)[name]) return value;
  return besideEveryObject(object, name);
}

/** Returns the first of several members that an object has, or undefined. */
export function firstMember(object: object, names: readonly string[]): unknown {
  for (const name of names) {
    const value = memberOf(object, name);
    if (value !== undefined) return value;
  }
  return undefined;
}

/**
 * Reads members of an object from outside into an object of ours that has all of them, undefined where they are absent.
 * Code that receives the result reads its members with a dot.
 */
export function pickMembers<Given extends object, Name extends keyof Given & string>(
  given: Given,
  names: readonly Name[],
): { readonly [Key in Name]: Given[Key] | undefined } {
  const read: Partial<Record<Name, unknown>> = {};
  for (const name of names) read[name] = memberOf(given, name);
  return read as { readonly [Key in Name]: Given[Key] | undefined };
}
