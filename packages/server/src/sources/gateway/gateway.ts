import { type Awaitable, andThen, isPromise, syncMembers, syncResult } from '@linkage/core/internal';
import { type AnySource, type WriteMethod, writeMethods } from '../port/any-source.ts';
import type { ReadMethod } from '../port/can.ts';
import type { CollectionQuery, SourceCall, StreamQuery } from '../port/data-source.ts';
import { requestOf } from '../port/source-call.ts';
import { assertConditionsApply, requiredConditions } from './assert-conditions-apply.ts';
import { type CallWatch, endOf } from './call-watch.ts';
import type { PlacedCall } from './gathered-writes.ts';
import type { Find, KnowingCall } from './known-rows.ts';
import { assertOutside } from './open-transactions.ts';
import { readResult } from './read-result.ts';
import { recordBatches } from './record-batches.ts';
import { runTransaction } from './run-transaction.ts';
import { ownQuery, type UnitedQuery } from './source-query.ts';

// Every call of the server to a source passes through its gateway, in these steps, each once: the rows that are known, the
// writes that wait, the conditions of the query, the deadline, the trace, the call with its time limit, the check of the result.

type AnyMethod = (...args: readonly unknown[]) => Awaitable<unknown>;
type Method = Exclude<ReadMethod, 'stream'> | WriteMethod;
type Work = (call: SourceCall) => Awaitable<unknown>;

interface GatewayMethod {
  readonly type: string;
  readonly source: AnySource;
  readonly method: Method;
  readonly isWrite: boolean;
  /** The name of the method in messages. */
  readonly where: string;
  /** The queries that several requests have, with all members. */
  readonly repeated: WeakMap<object, CollectionQuery>;
}

/** Returns the arguments of a method, with a query that owns all its members. Rejects conditions that the method does not apply. */
function argumentsFor(
  { server }: CallWatch,
  { type, source, repeated }: GatewayMethod,
  method: 'list' | 'related',
  args: readonly unknown[],
): readonly unknown[] {
  const place = method === 'list' ? 0 : 2;
  const given = args[place] as CollectionQuery;
  const known = repeated.get(given);
  if (known !== undefined) return args.with(place, known);
  const query = ownQuery(given);
  assertConditionsApply(server.api, type, source.can.applies[method], requiredConditions(method, query));
  if (Object.isFrozen(given)) repeated.set(given, Object.freeze(query));
  return args.with(place, query);
}

/** Rejects a call that does not belong to a request: nothing would limit its time. */
function withoutRequest(where: string): never {
  throw new TypeError(`\`${where}\` needs the call of a request.`);
}

/** Counts and traces a call, limits its time, checks its result, and does not start if the request was aborted. */
function callSource(watch: CallWatch, called: GatewayMethod, args: readonly unknown[]): unknown {
  const { type, source, method } = called;
  watch.check();
  const given = method === 'list' || method === 'related' ? argumentsFor(watch, called, method, args) : args;
  const span = watch.server.isObserved ? watch.startCall(type, method) : undefined;
  if (span === undefined) return settle(watch, called, args, (source[method] as AnyMethod).apply(source, given as []));
  const call = () => (source[method] as AnyMethod).apply(source, given as []);
  return endOf(span, () => settle(watch, called, args, span.run(call)));
}

/** Waits for a result within its time, and checks it. */
function settle(watch: CallWatch, called: GatewayMethod, args: readonly unknown[], result: unknown): unknown {
  const { method, where, isWrite } = called;
  if (isPromise(result))
    return watch.wait(result, watch.server.limits.sourceTime, where).then((it) => settle(watch, called, args, it));
  // Sources answer null or false if the resource does not exist.
  if (isWrite && result !== null && result !== false) watch.onWrite(args.at(-1) as SourceCall);
  return readResult(method, args, result, where);
}

/** Calls `stream` when its first records are read. The time of each batch is limited. */
async function* callStream(
  type: string,
  source: AnySource,
  given: StreamQuery,
  call: SourceCall,
): AsyncGenerator<readonly object[], void, undefined> {
  const where = `${type}.stream`;
  const watch = (requestOf(call) ?? withoutRequest(where)) as CallWatch;
  const { sourceTime } = watch.server.limits;
  watch.check();
  const query = ownQuery(given);
  assertConditionsApply(watch.server.api, type, source.can.applies.stream, requiredConditions('stream', query));
  const span = watch.startCall(type, 'stream');
  const open = () => source.stream?.(query, call) ?? [];
  let failed = false;
  try {
    const batches = recordBatches(
      () => (span === undefined ? open() : span.run(open)),
      where,
      (work) => watch.wait(work, sourceTime, where),
    );
    for await (const batch of batches) {
      yield batch;
      watch.check();
    }
  } catch (error) {
    failed = true;
    throw error;
  } finally {
    span?.end({ failed });
  }
}

