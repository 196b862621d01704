import { ready, type Steps } from '@linkage/core/internal';
import type { SourceCall, SourceRecord } from '../sources/port/data-source.ts';
import { isInScope } from './other-sides.ts';
import { describeResource, forbidden } from './permission.ts';
import type { GuardedSource } from './request-access.ts';
import { allFieldsOf } from './scope.ts';
import { assertShown } from './undecided-fields.ts';
import { findWithinScope } from './visible-records.ts';

/**
 * Checks that the caller can read a resource after a write, and the attributes that the request has set. Returns its record with all
 * fields; undefined if the check did not need it.
 *
 * @param relationship The relationship that changed, if only one changed.
 * @throws {JsonApiError} 403. If the source has transactions, the write is rolled back.
 */
export function* assertVisibleAfter(
  guarded: GuardedSource,
  [action, id]: readonly [action: 'create' | 'update' | 'relate', id: string],
  relationship: string | undefined,
  shownAfter: readonly string[],
  call: SourceCall,
): Steps<SourceRecord | undefined> {
  const { access, type } = guarded;
  let seen: SourceRecord | undefined;
  const isAsked =
    (yield* ready(access.scopeOf(type.name))) !== 'all' &&
    (action !== 'relate' || (yield* ready(isInScope(access, type.name, relationship))));
  if (isAsked) {
    // With conditions, the source has `find`: see `access-control.ts`.
    [seen] = yield* ready(findWithinScope(guarded, [id], allFieldsOf(type), call));
    if (seen === undefined)
      throw forbidden(
        action,
        `The caller cannot read ${describeResource(type.name, id)} after the ${action === 'relate' ? 'change' : 'write'}: see \`access.${type.name}.read\`.`,
      );
  }
  if (action !== 'relate' && shownAfter.length > 0) yield* assertShown(access, type, [action, id], shownAfter, call);
  return seen;
}
