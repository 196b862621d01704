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
