import { statedConditions } from '../applied-conditions.ts';
import type { Awaitable, DataSource, SourceCall } from '../data-source.ts';
import { isPromiseLike } from '../internal/is-promise-like.ts';
import type { AnySource } from '../source/any-source.ts';
import { checkResult } from './check-result.ts';
import type { Deadline } from './deadline.ts';
import type { Span, SpanEnd } from './hooks.ts';
import { settledResult } from './settled-result.ts';
import { syncMembers, syncResult } from './sync-result.ts';

type Method = Exclude<keyof AnySource, 'transaction' | 'transactionScope' | 'version' | 'job' | 'storage'>;
type AnyMethod = (...given: readonly unknown[]) => Awaitable<unknown>;

/** A span whose methods do not throw. */
export type SafeSpan = {
  readonly run: <Result>(work: () => Result) => Result;
  readonly end: (end: SpanEnd) => void;
};

/** What calls to sources take of what watches their request. */
export interface CallWatch {
  readonly deadline: Deadline;
  readonly sourceTime: number;
  /** Starts the span of a call; undefined if nothing follows it. */
  readonly startCall: (type: string, method: string) => SafeSpan | undefined;
}

/** Calls a source: counted, traced, within its time, and never once the request has been given up. */
function callSource(
  watch: CallWatch,
  type: string,
  source: AnySource,
  method: Method,
  given: readonly unknown[],
): unknown {
  watch.deadline.check();
  const where = `${type}.${method}`;
  const span = watch.startCall(type, method);
  const call = (): Awaitable<unknown> => (source[method] as AnyMethod).apply(source, [...given]);
  const read = (result: unknown): unknown => {
    const settled = settledResult(result, where);
    checkResult(method, given, settled, where);
    return settled;
  };
  try {
    const result = span === undefined ? call() : span.run(call);
    if (isPromiseLike(result)) return finish(watch, result, where, span, read);
    const settled = read(result);
    span?.end({ failed: false });
    return settled;
  } catch (failure) {
    span?.end({ failed: true });
    throw failure;
  }
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

/**
 * A transaction comes to what was done in it, whatever its source says: one that never ran, or that hides a failure, must
 * not pass for a write.
 */
function guardTransaction(watch: CallWatch, type: string, source: AnySource): NonNullable<AnySource['transaction']> {
  return async <Result, Call extends SourceCall>(run: (call: Call) => Promise<Result>, call: Call): Promise<Result> => {
    let outcome: { readonly result: Result } | { readonly failure: unknown } | undefined;
    const runOnce = async (inner: Call): Promise<Result> => {
      try {
        const result = await run(inner);
        // Too late for an answer is too late for a commit.
        watch.deadline.check();
        outcome = { result };
        return result;
      } catch (failure) {
        outcome = { failure };
        throw failure;
      }
    };
    watch.deadline.check();
    const { transaction } = source as Required<DataSource>;
    await watch.deadline.wait(
      (async () => transaction.call(source, runOnce as never, call))(),
      0,
      `${type}.transaction`,
    );
    if (outcome === undefined) throw new TypeError(`The transaction of ${type} did not run what it was given.`);
    if ('failure' in outcome) throw outcome.failure;
    return outcome.result;
  };
}

/** What a source says of a record at once: it asks nobody for it, so it is neither counted nor traced. */
function functionsOfRecords(type: string, source: AnySource): Pick<AnySource, 'version' | 'job'> {
  const { version, job } = source;
  return {
    version:
      typeof version === 'function' ? (record) => syncResult(version.call(source, record), `${type}.version`) : version,
    ...(job && { job: (record: never) => syncMembers(job.call(source, record), `${type}.job`) }),
  };
}

/** What a source states of its methods, stated of the methods that watch them. */
function watchedConditions(source: AnySource, watched: Pick<AnySource, 'list' | 'find' | 'related'>): object {
  const stated = statedConditions(source);
  if (stated === undefined) return {};
  const names = ['list', 'find', 'related'] as const;
  const isStated = (method: unknown): boolean => (stated.methods as readonly unknown[]).includes(method);
  const methods = names.filter((name) => isStated(source[name])).flatMap((name) => watched[name] ?? []);
  return { appliesConditions: { methods, types: stated.types } };
}

/** A source as one request sees it. */
export function watchSource(watch: CallWatch, type: string, source: AnySource): AnySource {
  const guard = (method: Method): AnyMethod | undefined =>
    source[method] === undefined ? undefined : (...given) => callSource(watch, type, source, method, given);
  const reads = { list: guard('list'), find: guard('find'), related: guard('related') } as Pick<
    AnySource,
    'list' | 'find' | 'related'
  >;
  return {
    ...reads,
    ...watchedConditions(source, reads),
    create: guard('create'),
    update: guard('update'),
    delete: guard('delete'),
    relate: guard('relate'),
    transaction: source.transaction === undefined ? undefined : guardTransaction(watch, type, source),
    transactionScope: source.transactionScope,
    ...functionsOfRecords(type, source),
  } as unknown as AnySource;
}
