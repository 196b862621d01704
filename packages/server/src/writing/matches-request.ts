import type { ResourceType } from '@linkage/core';
import { versionText } from '@linkage/core/internal';
import { fieldOf } from '@linkage/core/records';
import type { Turn } from '../door/turn.ts';
import type { Preference } from '../request/preference.ts';

/** The fields of a write request. */
interface Requested {
  readonly attributes: object;
  readonly relationships: object;
}

/**
 * Whether a resource after a write matches the request, so that the client does not need the response document. If
 * unsure, returns false, and the client receives the resource.
 *
 * @param before The whole record before the write, or the id alone for a new resource.
 * @param after The whole record after the write.
 */
export function matchesRequest(
  { request }: Pick<Turn, 'request'>,
  type: ResourceType,
  before: object,
  requested: Requested,
  after: object,
): boolean {
  // A relationship that the record does not contain was written as requested; otherwise, the write would have failed.
  const carried = Object.entries(requested.relationships).filter(([name]) => fieldOf(after, name) !== undefined);
  const expected: Record<string, unknown> = { id: (before as { readonly id?: unknown }).id };
  // Records can inherit their fields, or have accessors for them.
  for (const name of [...type.attributes.keys(), ...type.relationships.keys()]) expected[name] = fieldOf(before, name);
  Object.assign(expected, requested.attributes, Object.fromEntries(carried));
  return versionText(request.api, type, expected) === versionText(request.api, type, after);
}

/** Returns the preference that the response to a create or update request applies, or null. */
export function honoredPreference({ preference }: Pick<Turn, 'preference'>, isMinimal: boolean): Preference | null {
  return preference !== undefined && isMinimal === (preference === 'minimal') ? preference : null;
}
