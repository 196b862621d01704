import type { MetaObject } from '@linkage/core';
import { isObject, syncMembers } from '@linkage/core/internal';

/** Members by name. */
export type Members = Readonly<Record<string, unknown>>;

/**
 * Returns the members that a hook of an extension or profile returned, or undefined if it returned none.
 *
 * @param where The hook. Begins the message.
 * @throws {TypeError} If the hook returned a promise, or a value that is neither an object nor undefined.
 */
export function addedMembers(result: unknown, where: string): Members | undefined {
  const members = syncMembers(result, where);
  if (members === undefined || isObject(members)) return members;
  throw new TypeError(`${where} must return an object or undefined.`);
}

/**
 * Merges meta objects. Of two members with the same name, the later one is kept. Two objects are combined, for example
 * those in `page`. Returns undefined if there are none.
 */
export function mergeMeta(...metas: readonly (Members | undefined)[]): MetaObject | undefined {
  const present = metas.filter((meta) => meta !== undefined);
  if (present.length < 2) return present.at(0);
  const merged = new Map<string, unknown>();
  for (const [name, value] of present.flatMap((meta) => Object.entries(meta))) {
    if (value === undefined) continue;
    const before = merged.get(name);
    merged.set(name, isObject(before) && isObject(value) ? { ...before, ...value } : value);
  }
  return Object.fromEntries(merged);
}
