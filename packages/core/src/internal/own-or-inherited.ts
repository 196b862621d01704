/**
 * Returns a member that an object has itself or inherits from its class. Ignores members that every object inherits
 * from `Object.prototype`, also those that applications add.
 */
export function ownOrInherited(object: object, name: PropertyKey): unknown {
  for (let at: object | null = object; at !== null && at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    if (Object.hasOwn(at, name)) return (object as Record<PropertyKey, unknown>)[name];
  }
  return undefined;
}

/** Like `ownOrInherited`, but costs one read for each member that is present, and one comparison. */
export function memberOf(object: object, name: string): unknown {
  const value = (object as Record<string, unknown>)[name];
  if (value === undefined || value !== (Object.prototype as Record<string, unknown>)[name]) return value;
  return ownOrInherited(object, name);
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