/** Reads a page of several types within its time. */
function callUnited(type: string, source: AnySource, query: UnitedQuery, call: SourceCall) {
  const where = `${type}.united.page`;
  const watch = (requestOf(call) ?? withoutRequest(where)) as CallWatch;
  watch.check();
  for (const part of query.parts)
    assertConditionsApply(watch.server.api, part.type, source.can.applies.list, part.filter);
  const span = watch.server.isObserved ? watch.startCall(type, 'united') : undefined;
  const read = () => {
    const result = source.united?.page(query, call);
    const found = isPromise(result) ? watch.wait(result, watch.server.limits.sourceTime, where) : result;
    return andThen(found, (page) => page && (readResult('list', [], page, where) as typeof page));
  };
  return span === undefined ? read() : endOf(span, () => span.run(read));
}

/** Creates the gateway of a source, for all requests. Its methods find the request through their call. */
export function createGateway(type: string, source: AnySource): AnySource {
  const group = source.transactionGroup ?? source;
  const begin = (run: Work, call: SourceCall) => (source as Required<AnySource>).transaction(run as never, call);
  const { version, job } = source;
  const committed = async (call: SourceCall): Promise<void> => {
    const where = `${type}.afterCommit`;
    const watch = (requestOf(call) ?? withoutRequest(where)) as CallWatch;
    await watch.wait(Promise.resolve(source.afterCommit?.(call)), watch.server.limits.sourceTime, where);
  };
  const through = (method: Method): AnyMethod | undefined => {
    if (source[method] === undefined) return undefined;
    const isWrite = writeMethods.includes(method as WriteMethod);
    const called = { type, source, method, isWrite, where: `${type}.${method}`, repeated: new WeakMap() };
    // Outside of a transaction, it could wait for one in which code of the application waits for it.
    const canBeAlone = isWrite && source.transaction !== undefined;
    const send: AnyMethod = (...args) => {
      const call = args.at(-1) as PlacedCall;
      const watch = (requestOf(call) ?? withoutRequest(called.where)) as CallWatch;
      const place = call.ofServer?.place;
      const ready = place?.gathered.before(place);
      if (canBeAlone && call.transaction === undefined) assertOutside(watch, group, called.where);
      return ready === undefined ? callSource(watch, called, args) : ready.then(() => callSource(watch, called, args));
    };
    if (!isWrite && method !== 'find') return send;
    const of = [type, source.can.applies.find.stored] as const;
    return (...args) => {
      const known = (args.at(-1) as KnowingCall).ofServer?.known;
      if (known === undefined) return send(...args);
      if (isWrite) return known.write(of, method === 'delete', source.can, () => send(...args));
      return known.find(of, send as Find, ...(args as Parameters<Find>));
    };
  };
  return Object.freeze({
    can: source.can,
    isHashed: source.isHashed,
    list: through('list'),
    stream: source.stream && ((query, call) => callStream(type, source, query, call)),
    find: through('find'),
    related: through('related'),
    united: source.united && {
      ...source.united,
      page: (query: UnitedQuery, call: SourceCall) => callUnited(type, source, query, call),
    },
    ...Object.fromEntries(writeMethods.map((name) => [name, through(name)])),
    transaction:
      source.transaction &&
      ((run: Work, call: SourceCall) => {
        const where = `${type}.transaction`;
        const watch = (requestOf(call) ?? withoutRequest(where)) as CallWatch;
        const result = runTransaction(watch, where, group, begin, run, call);
        // A transaction within another one, such as that of a store of idempotency keys, is not committed yet.
        if (source.afterCommit === undefined || call.transaction !== undefined) return result;
        return andThen(result, (value) => committed(call).then(() => value));
      }),
    afterCommit: source.afterCommit && committed,
    transactionGroup: source.transactionGroup,
    loadsIncludes: source.loadsIncludes,
    filterOperators: source.filterOperators,
    // These read a record synchronously. They are neither counted nor traced.
    version:
      typeof version === 'function'
        ? (record: never) => syncResult(version.call(source, record), `${type}.version`)
        : version,
    job: job && ((record: never) => syncMembers(job.call(source, record), `${type}.job`)),
  } as AnySource);
}
