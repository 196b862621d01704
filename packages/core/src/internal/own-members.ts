/** Whether `for … in` and plain reads show own members only, as with everything that JSON.parse made. */
export function isPlainObject(object: object): boolean {
  const prototype = Object.getPrototypeOf(object);
  return prototype === Object.prototype || prototype === null;
}

/** A copy that has an object's own enumerable members and no prototype. */
export function ownMembers(object: object): Readonly<Record<string, unknown>> {
  return { __proto__: null, ...object } as unknown as Readonly<Record<string, unknown>>;
}
