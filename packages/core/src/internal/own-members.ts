import { isObject } from './is-object.ts';

/** The members of an object, by name. */
export type Members = Readonly<Record<string, unknown>>;

/** Whether `for … in` and property reads find only own members, as for every object that JSON.parse creates. */
export function isPlainObject(object: object): boolean {
  const prototype = Object.getPrototypeOf(object);
  return prototype === Object.prototype || prototype === null;
}

/** Returns a copy of an object's own enumerable members without a prototype. */
export function ownMembers(object: object): Members {
  return { __proto__: null, ...object } as unknown as Members;
}

const NONE: Members = Object.freeze(Object.create(null));

/** Like `ownMembers`, for a part of a document from outside. A value that is not an object does not have members. */
export function membersOf(value: unknown): Members {
  return isObject(value) ? ownMembers(value) : NONE;
}
