import { assertVersion, ifMatchRequired, isConditional, preconditionFailed } from '@linkage/core/internal';
import { findVisibleRecord } from '../../rules/find-visible.ts';
import { loadAhead } from '../../rules/load-ahead.ts';
import { guardedOf } from '../../rules/matching-records.ts';
import type { ActionOnRecord } from '../../rules/permission.ts';
import type { Side } from '../../sources/links/sides.ts';
import type { LinkageChange } from '../../sources/port/data-source.ts';
import { allFields, selectionOf } from '../../sources/port/selection.ts';
import { callWith } from '../../sources/port/source-call.ts';
import { findResource, resourceNotFound } from '../find-resource.ts';
import type { OperationContext } from './operation-context.ts';
import { relationshipVersion, resourceVersion } from './resource-version.ts';

/**
 * Rejects a write without `If-Match` if the server requires it.
 *
 * @throws {JsonApiError} 428.
 * @see https://www.rfc-editor.org/rfc/rfc6585#section-3
 */
export function assertIfMatch({ route, preconditions, requireIfMatch }: OperationContext): void {
  if (route.kind === 'collection' || preconditions.ifMatch !== undefined || !requireIfMatch.has(route.type.name))
    return;
  throw ifMatchRequired();
}

/** A write of a resource that exists. */
export interface WriteRequest {
  /** The actions whose rules decide about it. */
  readonly actions: readonly ActionOnRecord[];
  /** The relationships that it changes. */
  readonly changes?: readonly (readonly [name: string, change: LinkageChange])[];
  /** Whether a hook receives the record, so that it is read with all fields, and locked. */
  readonly isHooked?: boolean;
  /** Whether a hook receives the changes of a side. Undefined if the server has no hooks. */
  readonly isAsked?: ((side: Side) => boolean) | undefined;
}

/**
 * Returns the record of the resource that will be written, after checking the preconditions of the request. With
 * preconditions, reads the record for an update, so that a source with locks prevents other writes in between.
 *
 * @param mustLock Whether a check of the current linkage precedes the write, so that other writes must wait.
 * @throws {JsonApiError} 404 if the resource does not exist, 412 if a precondition does not match.
 */
export async function findBeforeWrite(
  operation: OperationContext<'resource' | 'relationship'>,
  { actions, changes = [], isHooked = false, isAsked }: WriteRequest,
  mustLock = false,
): Promise<object | undefined> {
  const { request, route, source, call, preconditions, preference } = operation;
  const { type, id } = route;
  const conditional = isConditional(preconditions);
  if (source.find === undefined) {
    // A precondition that cannot be checked must not allow a write.
    if (preconditions.ifMatch !== undefined && preconditions.ifMatch !== '*')
      throw preconditionFailed('If-Match', 'PRECONDITION_FAILED.noVersionOfType', { type: type.name });
    if (preconditions.ifNoneMatch !== undefined)
      throw preconditionFailed('If-None-Match', 'PRECONDITION_FAILED.unknownExistence', { type: type.name });
    return undefined;
  }
  const isCompared = conditional || preference === 'minimal';
  if (request.rules !== undefined) {
    const guarded = guardedOf(request.rules, type.name);
    const current = await findVisibleRecord(guarded, id, actions, call);
    if (current === undefined) throw resourceNotFound(type);
    await loadAhead(request, type.name, { record: current.record, changes, isCompared, isAsked }, call);
  }
  // With rules, the linkage that the caller sees would be read, too. The hook then reads the record itself.
  const isForHook = isHooked && request.rules === undefined;
  const selection = isCompared || isForHook ? allFields(type) : selectionOf();
  const reading = conditional || mustLock || isForHook ? callWith(call, { forUpdate: true }) : call;
  const record = await findResource({ source, call: reading }, type, id, selection);
  if (request.rules === undefined && isAsked !== undefined && changes.length > 0)
    await loadAhead(request, type.name, { record, changes, isCompared, isAsked }, call);
  if (!conditional) return record;
  const version =
    route.kind === 'relationship'
      ? await relationshipVersion(operation, { type, id, record, relationship: route.relationship })
      : resourceVersion(operation, type, record);
  assertVersion(preconditions, version);
  return record;
}
