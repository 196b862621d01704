import { type Api, JsonApiError } from '@linkage/core';
import { type OptionTable, optionTable, readOptions } from '@linkage/core/internal';
import type { Kysely } from 'kysely';
import { dialectOf } from '../dialects/dialect-of.ts';
import type { DriverError } from '../failures/violation.ts';
import type { Executor } from '../statements/transaction.ts';
import { TABLE } from './outbox-table.ts';
import { nextEvents, type OutboxEvent } from './read-events.ts';
import { createReader, type Reader } from './reader.ts';

/** Options of `readOutbox`. */
export interface ReadOutboxOptions<A extends Api> {
  /** The name of the reader. Each name receives every event; of several processes with one name, one reads at a time. */
  readonly name: string;
  /**
   * Receives one event after the other. Its promise must fulfill within half of `lease`. An event is repeated if it rejects, or if the process
   * ends before the progress is stored.
   */
  readonly run: (event: OutboxEvent<A>, attempt: number) => unknown;
  /** Receives an event after its last attempt; the next event follows. Default: the promise of `readOutbox` rejects instead. */
  readonly onGivenUp?: ((event: OutboxEvent<A>, error: unknown) => unknown) | undefined;
  /** Ends the reading after the current event. */
  readonly signal?: AbortSignal | undefined;
  /** The table of `createOutboxTable`. Default: `outbox`. */
  readonly table?: string | undefined;
  /** The maximum number of events of one read, and of repeated events after a crash. Default: 100. */
  readonly batch?: number | undefined;
  /** The maximum number of attempts for one event. Default: 10. */
  readonly attempts?: number | undefined;
  /** Milliseconds between two reads if there is no event, and before the second attempt. Default: 1,000. */
  readonly interval?: number | undefined;
  /** Milliseconds for which a process without a sign of life keeps the name. Default: 60,000. */
  readonly lease?: number | undefined;
  /** Milliseconds for which events remain that all readers have received. Default: 604,800,000, a week. */
  readonly keep?: number | undefined;
}

const optionsTable: OptionTable = optionTable({
  ...{ name: 'string', run: 'function', onGivenUp: 'function', signal: 'object', table: 'string' },
  ...{ batch: 'number', attempts: 'number', interval: 'number', lease: 'number', keep: 'number' },
});

/** The least values of the options that are numbers. */
const minimums = [
  ['batch', 1],
  ['attempts', 1],
  ['interval', 1],
  ['lease', 1],
  ['keep', 0],
] as const;

const WEEK = 7 * 24 * 60 * 60_000;
/** Milliseconds between two deletions of events. */
const PRUNING = 60_000;
/** The longest wait before another attempt, as a multiple of the first one. */
const MAX_WAIT = 64;

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end);
  });
}

type Settings = Pick<ReadOutboxOptions<Api>, 'onGivenUp'> & {
  readonly [Name in keyof Omit<ReadOutboxOptions<Api>, 'onGivenUp'>]-?: NonNullable<ReadOutboxOptions<Api>[Name]>;
};

/** The error of the last attempt. */
class GivenUp extends Error {}

/** Whether a statement failed for a reason that can pass, such as a restart of the database. */
function isTemporary(db: Executor, error: unknown): boolean {
  if (JsonApiError.is(error)) return Number(error.status) !== 403;
  const fault = error instanceof Error ? dialectOf(db).faultOf(error as DriverError) : undefined;
  return fault !== undefined && fault !== 'denied';
}

/** Passes events on, and returns whether all of them were received. */
async function passOn(events: readonly OutboxEvent[], reader: Reader, settings: Settings): Promise<boolean> {
  const { run, onGivenUp, signal, attempts, lease } = settings;
  let renewsAt = performance.now() + lease / 2;
  let done = 0;
  for (const event of events) {
    if (signal.aborted) break;
    if (performance.now() >= renewsAt) {
      if (!(await reader.claim())) return false;
      renewsAt = performance.now() + lease / 2;
    }
    const attempt = reader.attempts + 1;
    try {
      await run(event, attempt);
    } catch (error) {
      if (attempt < attempts) {
        await reader.store(done, attempt);
        return false;
      }
      // Events that were received before must not be repeated with each start.
      if (done > 0) await reader.store(done, 0);
      if (onGivenUp === undefined) throw new GivenUp('The last attempt failed.', { cause: error });
      await onGivenUp(event, error);
    }
    done = event.position;
    // Attempts of the next event begin at one.
    if (reader.attempts > 0) await reader.store(done, 0);
  }
  if (done > 0) await reader.store(done, 0);
  return true;
}

/**
 * Reads events until `signal` aborts: each event at least once, in the order of the positions. If a process ends, another one with the same
 * `name` goes on.
 *
 * @param _api The API of the sources, for the types of the events.
 * @throws {TypeError} If an option is unknown or invalid.
 * @throws The error of the last attempt, unless `onGivenUp` receives it.
 * @example
 * await readOutbox(api, db, { name: 'search', run: ({ type, id }) => index(type, id), signal });
 */
export async function readOutbox<A extends Api, Database>(
  _api: A,
  db: Kysely<Database>,
  options: ReadOutboxOptions<A>,
): Promise<void> {
  const given = readOptions('readOutbox', options, optionsTable) as ReadOutboxOptions<A>;
  if ((given.name ?? '') === '') throw new TypeError('readOutbox: `name` must not be empty.');
  if (given.run === undefined) throw new TypeError('readOutbox: `run` is missing.');
  const settings: Settings = {
    ...{ name: given.name, run: given.run as unknown as Settings['run'] },
    ...{ onGivenUp: given.onGivenUp as Settings['onGivenUp'] },
    signal: given.signal ?? new AbortController().signal,
    table: given.table ?? TABLE,
    batch: given.batch ?? 100,
    attempts: given.attempts ?? 10,
    interval: given.interval ?? 1000,
    lease: given.lease ?? 60_000,
    keep: given.keep ?? WEEK,
  };
  for (const [name, least] of minimums) {
    if (!(Number.isFinite(settings[name]) && settings[name] >= least))
      throw new TypeError(`readOutbox: \`${name}\` must be at least ${least}, but it is ${settings[name]}.`);
  }
  const { signal, table, batch, interval, keep } = settings;
  const executor = db as unknown as Executor;
  const reader = await createReader(executor, settings);
  let prunesAt = 0;
  /** Reads once. Returns the milliseconds before the next time. */
  const readOnce = async (): Promise<number> => {
    if (!(await reader.claim())) return interval;
    if (performance.now() >= prunesAt) {
      // A reader goes on between two deletions.
      prunesAt = (await reader.prune(keep)) ? 0 : performance.now() + PRUNING;
    }
    const events = await nextEvents(executor, { table, after: reader.position, limit: batch, signal });
    if (!(await passOn(events, reader, settings)))
      return interval * Math.min(2 ** Math.max(0, reader.attempts - 1), MAX_WAIT);
    return events.length < batch ? interval : 0;
  };
  try {
    while (!signal.aborted) {
      const wait = await readOnce().catch((error: unknown) => {
        if (error instanceof GivenUp) throw error.cause;
        if (!isTemporary(executor, error)) throw error;
        return interval;
      });
      if (wait > 0) await pause(wait, signal);
    }
  } finally {
    // If the database cannot be reached, the lease ends by itself.
    await reader.release().catch(() => undefined);
  }
}
