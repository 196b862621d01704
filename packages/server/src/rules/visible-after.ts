import type { SourceCall } from '../sources/port/data-source.ts';
import { isInScope } from './other-sides.ts';
import { describeResource, forbidden } from './permission.ts';
import type { GuardedSource } from './request-access.ts';
import { allFieldsOf } from './scope.ts';
import { assertShown } from './undecided-fields.ts';
import { findWithinScope } from './visible-records.ts';

/**
 * Checks that the caller can read a resource after a write, and the attributes that the request has set.
 *
 * @param relationship The relationship that changed, if only one changed.
 * @throws {JsonApiError} 403. If the source has transactions, the write is rolled back.
 */
export async function assertVisibleAfter(
  guarded: GuardedSource,
  [action, id]: readonly [action: 'create' | 'update' | 'relate', id: string],
  relationship: string | undefined,
  shownAfter: readonly string[],
  call: SourceCall,
): Promise<void> {
  const { access, type } = guarded;
  await assertSeenAfter(guarded, [action, id], relationship, call);
  if (action !== 'relate') await assertShown(access, type, [action, id], shownAfter, call);
}

async function assertSeenAfter(
  guarded: GuardedSource,
  [action, id]: readonly [action: 'create' | 'update' | 'relate', id: string],
  relationship: string | undefined,
  call: SourceCall,
): Promise<void> {
  const { access, type } = guarded;
  if ((await access.scopeOf(type.name)) === 'all') return;
  if (action === 'relate' && !(await isInScope(access, type.name, relationship))) return;
  // With conditions, the source has `find`: see `access-control.ts`.
  const [found] = await findWithinScope(guarded, [id], allFieldsOf(type), call);
  if (found !== undefined) return;
  throw forbidden(
    action,
    `The caller cannot read ${describeResource(type.name, id)} after the ${action === 'relate' ? 'change' : 'write'}: see \`access.${type.name}.read\`.`,
  );
}
