import { isObject } from './is-object.ts';

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
