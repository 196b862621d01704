import { JsonApiError, type ResourceType } from '@linkage/core';
import { type Awaitable, allOf, andThen, isConditional, isPromise, orElse } from '@linkage/core/internal';
import { versionConditions } from '../reading/conditional/resource-version.ts';
import type { AnyQuery } from '../request/read-query.ts';
import { withCallConditions } from '../rules/applied-filters.ts';
import { permitAhead } from '../rules/permit-ahead.ts';
import { type Permit, permitWithout, writesOf } from '../rules/permitted.ts';
import type { KnowingCall } from '../sources/gateway/known-rows.ts';
import type { AnySource, OfferedSource, WriteMethod } from '../sources/port/any-source.ts';
import type { SourceCall, SourceRecord } from '../sources/port/data-source.ts';
import { isInProcess } from '../sources/port/in-process.ts';
import type { Accepted } from '../sources/port/source-answers.ts';
import type { WritingOperation } from './context.ts';
import { protectingSides } from './protected-links.ts';
import { hasSideHooks } from './side-hooks.ts';
import { type ActionAtOnce, isInList, takesNone, writeInList } from './write-resource.ts';

// Most writes are one call of the source: no step between the request and the source needs the row, and none after it can fail. The server
// begins no transaction: what the steps check are conditions of the call, or the linkage of the request. If an update or a deletion writes
// nothing, the user runs all steps, and the first that fails has the error.

type OneResource = WritingOperation<'resource'>;
type OneWrite = WritingOperation<'resource' | 'collection'>;
type UpdateInput = Parameters<NonNullable<AnySource['update']>>[1];

/** Whether a write is alone in its request, or one of a list, and no hook takes part. */
export function isAlone(operation: OneWrite, action: ActionAtOnce): boolean {
  const { call, source, route, request, keyRules, preference } = operation;
  if (request.server.hooks?.get(route.type.name)?.[action] !== undefined) return false;
  if (keyRules !== undefined || preference === 'minimal') return false;
  const isOne = call.transaction === undefined && (call as KnowingCall).ofServer?.known === undefined;
  return isOne ? source.can.atomic.has(action) : isInList(operation, action);
}

/**
 * Whether the source alone checks the linkage of a resource. Hooks of other resources take part in the check, and relationships of the request
 * can contradict each other.
 */
export function areLinksChecked(
  operation: OneWrite,
  action: 'create' | 'update',
  input: Pick<UpdateInput, 'relationships'>,
): boolean {
  const { call, source, route, request } = operation;
  const linked = Object.keys(input.relationships);
  if (linked.length === 0) return true;
  const isOne = call.transaction === undefined;
  if (!isOne && !takesNone(operation, route.type, input, action === 'create')) return false;
  if (hasSideHooks(request.server) || request.server.sharedLinks.has(route.type.name)) return false;
  const isOfSource = (target: string): boolean => {
    // A new row satisfies a link to the id that the database is about to choose for it.
    if (target === route.type.name) return false;
    const other = request.sourceOf(target);
    // A replaced `find` can hide resources that this source does not know.
    return other?.transactionGroup === source.transactionGroup && other?.can.applies.find.isDeclared === true;
  };
  const checked = source.can.checksLinks[isOne ? action : (`${action}All` as const)];
  return linked.every((name) => {
    const targets = route.type.relationships.get(name)?.targets;
    return checked.has(name) && targets?.every(isOfSource) === true;
  });
}

/**
 * Whether the steps of an update need not ask for the resources that it links to: the source checks the linkage, and the user can read
 * every resource of these types, so that none is hidden. If the update fails, all steps find the first error.
 */
export function leavesLinks(operation: OneResource, { relationships }: UpdateInput): Awaitable<boolean> {
  const { call, request, route, source } = operation;
  const linked = Object.keys(relationships);
  const { type } = route;
  if (linked.length === 0 || source.find === undefined || source.transaction === undefined) return false;
  // In this process, it costs nothing to ask.
  if (isInProcess(source.transactionGroup) || call.transaction !== undefined) return false;
  if (!areLinksChecked(operation, 'update', { relationships })) return false;
  const relationshipsOf = linked.flatMap((name) => type.relationships.get(name) ?? []);
  if (relationshipsOf.some(({ member }) => member !== undefined)) return false;
  const { rules } = request;
  if (rules === undefined) return true;
  const targets = new Set(relationshipsOf.flatMap((it) => it.targets));
  const areAll = () => allOf([...targets], (target) => andThen(rules.accessFilterOf(target), (it) => it === 'all'));
  // An error of a rule has its place among the steps.
  return orElse(
    () => waitFor(operation, areAll()),
    () => false,
  );
}

