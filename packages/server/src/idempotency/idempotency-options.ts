import { type OptionTable, optionTable, readOptions } from '@linkage/core/internal';
import type { IdempotencyStore } from '../source/idempotency-store.ts';

/** How a server repeats the answers to requests with `Idempotency-Key`. */
export interface IdempotencyOptions<Context = unknown> {
  /** Where keys and answers are kept. */
  readonly store: IdempotencyStore;
  /**
   * Identifies the caller by what `context(request)` returned: keys of two callers never meet. Include what their permissions
   * depend on, so that an answer is not repeated once these have changed.
   */
  readonly scope: (context: Context) => string;
  /** Hours for which keys are kept. Default 24. */
  readonly hours?: number | undefined;
  /** Methods that need a key. Default: none. */
  readonly require?: readonly ('POST' | 'PATCH' | 'DELETE')[] | undefined;
}

/** The options of idempotency, checked. */
export interface Idempotency {
  readonly store: IdempotencyStore;
  readonly scope: (context: unknown) => string;
  readonly milliseconds: number;
  readonly required: ReadonlySet<string>;
}

const table: OptionTable = optionTable({ store: 'object', scope: 'function', hours: 'number', require: 'array' });
const methods: ReadonlySet<string> = new Set(['POST', 'PATCH', 'DELETE']);
const HOURS = 24;
const MILLISECONDS_PER_HOUR = 3_600_000;
/** Longest time that a date can be away. */
const MAX_HOURS = 1_000_000;

/**
 * Reads the options of idempotency.
 *
 * @throws {TypeError} If an option is unknown, missing, or invalid.
 */
export function readIdempotency(given: IdempotencyOptions<never>): Idempotency {
  const where = 'idempotencyKeys';
  const { store, scope, hours = HOURS, require = [] } = readOptions(where, given, table);
  if (store === undefined) throw new TypeError(`${where}: \`store\` is required.`);
  if (scope === undefined) throw new TypeError(`${where}: \`scope\` is required: it identifies the caller.`);
  for (const name of ['begin', 'complete', 'abandon'] as const) {
    if (typeof store[name] !== 'function') throw new TypeError(`${where}: \`store.${name}\` must be a function.`);
  }
  if (!(hours > 0 && hours <= MAX_HOURS)) {
    throw new TypeError(`${where}: \`hours\` must be above 0 and at most ${MAX_HOURS}, but it is ${hours}.`);
  }
  const wrong = require.find((method) => !methods.has(method));
  if (wrong !== undefined) {
    throw new TypeError(`${where}: \`require\` must contain POST, PATCH, or DELETE, but it contains ${String(wrong)}.`);
  }
  return Object.freeze({
    store,
    scope: scope as Idempotency['scope'],
    milliseconds: hours * MILLISECONDS_PER_HOUR,
    required: new Set<string>(require),
  });
}
