import { ready, type Steps } from '@linkage/core/internal';
import type { SourceCall, SourceRecord } from '../sources/port/data-source.ts';
import { allFieldsOf, describeFilter, termsOf } from './access-filter.ts';
import { decidesAccess } from './inverse-rules.ts';
import { describeResource, forbidden } from './permission.ts';
import { type Changes, isUnchanged } from './permit-ahead.ts';
import type { GuardedSource } from './request-access.ts';
import { assertShown } from './undecided-fields.ts';
import { findReadable } from './visible-records.ts';

/**
 * Checks that the user can read a resource after a write, and the attributes that the request has set. Returns its record with all
 * fields; undefined if the check did not need it.
 *
 * @param relationship The relationship that changed, if only one changed.
 * @param changes All that has changed of the resource since it was found, locked. Undefined if other changes are possible.
 * @throws {JsonApiError} 403. If the source has transactions, the write is rolled back.
 */
export function* assertVisibleAfter(
  guarded: GuardedSource,
  [action, id]: readonly [action: 'create' | 'update' | 'updateRelationship', id: string],
  relationship: string | undefined,
  shownAfter: readonly string[],
  call: SourceCall,
  changes?: Changes,
): Steps<SourceRecord | undefined> {
  const { access, type } = guarded;
  let seen: SourceRecord | undefined;
  const accessFilter = yield* ready(access.accessFilterOf(type.name));
  const isAsked =
    accessFilter !== 'all' &&
    (action !== 'updateRelationship' || (yield* ready(decidesAccess(access, type.name, relationship)))) &&
    (changes === undefined || !isUnchanged(guarded, changes, termsOf(accessFilter)));
  if (isAsked) {
    // With conditions, the source has `find`: see `access-control.ts`.
    [seen] = yield* ready(findReadable(guarded, [id], allFieldsOf(type), call));
    if (seen === undefined)
      throw forbidden(
        action,
        `The user cannot read ${describeResource(type.name, id)} after the ${action === 'updateRelationship' ? 'change' : 'write'}: see \`access.${type.name}.read\`. It does not match ${describeFilter(accessFilter)}.`,
      );
  }
  if (action !== 'updateRelationship' && shownAfter.length > 0)
    yield* assertShown(access, type, [action, id], shownAfter, call);
  return seen;
}