/** After an error of the source, nothing is written. The steps then find the error that comes first. */
export function stepsAfter(reason: unknown): undefined {
  if (!JsonApiError.is(reason)) throw reason;
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

/** Whether the response to a write contains nothing but the record that the source returns. */
export function showsRecord({ source, route }: OneWrite, { plan }: Pick<AnyQuery, 'plan'>): boolean {
  return (
    source.can.returnsWritten &&
    source.find !== undefined &&
    (typeof source.version !== 'function' || source.can.comparesVersion !== undefined) &&
    plan?.root.isEnd !== false &&
    isPlain(route.type)
  );
}

export type Write<Result> = (writes: Pick<AnySource, WriteMethod>, call: SourceCall) => Awaitable<Result> | undefined;

/** Calls the source, and what it does after a commit. Undefined stands for a write that changed nothing. */
export function callAtOnce<Result>(
  source: OfferedSource,
  permit: Permit,
  [own, given]: readonly [own: SourceCall, given: SourceCall],
  write: Write<Result | null | false>,
): Awaitable<Result | undefined> {
  return andThen(write(writesOf(source, permit), given), (result) => {
    if (result === null || result === false || result === undefined) return undefined;
    return source.afterCommit === undefined || own.transaction !== undefined
      ? result
      : andThen(source.afterCommit(own), () => result);
  });
}

/** Waits for access rules. A rule of the application can take as long as it likes. */
export function waitFor<Result>({ request }: OneWrite, permitting: Awaitable<Result>): Awaitable<Result> {
  return isPromise(permitting) ? request.monitor.wait(permitting, 0, 'The access rules') : permitting;
}

/** @param changes What an update changes. Undefined for a deletion. */
function perform<Result>(
  operation: OneResource,
  changes: UpdateInput | undefined,
  write: Write<Result | null | false>,
): Awaitable<Result | undefined> {
  const { request, route, source, call: own, preconditions } = operation;
  const { rules } = request;
  const versions = isConditional(preconditions) ? versionConditions(operation, route.type, route.id) : [];
  if (versions === undefined) return undefined;
  if (rules === undefined) {
    if (versions.length > 0 && own.transaction !== undefined) return undefined;
    const given = versions.length === 0 ? own : withCallConditions(own, versions);
    return callAtOnce(source, permitWithout(rules), [own, given], write);
  }
  const guarded = rules.guarded(route.type.name);
  return andThen(waitFor(operation, permitAhead(guarded, changes)), (permitted) => {
    if (permitted === undefined) return undefined;
    const given = rules.writing(own, guarded.type);
    const conditions = versions.length === 0 ? permitted.conditions : [...permitted.conditions, ...versions];
    if (conditions.length > 0 && own.transaction !== undefined) return undefined;
    return callAtOnce(guarded.source, permitted.permit, [own, withCallConditions(given, conditions)], write);
  });
}

/** Updates a resource with one call of its source. Returns its record, undefined if the steps must run, or null if the source has rejected a link. */
export function updateAtOnce(
  operation: OneResource,
  input: UpdateInput,
  query: Pick<AnyQuery, 'plan'>,
): Awaitable<SourceRecord | Accepted | null | undefined> {
  if (!isAlone(operation, 'update') || !showsRecord(operation, query)) return undefined;
  const linked = Object.keys(input.relationships);
  if (linked.length + Object.keys(input.attributes).length === 0) return undefined;
  if (!areLinksChecked(operation, 'update', input)) return undefined;
  const { call, route } = operation;
  if (call.transaction !== undefined)
    return perform(operation, input, (writes, own) => writeInList(route.type, writes, route.id, input, own));
  const update = () => perform(operation, input, (writes, own) => writes.update?.(route.id, input, own));
  return linked.length === 0
    ? update()
    : orElse<SourceRecord | Accepted | null | undefined>(update, (reason) => stepsAfter(reason) ?? null);
}

/** Deletes a resource with one statement. Returns undefined if all steps must run. */
export function deleteAtOnce(operation: OneResource): Awaitable<true | Accepted | undefined> {
  const { request, route } = operation;
  if (!isAlone(operation, 'delete')) return undefined;
  // `write: false` can reject what the deletion changes of other resources. Rules are asked about it, too: see `permitAhead`.
  if (request.rules === undefined && protectingSides(request, route.type).length > 0) return undefined;
  return perform(operation, undefined, (writes, call) => writes.delete?.(route.id, call));
}
