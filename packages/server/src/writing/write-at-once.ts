import type { ResourceType } from '@linkage/core';
import { type Awaitable, andThen, isConditional } from '@linkage/core/internal';
import type { AnyQuery } from '../request/read-query.ts';
import { withCallConditions } from '../rules/applied-conditions.ts';
import { guardedOf } from '../rules/matching-records.ts';
import { permitAhead } from '../rules/permit-ahead.ts';
import { type Permit, permitWithout, writesOf } from '../rules/permitted.ts';
import { readableFields, withReadable } from '../rules/readable-fields.ts';
import { memoryOf } from '../sources/gateway/attempt-memory.ts';
import type { AnySource, OfferedSource, WriteMethod } from '../sources/port/any-source.ts';
import type { SourceCall, SourceRecord } from '../sources/port/data-source.ts';
import type { Accepted } from '../sources/port/source-answers.ts';
import type { WritingOperation } from './context.ts';
import { protectingSides } from './protected-links.ts';

// Most updates and deletions are one statement: no step between the request and the source needs the row, and none after it can fail. They run
// without a transaction, and without a step before: what the steps check are conditions of the statement. If it writes nothing, the caller runs
// all steps, and the first that fails has the error. So only a success takes this way.

type OneResource = WritingOperation<'resource'>;
type UpdateInput = Parameters<NonNullable<AnySource['update']>>[1];

/** Whether a write is alone in its request, asks for nothing that is read before it, and no hook takes part. */
function isAlone({ call, source, route, request, ...others }: OneResource, action: 'update' | 'delete'): boolean {
  return (
    request.server.hooks?.get(route.type.name)?.[action] === undefined &&
    source.can.atomic.has(action) &&
    call.transaction === undefined &&
    memoryOf(call) === undefined &&
    others.neverStored === undefined &&
    others.preference !== 'minimal' &&
    !isConditional(others.preconditions)
  );
}

const plain = new WeakMap<ResourceType, boolean>();

/** Whether no code of the application can fail while it shows a record of the type. */
function isPlain(type: ResourceType): boolean {
  let known = plain.get(type);
  if (known === undefined) {
    known = [...type.attributes.values()].every(({ compute }) => compute === undefined);
    plain.set(type, known);
  }
  return known;
}

/** Whether the response to an update contains nothing but the record that the source returns. */
function showsRecord({ source, route }: OneResource, { plan }: Pick<AnyQuery, 'plan'>): boolean {
  return (
    source.can.returnsWritten &&
    source.find !== undefined &&
    typeof source.version !== 'function' &&
    plan?.root.isEnd !== false &&
    isPlain(route.type)
  );
}

/**
 * Calls the source. Undefined stands for a write that changed nothing.
 *
 * @param attributes What an update changes. Undefined for a deletion.
 */
function perform<Result>(
  { request, route, source, call }: OneResource,
  attributes: object | undefined,
  write: (writes: Pick<AnySource, WriteMethod>, call: SourceCall) => Awaitable<Result | null | false> | undefined,
): Awaitable<Result | undefined> {
  const { rules } = request;
  const run = (own: OfferedSource, permit: Permit, given: SourceCall): Awaitable<Result | undefined> =>
    andThen(write(writesOf(own, permit), given), (result) => {
      if (result === null || result === false || result === undefined) return undefined;
      return own.afterCommit === undefined ? result : andThen(own.afterCommit(call), () => result);
    });
  if (rules === undefined) return run(source, permitWithout(rules), call);
  const guarded = guardedOf(rules, route.type.name);
  // A rule of the application can wait for as long as it likes.
  return request.monitor.wait(permitAhead(guarded, attributes), 0, 'The access rules').then((permitted) => {
    if (permitted === undefined) return undefined;
    const given = withReadable(call, readableFields(rules, guarded.type));
    return run(guarded.source, permitted.permit, withCallConditions(given, permitted.conditions));
  });
}

/** Updates the attributes of a resource with one statement. Returns its record, or undefined if all steps must run. */
export function updateAtOnce(
  operation: OneResource,
  input: UpdateInput,
  query: Pick<AnyQuery, 'plan'>,
): Awaitable<SourceRecord | Accepted | undefined> {
  if (!isAlone(operation, 'update') || !showsRecord(operation, query)) return undefined;
  const { attributes, relationships } = input;
  if (Object.keys(relationships).length > 0 || Object.keys(attributes).length === 0) return undefined;
  return perform(operation, attributes, (writes, call) => writes.update?.(operation.route.id, input, call));
}

/** Deletes a resource with one statement. Returns undefined if all steps must run. */
export function deleteAtOnce(operation: OneResource): Awaitable<true | Accepted | undefined> {
  const { request, route } = operation;
  if (!isAlone(operation, 'delete')) return undefined;
  // Rules of other resources can refuse what the deletion changes of them, and so can `write: false`.
  const isProtected =
    request.rules === undefined
      ? protectingSides(request, route.type).length > 0
      : request.server.sides.storedLinksTo(route.type.name).length > 0;
  if (isProtected) return undefined;
  return perform(operation, undefined, (writes, call) => writes.delete?.(route.id, call));
}
