import { andThen, isPromise, orElse, syncMembers, syncResult } from '@linkage/core/internal';
import { type AnySource, type WriteMethod, writeMethods } from '../port/any-source.ts';
import type { ReadMethod } from '../port/can.ts';
import type { CollectionQuery, SourceCall, StreamQuery } from '../port/data-source.ts';
import { assertConditionsApply, requiredConditions } from './assert-conditions-apply.ts';
import type { CallWatch, SafeSpan } from './call-watch.ts';
import { PLACE_OF_CALL, type PlacedCall } from './gathered-writes.ts';
import { readResult } from './read-result.ts';
import { recordBatches } from './record-batches.ts';
import {
  type AnyMethod,
  forgetting,
  rememberedFind,
  rememberedRelated,
  WATCH,
  type Watched,
} from './remembered-reads.ts';
import { runTransaction } from './run-transaction.ts';
import { ownQuery } from './source-query.ts';

// Every call of the server to a source passes through its gateway, in these steps, each once: the memory of the attempt, the
// creations that wait, the conditions of the query, the deadline, the trace, the call with its time limit, the check of the result.

type Method = Exclude<ReadMethod, 'stream'> | WriteMethod;
type Work = (call: SourceCall) => Promise<unknown>;

interface GatewayMethod {
  readonly type: string;
  readonly source: AnySource;
  readonly method: Method;
  readonly isWrite: boolean;
  /** The name of the method in messages. */
  readonly where: string;
}

/** Returns the arguments of a method, with a query that owns all its members. Rejects conditions that the method does not apply. */
function argumentsFor(
  { api }: CallWatch,
  { type, source }: GatewayMethod,
  method: 'list' | 'related',
  args: readonly unknown[],
): readonly unknown[] {
  const place = method === 'list' ? 0 : 2;
  const query = ownQuery(args[place] as CollectionQuery);
  assertConditionsApply(api, type, source.can.applies[method], requiredConditions(method, query));
  return args.with(place, query);
}

/** Runs work, and ends its span when the work has ended. */
function endOf(span: SafeSpan, work: () => unknown): unknown {
  const end = (result: unknown): unknown => {
    span.end({ failed: false });
    return result;
  };
  return orElse(
    () => andThen(work(), end),
    (reason) => {
      span.end({ failed: true });
      throw reason;
    },
  );
}

/** Counts and traces a call, limits its time, checks its result, and does not start if the request was aborted. */
function callSource(watch: CallWatch, called: GatewayMethod, args: readonly unknown[]): unknown {
  const { type, source, method } = called;
  watch.deadline.check();
  const given = method === 'list' || method === 'related' ? argumentsFor(watch, called, method, args) : args;
  const span = watch.isObserved ? watch.startCall(type, method) : undefined;
  if (span === undefined) return settle(watch, called, args, (source[method] as AnyMethod).apply(source, given as []));
  const call = () => (source[method] as AnyMethod).apply(source, given as []);
  return endOf(span, () => settle(watch, called, args, span.run(call)));
}

/** Waits for a result within its time, and checks it. */
function settle(watch: CallWatch, called: GatewayMethod, args: readonly unknown[], result: unknown): unknown {
  const { method, where, isWrite } = called;
  if (isPromise(result))
    return watch.deadline.wait(result, watch.sourceTime, where).then((it) => settle(watch, called, args, it));
  // Sources answer null or false if the resource does not exist.
  if (isWrite && result !== null && result !== false) watch.onWrite(args.at(-1) as SourceCall);
  return readResult(method, args, result, where);
}

/** Calls `stream` when its first records are read. The time of each batch is limited. */
async function* callStream(
  watch: CallWatch,
  type: string,
  source: AnySource,
  given: StreamQuery,
  call: SourceCall,
): AsyncGenerator<readonly object[], void, undefined> {
  const { api, deadline, sourceTime } = watch;
  const where = `${type}.stream`;
  deadline.check();
  const query = ownQuery(given);
  assertConditionsApply(api, type, source.can.applies.stream, requiredConditions('stream', query));
  const span = watch.startCall(type, 'stream');
  const open = () => source.stream?.(query, call) ?? [];
  let failed = false;
  try {
    const batches = recordBatches(
      () => (span === undefined ? open() : span.run(open)),
      where,
      (work) => deadline.wait(work, sourceTime, where),
    );
    for await (const batch of batches) {
      yield batch;
      deadline.check();
    }
  } catch (error) {
    failed = true;
    throw error;
  } finally {
    span?.end({ failed });
  }
}

/** Creates the methods of a gateway. They find the monitor of the request through `this`. */
function createGateway(type: string, source: AnySource): object {
  const scope = source.transactionGroup ?? source;
  const begin = (run: Work, call: SourceCall) => (source as Required<AnySource>).transaction(run, call);
  const { version, job } = source;
  const committed = async (watch: CallWatch, call: SourceCall): Promise<void> => {
    const noted = Promise.resolve(source.afterCommit?.(call));
    await watch.deadline.wait(noted, watch.sourceTime, `${type}.afterCommit`);
  };
  const through = (method: Method): AnyMethod | undefined => {
    if (source[method] === undefined) return undefined;
    const isWrite = writeMethods.includes(method as WriteMethod);
    const called = { type, source, method, isWrite, where: `${type}.${method}` };
    return function (this: Watched, ...args) {
      const ready = (args.at(-1) as PlacedCall)[PLACE_OF_CALL]?.gathered.before();
      return ready === undefined
        ? callSource(this[WATCH], called, args)
        : ready.then(() => callSource(this[WATCH], called, args));
    } as AnyMethod;
  };
  return Object.freeze({
    can: source.can,
    list: through('list'),
    stream:
      source.stream &&
      function (this: Watched, query: StreamQuery, call: SourceCall) {
        return callStream(this[WATCH], type, source, query, call);
      },
    find: rememberedFind(type, through('find'), source),
    related: rememberedRelated(type, through('related')),
    ...Object.fromEntries(writeMethods.map((name) => [name, forgetting(type, name, through(name), source)])),
    transaction:
      source.transaction &&
      async function (this: Watched, run: Work, call: SourceCall) {
        const result = await runTransaction(this[WATCH], `${type}.transaction`, scope, begin, run, call);
        // A transaction within another one, such as that of a store of idempotency keys, is not committed yet.
        if (source.afterCommit !== undefined && call.transaction === undefined) await committed(this[WATCH], call);
        return result;
      },
    afterCommit:
      source.afterCommit &&
      function (this: Watched, call: SourceCall) {
        return committed(this[WATCH], call);
      },
    transactionGroup: source.transactionGroup,
    loadsIncludes: source.loadsIncludes,
    filterOperators: source.filterOperators,
    // These read a record synchronously. They are neither counted nor traced.
    version:
      typeof version === 'function'
        ? (record: never) => syncResult(version.call(source, record), `${type}.version`)
        : version,
    job: job && ((record: never) => syncMembers(job.call(source, record), `${type}.job`)),
  });
}

const gateways = new WeakMap<AnySource, object>();

/** Returns the gateway of a source for one request. Its methods are created once for all requests. */
export function gatewayOf(watch: CallWatch, type: string, source: AnySource): AnySource {
  let gateway = gateways.get(source);
  if (gateway === undefined) {
    gateway = createGateway(type, source);
    gateways.set(source, gateway);
  }
  const ofRequest = Object.create(gateway) as AnySource & { [WATCH]: CallWatch };
  ofRequest[WATCH] = watch;
  return ofRequest;
}
