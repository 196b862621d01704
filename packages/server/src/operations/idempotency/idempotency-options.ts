import { describeValue, type OptionTable, optionTable, pickMembers } from '@linkage/core/internal';
import { readSettings } from '../../internal/read-settings.ts';
import { syncResult } from '../../internal/sync-result.ts';
import type { IdempotencyStore } from '../../sources/idempotency-store.ts';

/** The options of `idempotencyKeys`. */
export interface IdempotencyOptions<Context = unknown> {
  /** The store for keys and responses. */
  readonly store: IdempotencyStore;
  /**
   * Identifies the caller from the result of `context(request)`: keys of different callers are independent. Include the
   * data that permissions depend on, so that the server does not repeat a response after the permissions have changed.
   * Returns a non-empty string. Anything else is an error of the server: the keys of all callers could otherwise be one.
   */
  readonly scope: (context: Context) => string;
  /**
   * The option `context` of the server, such as a result of `defineContext`: `scope` then knows the type of its parameter. Only the compiler
   * reads it. Default: declare the type of the parameter.
   */
  readonly context?: ((request: never) => Context | Promise<Context>) | undefined;
  /** The number of hours to keep keys. Default 24. */
  readonly hours?: number | undefined;
  /** Methods that require a key. Default: none. */
  readonly require?: readonly ('POST' | 'PATCH' | 'DELETE')[] | undefined;
  /**
   * Types whose own URLs ignore the header field and never require it: the server does not store their responses, such
   * as new access tokens. Endpoints and operations that can write to other types are not exempt. Default: none.
   */
  readonly exempt?: readonly string[] | undefined;
}

/** The checked options of idempotency. */
export interface Idempotency {
  readonly store: IdempotencyStore;
  /** The scope of the store's transactions, if it has transactions. */
  readonly transactionScope: unknown;
  readonly scope: (context: unknown) => string;
  readonly milliseconds: number;
  readonly required: ReadonlySet<string>;
  readonly exempt: ReadonlySet<string>;
}

const table: OptionTable = optionTable({
  ...{ store: 'object', scope: 'function', context: 'function', hours: 'number' },
  ...{ require: 'array', exempt: 'array' },
});
const methods: ReadonlySet<string> = new Set(['POST', 'PATCH', 'DELETE']);
const HOURS = 24;
const SCOPE = 'idempotencyKeys: `scope`';
export const MILLISECONDS_PER_HOUR = 3_600_000;
/** The maximum distance of a date in hours. */
const MAX_HOURS = 1_000_000;

/** Returns the result of `scope` for a caller. */
function scopeOf(scope: (context: unknown) => unknown, context: unknown): string {
  const result = syncResult(scope(context), SCOPE);
  if (typeof result === 'string' && result !== '') return result;
  throw new TypeError(`${SCOPE} must return a non-empty string, but it returned ${describeValue(result)}.`);
}

/**
 * Reads the options of idempotency.
 *
 * @throws {TypeError} If an option is unknown, missing, or invalid.
 */
export function readIdempotency(given: Omit<IdempotencyOptions<never>, 'context'>): Idempotency {
  const where = 'idempotencyKeys';
  const { store, scope, hours = HOURS, require = [], exempt = [] } = readSettings(where, given, table);
  if (store === undefined) throw new TypeError(`${where}: \`store\` is required.`);
  const { transaction, transactionScope } = pickMembers(store, ['transaction', 'transactionScope']);
  if (scope === undefined) throw new TypeError(`${where}: \`scope\` is required: it identifies the caller.`);
  for (const name of ['begin', 'complete', 'abandon'] as const) {
    if (typeof store[name] !== 'function') throw new TypeError(`${where}: \`store.${name}\` must be a function.`);
  }
  if (!(hours > 0 && hours <= MAX_HOURS)) {
    throw new TypeError(`${where}: \`hours\` must be above 0 and at most ${MAX_HOURS}, but it is ${hours}.`);
  }
  const wrong = require.find((method) => !methods.has(method));
  if (wrong !== undefined) {
    throw new TypeError(
      `${where}: \`require\` must contain POST, PATCH, or DELETE, but it contains ${typeof wrong === 'string' ? wrong : describeValue(wrong)}.`,
    );
  }
  return Object.freeze({
    store,
    transactionScope: transaction === undefined ? undefined : transactionScope,
    scope: (context: unknown) => scopeOf(scope as (context: unknown) => unknown, context),
    milliseconds: hours * MILLISECONDS_PER_HOUR,
    required: new Set<string>(require),
    exempt: new Set<string>(exempt),
  });
}
