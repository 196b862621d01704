import { memberOf } from '../../internal/members.ts';
import type { ResourceType } from '../../schema/api.ts';
import { isAdditionalForm, simpleIdString } from './reference.ts';

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
