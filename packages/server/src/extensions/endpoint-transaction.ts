import type { JsonApiError, ResourceIdentifierObject } from '@linkage/core';
import { rejection } from '@linkage/core/internal';
import type { ExecutingOperation, ExecutingRequest } from '../operations/context.ts';
import { GatheredWrites } from '../sources/gateway/gathered-writes.ts';
import { type KnowingCall, knowingRows } from '../sources/gateway/known-rows.ts';
import type { OfferedSource } from '../sources/port/any-source.ts';
import type { SourceCall } from '../sources/port/data-source.ts';
import type { EndpointRequest } from './server-extension.ts';

/** The number of runs of operations that fail because of others. */
const MAX_RUNS = 8;

/** Returns the sources of types. An operation on a type without a source fails on its own, as a single request does. */
export function sourcesOf(request: ExecutingRequest, types: readonly string[]): readonly OfferedSource[] {
  return [...new Set(types)].map((type) => request.sourceOf(type)).filter((source) => source !== undefined);
}

/** Returns the source whose transactions all types share, or undefined if there is none. */
export function sharedSource(request: ExecutingRequest, types: readonly string[]): OfferedSource | undefined {
  const sources = sourcesOf(request, types);
  const [first] = sources;
  if (first?.transaction === undefined) return undefined;
  const group = first.transactionGroup;
  const isShared =
    sources.length === 1 || (group !== undefined && sources.every((source) => source.transactionGroup === group));
  return isShared ? first : undefined;
}

function noSharedTransaction(types: readonly string[]): JsonApiError {
  const names = types.map((type) => `"${type}"`).join(', ');
  return rejection('OPERATION_NOT_SUPPORTED.together', { names });
}

/**
 * Runs the operations of an endpoint in one transaction of the sources of these types. Operations can share calls: for the resources to
 * which they link, and for their creations and updates. If an operation fails then, they run again, each with its own calls.
 *
 * @param linked The resources to which the operations link. Undefined if they share nothing: then each reads what it needs.
 * @param runsAgain Whether they run again after another error. Not called within another transaction.
 */
export async function runInTransaction<Result>(
  operation: ExecutingOperation<'endpoint'>,
  types: readonly string[],
  linked: readonly ResourceIdentifierObject[] | undefined,
  run: (inside: ExecutingOperation<'endpoint'>) => Promise<Result>,
  runsAgain?: (thrown: unknown) => Promise<boolean>,
): Promise<Result> {
  const { request, call } = operation;
  // Within another transaction, the operations cannot run again on their own.
  const isOutermost = call.transaction === undefined;
  const repeats = isOutermost ? { hasOverreached: false } : operation.repeats;
  const attempt = async (outer: SourceCall): Promise<Result> => {
    const inner = linked === undefined ? outer : knowingRows(outer, request.server.api);
    const known = (inner as KnowingCall).ofServer?.known;
    if (known !== undefined && linked !== undefined && repeats?.hasOverreached === false) {
      known.sharing ??= { hasOverreached: false };
      for (const [type, its] of Map.groupBy(linked, (it) => it.type)) {
        const ids = its.map(({ id }) => id);
        known.expect(type, ids);
      }
    }
    try {
      return await run(operation.with({ call: inner }));
    } catch (thrown) {
      if (repeats !== undefined) repeats.hasOverreached ||= known?.sharing?.hasOverreached === true;
      throw thrown;
    }
  };
  if (sourcesOf(request, types).length === 0) return attempt(call);
  const source = sharedSource(request, types);
  if (source?.transaction === undefined) throw noSharedTransaction(types);
  for (let runs = 1; ; runs++) {
    const mayShare = repeats?.hasOverreached === false;
    try {
      return await source.transaction(attempt, call);
    } catch (thrown) {
      const isLast = !isOutermost || runs === MAX_RUNS;
      if (isLast || !((mayShare && repeats?.hasOverreached === true) || (await runsAgain?.(thrown)) === true))
        throw thrown;
    }
  }
}

/**
 * Runs tasks in order, each with a request of its own. If the transaction can run again, creations or updates of consecutive tasks can
 * become one call of their source. If a task fails then, the transaction runs again without this.
 */
export async function runTogether<Result>(
  tasks: readonly ((inside: EndpointRequest) => Promise<Result>)[],
  call: SourceCall,
  requestWith: (call: SourceCall) => EndpointRequest,
): Promise<readonly Result[]> {
  const sharing = (call as KnowingCall).ofServer?.known?.sharing;
  if (tasks.length > 1 && sharing !== undefined) {
    const gathered = new GatheredWrites();
    try {
      return await gathered.run(
        call,
        tasks.map((task) => (own: SourceCall) => task(requestWith(own))),
      );
    } catch (thrown) {
      sharing.hasOverreached ||= gathered.isUnsure || gathered.hasSkipped;
      throw thrown;
    }
  }
  const results: Result[] = [];
  for (const task of tasks) results.push(await task(requestWith(call)));
  return results;
}
