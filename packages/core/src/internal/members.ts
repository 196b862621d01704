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

/** The members of an object, by name. */
export type Members = Readonly<Record<string, unknown>>;

/** Whether `for … in` and property reads find only own members, as for every object that JSON.parse creates. */
export function isPlainObject(object: object): boolean {
  const prototype = Object.getPrototypeOf(object);
  return prototype === Object.prototype || prototype === null;
}

const NONE: Members = Object.freeze(Object.create(null));

/**
 * Returns a copy of the own enumerable members of an object from outside, without a prototype. Other values do not have
 * members.
 */
export function ownMembers(value: unknown): Members {
  return isObject(value) ? ({ __proto__: null, ...value } as unknown as Members) : NONE;
}

/**
 * Sets an own member. An assignment would call a setter of `Object.prototype`, such as the setter of `__proto__`, and
 * fail for names such as `constructor` if that prototype is frozen.
 */
export function setOwn(object: object, name: string, value: unknown): void {
  if (name in Object.prototype) {
    const descriptor = { __proto__: null, value, writable: true, enumerable: true, configurable: true };
    Object.defineProperty(object, name, descriptor as PropertyDescriptor);
  } else {
    (object as Record<string, unknown>)[name] = value;
  }
}

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
