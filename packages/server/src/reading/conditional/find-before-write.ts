import {
  assertVersion,
  ifMatchRequired,
  isConditional,
  preconditionFailed,
  ready,
  type Steps,
} from '@linkage/core/internal';
import { findVisibleRecord, shownRecord } from '../../rules/find-visible.ts';
import type { ActionOnRecord } from '../../rules/permission.ts';
import { readFacts } from '../../rules/read-facts.ts';
import { WriteFacts } from '../../rules/write-facts.ts';
import type { Side } from '../../sources/links/sides.ts';
import type { LinkageChange, SourceRecord } from '../../sources/port/data-source.ts';
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

/** A resource before a write. */
export interface FoundResource {
  /** The record with all fields, locked against other writes. Undefined if no later step needs it. */
  readonly record: SourceRecord | undefined;
  /** The record as the user sees it, if a precondition or the response depends on it. */
  readonly shown: object | undefined;
  /** The facts that were read for later steps, if one of them asks. */
  readonly facts: WriteFacts | undefined;
}

type OneOperation = OperationContext<'resource' | 'relationship'>;

/** Reads the resource that will be written, and what later steps ask for. */
function* readResource(
  { request, route, source, call, preference }: OneOperation,
  { actions, changes = [], isHooked = false, isAsked }: WriteRequest,
  [mustLock, isConditionalWrite]: readonly [mustLock: boolean, isConditionalWrite: boolean],
): Steps<FoundResource> {
  const { type, id } = route;
  const { rules } = request;
  const isCompared = isConditionalWrite || (preference === 'minimal' && actions.includes('update'));
  const ahead = { changes, isCompared, isAsked };
  const locking = callWith(call, { forUpdate: true });
  if (rules === undefined) {
    const selection = isCompared || isHooked ? allFields(type) : selectionOf();
    const isLocked = isConditionalWrite || mustLock || isHooked;
    const shown = yield* ready(findResource({ source, call: isLocked ? locking : call }, type, id, selection));
    const record = isHooked ? (shown as SourceRecord) : undefined;
    if (isAsked === undefined || changes.length === 0) return { record, shown, facts: undefined };
    return { record, shown, facts: yield* readFacts(request, type.name, { ...ahead, record: shown, isHooked }, call) };
  }
  const guarded = rules.guarded(type.name);
  const current = yield* findVisibleRecord(guarded, id, { actions, isAsked: isCompared || isHooked }, call);
  if (current === undefined) throw resourceNotFound(type);
  const { record } = current;
  const facts =
    changes.length === 0
      ? new WriteFacts()
      : yield* readFacts(request, type.name, { ...ahead, record, isHooked: true }, call);
  let shown: object | undefined;
  if (record === undefined)
    yield* ready(findResource({ source, call: mustLock ? locking : call }, type, id, selectionOf()));
  else if (isCompared) shown = yield* ready(shownRecord({ ...guarded, facts }, record, allFields(type), call));
  return { record, shown, facts };
}

/**
 * Finds the resource that will be written, and checks the preconditions of the request. With preconditions, reads the record for an
 * update, so that a source with locks prevents other writes in between. Returns undefined if the source cannot find it.
 *
 * @param mustLock Whether a check of the current linkage precedes the write, so that other writes must wait.
 * @throws {JsonApiError} 404 if the resource does not exist, 412 if a precondition does not match.
 */
export function* findBeforeWrite(
  operation: OneOperation,
  request: WriteRequest,
  mustLock = false,
): Steps<FoundResource | undefined> {
  const { route, source, preconditions } = operation;
  const { type, id } = route;
  if (source.find === undefined) {
    // A precondition that cannot be checked must not allow a write.
    if (preconditions.ifMatch !== undefined && preconditions.ifMatch !== '*')
      throw preconditionFailed('If-Match', 'PRECONDITION_FAILED.noVersionOfType', { type: type.name });
    if (preconditions.ifNoneMatch !== undefined)
      throw preconditionFailed('If-None-Match', 'PRECONDITION_FAILED.unknownExistence', { type: type.name });
    return undefined;
  }
  const isConditionalWrite = isConditional(preconditions);
  const found = yield* readResource(operation, request, [mustLock, isConditionalWrite]);
  if (!isConditionalWrite) return found;
  const record = found.shown as object;
  const version =
    route.kind === 'relationship'
      ? yield* ready(relationshipVersion(operation, { type, id, record, relationship: route.relationship }))
      : resourceVersion(operation, type, record);
  assertVersion(preconditions, version);
  return found;
}
