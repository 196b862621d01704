import type { ResourceType } from '../../schema/api.ts';
import { simpleIdString } from './reference.ts';

/**
 * The id of a member of linkage that takes no closer look: an id, a record without a type, or an object that names the
 * only possible type and has no meta object. Undefined for all others.
 */
export function plainReference(target: ResourceType, member: unknown): string | undefined {
  if (typeof member !== 'object' || member === null) return simpleIdString(member);
  const { id, type } = member as { readonly id?: unknown; readonly type?: unknown };
  if (type !== undefined && (type !== target.name || 'meta' in member)) return undefined;
  return simpleIdString(id);
}
