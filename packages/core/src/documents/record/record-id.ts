import { ruleViolation } from '../../error/rule-violation.ts';
import { ignoreRejection, isPromise } from '../../internal/awaitable.ts';
import { describeValue, listTypes } from '../../internal/describe-value.ts';
import { memberOf } from '../../internal/members.ts';
import type { ResourceType } from '../../schema/api.ts';

/** Returns the string of an id, or undefined if the id requires the checks of `toIdString`. */
export function simpleIdString(id: unknown): string | undefined {
  return typeof id === 'string' ? id : Number.isSafeInteger(id) ? String(id) : undefined;
}

/** The beginning of an error message, or a function that creates it only if an error occurs. */
export type MessagePrefix = string | (() => string);

/** Returns the beginning of an error message. */
export function formatPrefix(prefix: MessagePrefix): string {
  return typeof prefix === 'string' ? prefix : prefix();
}

/**
 * Converts an id to the string of the document.
 *
 * @param prefix The owner of the id, for error messages.
 * @throws {TypeError} If the id is neither a string, a safe integer, nor a bigint.
 */
export function toIdString(id: unknown, prefix: MessagePrefix, name = 'id'): string {
  if (typeof id === 'string') return id;
  if (typeof id === 'bigint' || (typeof id === 'number' && Number.isSafeInteger(id))) return String(id);
  throw ruleViolation(
    'identification-strings',
    `${formatPrefix(prefix)}: \`${name}\` must be a string, a safe integer, or a bigint, but it is ${describeValue(id)}. If your primary key has another name, declare or map it.`,
  );
}

/**
 * Rejects a promise where an object or a value is required. Names the cause, because the value itself only looks wrong.
 *
 * @param prefix The owner of the value, for error messages.
 * @throws {TypeError} If the value is a promise.
 */
export function assertNotPromise(value: unknown, prefix: MessagePrefix): void {
  if (!isPromise(value)) return;
  ignoreRejection(value);
  throw new TypeError(`${formatPrefix(prefix)}: the value must not be a promise. Await it first.`);
}

/**
 * Returns the id of a record as a string.
 *
 * @throws {TypeError} If the id is neither a string, a safe integer, nor a bigint, or if the record is a promise.
 */
export function recordId(id: unknown, record: object, prefix: MessagePrefix, name?: string): string {
  if (id === undefined) assertNotPromise(record, prefix);
  return toIdString(id, prefix, name);
}

export function checkRecord(record: unknown, types: readonly string[]): asserts record is object {
  if (typeof record !== 'object' || record === null)
    throw new TypeError(`A record of type ${listTypes(types)} must be an object, but it is ${describeValue(record)}.`);
}

/** Returns the id of a record of the primary data. */
export function idOf(type: ResourceType, record: object | null): string {
  if (typeof record !== 'object' || record === null) checkRecord(record, [type.name]);
  const { name, idFrom } = type;
  const id = idFrom === undefined ? (record as { readonly id?: unknown }).id : memberOf(record as object, idFrom);
  return typeof id === 'string' ? id : recordId(id, record as object, `Record of type "${name}"`, idFrom);
}

/** Whether a name is that of an at-member, or of a member of an extension. No field has such a name. */
export function isAdditionalForm(name: string): boolean {
  return name.startsWith('@') || name.includes(':');
}

/**
 * The id of a member of linkage that takes no closer look: an id, a record without a type, or an object that names the
 * only possible type and has neither a meta object nor additional members. Undefined for all others.
 */
export function plainReference(target: ResourceType, member: unknown): string | undefined {
  if (typeof member !== 'object' || member === null) return simpleIdString(member);
  const { id, type } = member as { readonly id?: unknown; readonly type?: unknown };
  if (type !== undefined) {
    if (type !== target.name || 'meta' in member) return undefined;
    // The first other name tells whether this is an identifier with more members, or a record.
    for (const name in member) {
      if (name === 'type' || name === 'id') continue;
      if (isAdditionalForm(name)) return undefined;
      break;
    }
  }
  const { idFrom } = target;
  return simpleIdString(idFrom === undefined ? id : memberOf(member, idFrom));
}

/** Up to this length, searching the array is faster than creating a set. */
const SMALL_LINKAGE_LENGTH = 8;

/** Whether an array contains an id twice. */
export function hasRepeats(ids: readonly string[]): boolean {
  if (ids.length > SMALL_LINKAGE_LENGTH) return new Set(ids).size < ids.length;
  for (let index = 1; index < ids.length; index++) {
    if (ids.indexOf(ids[index] as string) < index) return true;
  }
  return false;
}

/** The ids of all members of linkage. Undefined if one takes a closer look, or occurs twice. */
export function plainReferences(target: ResourceType, members: readonly unknown[]): readonly string[] | undefined {
  // An array of the right length is smaller than one that grows.
  const ids = new Array<string>(members.length);
  for (let index = 0; index < members.length; index++) {
    const id = plainReference(target, members[index]);
    if (id === undefined) return undefined;
    ids[index] = id;
  }
  return hasRepeats(ids) ? undefined : ids;
}
