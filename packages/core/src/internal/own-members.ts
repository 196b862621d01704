/** Whether `for … in` and property reads find only own members, as for every object that JSON.parse creates. */
export function isPlainObject(object: object): boolean {
  const prototype = Object.getPrototypeOf(object);
  return prototype === Object.prototype || prototype === null;
}

/** Returns a copy of an object's own enumerable members without a prototype. */
export function ownMembers(object: object): Readonly<Record<string, unknown>> {
  return { __proto__: null, ...object } as unknown as Readonly<Record<string, unknown>>;
}
