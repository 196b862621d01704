import { isPromiseLike } from '../internal/is-promise-like.ts';
import { syncMembers, syncResult } from '../internal/sync-result.ts';
import type { AnySource } from '../sources/any-source.ts';
import { statedConditions } from '../sources/applied-conditions.ts';
import { assertNoPromises } from '../sources/assert-no-promises.ts';
import { checkResult } from '../sources/check-result.ts';
import type { Awaitable, RelatedQuery, SourceCall, SourcePage, StreamQuery } from '../sources/data-source.ts';
import { ownQuery } from '../sources/own-query.ts';
import { ownPage } from '../sources/source-page.ts';
import type { CallWatch } from './call-watch.ts';
import type { Span, SpanEnd } from './observe/hooks.ts';
import { watchStream } from './watch-stream.ts';
import { runTransaction } from './watch-transaction.ts';

type Method = Exclude<
  keyof AnySource,
  | 'stream'
  | 'transaction'
  | 'transactionScope'
  | 'loadsIncludes'
  | 'readsParameters'
  | 'filterOperators'
  | 'version'
  | 'job'
  | 'storage'
>;
/** The index of the query among the arguments. */
const queryPlaces: Readonly<Partial<Record<Method, number>>> = Object.assign(Object.create(null), {
  list: 0,
  related: 2,
});
type ReadMethod = 'list' | 'stream' | 'find' | 'related';
type Work = (call: SourceCall) => Promise<unknown>;
type AnyMethod = (...args: readonly unknown[]) => Awaitable<unknown>;

const writeMethods: ReadonlySet<Method> = new Set(['create', 'update', 'delete', 'relate'] as const);

/** Returns the arguments of a method, with a query that owns all its members: sources read optional members. */
function ownArguments(method: Method, args: readonly unknown[]): readonly unknown[] {
  const place = queryPlaces[method];
  return place === undefined ? args : args.with(place, ownQuery(args[place] as RelatedQuery));
}

/** The property in which a watched source stores the monitor of its request. */
const WATCH: unique symbol = Symbol('watch');

interface Watched {
  readonly [WATCH]: CallWatch;
}

/**
 * Calls a source method: counts and traces the call, limits its time, and does not start if the request was aborted.
 */
function callSource(
  watch: CallWatch,
  { type, source, method, where }: WatchedMethod,
  args: readonly unknown[],
): unknown {
  watch.deadline.check();
  const span = watch.startCall(type, method);
  const readWatched = (result: unknown): unknown => {
    // Sources answer null or false if the resource does not exist.
    if (writeMethods.has(method) && result !== null && result !== false) watch.onWrite(args.at(-1) as SourceCall);
    return readResult(method, args, result, where);
  };
  try {
    const call = (): Awaitable<unknown> =>
      (source[method] as AnyMethod).apply(source, ownArguments(method, args) as unknown[]);
    const result = span === undefined ? call() : span.run(call);
    if (isPromiseLike(result)) {
      return finish(watch, result, where, span, readWatched);
    }
    const settled = readWatched(result);
    span?.end({ failed: false });
    return settled;
  } catch (failure) {
    span?.end({ failed: true });
    throw failure;
  }
}

interface WatchedMethod {
  readonly type: string;
  readonly source: AnySource;
  readonly method: Method;
  /** The name of the method in messages. */
  readonly where: string;
}

function readResult(method: Method, args: readonly unknown[], result: unknown, where: string): unknown {
  assertNoPromises(result, where);
  checkResult(method, args, result, where);
  return method === 'list' ? ownPage(result as SourcePage<unknown>) : result;
}

async function finish(
  watch: CallWatch,
  work: PromiseLike<unknown>,
  where: string,
  span: Span<SpanEnd> | undefined,
  read: (result: unknown) => unknown,
): Promise<unknown> {
  let failed = true;
  try {
    const result = read(await watch.deadline.wait(work, watch.sourceTime, where));
    failed = false;
    return result;
  } finally {
    span?.end({ failed });
  }
}

/** Wraps methods that read a record synchronously. They are neither counted nor traced. */
function functionsOfRecords(
  type: string,
  source: AnySource,
): {
  readonly version: AnySource['version'];
  readonly job: AnySource['job'] | undefined;
} {
  const { version, job } = source;
  return {
    version:
      typeof version === 'function' ? (record) => syncResult(version.call(source, record), `${type}.version`) : version,
    job: job && ((record: never) => syncMembers(job.call(source, record), `${type}.job`)),
  };
}

/** Copies the properties of the source's methods to the methods that watch them. */
function watchedConditions(source: AnySource, watched: Pick<AnySource, ReadMethod>): object {
  const stated = statedConditions(source);
  if (stated === undefined) return { appliesConditions: undefined };
  const names = ['list', 'stream', 'find', 'related'] as const;
  const isStated = (method: unknown): boolean => (stated.methods as readonly unknown[]).includes(method);
  const methods = names.filter((name) => isStated(source[name])).flatMap((name) => watched[name] ?? []);
  return { appliesConditions: { ...stated, methods } };
}

/** Creates the methods that watch a source. They find the monitor of the request through `this`. */
function watchedMethods(type: string, source: AnySource): object {
  const scope = source.transactionScope ?? source;
  const begin = (run: Work, call: SourceCall) => (source as Required<AnySource>).transaction(run, call);
  const guard = (method: Method): AnyMethod | undefined => {
    if (source[method] === undefined) return undefined;
    const watched = { type, source, method, where: `${type}.${method}` };
    return function (this: Watched, ...args) {
      return callSource(this[WATCH], watched, args);
    } as AnyMethod;
  };
  const stream =
    source.stream &&
    function (this: Watched, query: StreamQuery, call: SourceCall) {
      return watchStream(this[WATCH], type, source, query, call);
    };
  const reads = { list: guard('list'), stream, find: guard('find'), related: guard('related') } as Pick<
    AnySource,
    ReadMethod
  >;
  return Object.freeze({
    ...reads,
    appliesConditions: undefined,
    ...watchedConditions(source, reads),
    create: guard('create'),
    update: guard('update'),
    delete: guard('delete'),
    relate: guard('relate'),
    transaction:
      source.transaction &&
      function (this: Watched, run: Work, call: SourceCall) {
        return runTransaction(this[WATCH], `${type}.transaction`, scope, begin, run, call);
      },
    transactionScope: source.transactionScope,
    loadsIncludes: source.loadsIncludes,
    filterOperators: source.filterOperators,
    ...functionsOfRecords(type, source),
  });
}

const methodsBySource = new WeakMap<AnySource, object>();

/** Returns the source for one request. The methods are created once for all requests. */
export function watchSource(watch: CallWatch, type: string, source: AnySource): AnySource {
  let methods = methodsBySource.get(source);
  if (methods === undefined) {
    methods = watchedMethods(type, source);
    methodsBySource.set(source, methods);
  }
  const watched = Object.create(methods) as AnySource & { [WATCH]: CallWatch };
  watched[WATCH] = watch;
  return watched;
}
