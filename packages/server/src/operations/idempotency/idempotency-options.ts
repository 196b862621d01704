import { describeValue, type OptionTable, optionTable, pickMembers, syncResult } from '@linkage/core/internal';
import { assertNotContainer, readSettings } from '../../internal/read-settings.ts';
import { type KeyRules, type RequiredKeys, withoutKey } from '../../request/required-keys.ts';
import type { IdempotencyStore } from '../../sources/port/idempotency-store.ts';

/** The options of `idempotencyKeys`. */
export interface IdempotencyOptions {
  /** The store for keys and responses. */
  readonly store: IdempotencyStore;
  /** The number of hours to keep keys. Default 24. */
  readonly hours?: number | undefined;
  /**
   * Methods that require a key; or by type the names of the writes: `create`, `update`, `delete`, `updateRelationship`, and those of its actions. The
   * latter also holds for operations of other URLs, such as Atomic Operations. Default: none.
   */
  readonly require?:
    | readonly ('POST' | 'PATCH' | 'DELETE')[]
    | { readonly [type: string]: readonly string[] }
    | undefined;
  /**
   * Types whose own URLs, also those of their actions, ignore the header and never require it: the server does not store
   * their responses, such as new access tokens. Endpoints and operations that can write to other types are not exempt: with a key, they are
   * rejected with 400 if their response can contain resources of these types. Default: none.
   */
  readonly exempt?: readonly string[] | undefined;
}

/** The checked options of idempotency. */
export interface Idempotency {
  readonly store: IdempotencyStore;
  /** The group of the store's transactions, if it has transactions. */
  readonly transactionGroup: unknown;
  readonly milliseconds: number;
  readonly required: RequiredKeys;
  readonly exempt: ReadonlySet<string>;
  /** The meaning of a key for the operations of its request, and of its absence for those of an endpoint. */
  readonly keyRules: KeyRules;
  readonly withoutKey: KeyRules | undefined;
}

const table: OptionTable = optionTable({ store: 'object', hours: 'number', require: 'any', exempt: 'array' });
const methods: ReadonlySet<string> = new Set(['POST', 'PATCH', 'DELETE']);
const HOURS = 24;
const USER = 'createServer: `idempotency.user`';
export const MILLISECONDS_PER_HOUR = 3_600_000;
/** The maximum distance of a date in hours. */
const MAX_HOURS = 1_000_000;

/**
 * Returns the result of `user`.
 *
 * @throws {TypeError} If it is not a non-empty string.
 */
export function userOf(user: (context: unknown) => unknown, context: unknown): string {
  const result = syncResult(user(context), USER);
  if (typeof result === 'string' && result !== '') return result;
  throw new TypeError(`${USER} must return a non-empty string, but it returned ${describeValue(result)}.`);
}

/** A write of an exempt type needs no key, wherever it is: with one, its response could not be stored. */
function readRequired(list: readonly string[], byType: object, exempt: ReadonlySet<string>): RequiredKeys {
  const writes = Object.entries<readonly string[]>(byType as never).map(([type, names]) => {
    if (!Array.isArray(names))
      throw new TypeError(`idempotencyKeys: \`require.${type}\` must be an array, but it is ${describeValue(names)}.`);
    return [type, new Set(names)] as const;
  });
  return { methods: new Set(list), writes: new Map(writes.filter(([type]) => !exempt.has(type))) };
}

/**
 * Reads the options of idempotency.
 *
 * @throws {TypeError} If an option is unknown, missing, or invalid.
 */
export function readIdempotency(given: IdempotencyOptions): Idempotency {
  const where = 'idempotencyKeys';
  const { store, hours = HOURS, require = [], exempt = [] } = readSettings(where, given, table);
  if (store === undefined) throw new TypeError(`${where}: \`store\` is required.`);
  const { transaction, transactionGroup } = pickMembers(store, ['transaction', 'transactionGroup']);
  for (const name of ['begin', 'complete', 'abandon'] as const) {
    if (typeof store[name] !== 'function') throw new TypeError(`${where}: \`store.${name}\` must be a function.`);
  }
  if (!(hours > 0 && hours <= MAX_HOURS)) {
    throw new TypeError(`${where}: \`hours\` must be above 0 and at most ${MAX_HOURS}, but it is ${hours}.`);
  }
  // A `Set` of methods would require nothing.
  assertNotContainer(`${where}: require`, require);
  const isList = Array.isArray(require);
  if (typeof require !== 'object' || require === null)
    throw new TypeError(`${where}: \`require\` must be an array or an object, but it is ${describeValue(require)}.`);
  const wrong = isList ? require.find((method) => !methods.has(method)) : undefined;
  if (wrong !== undefined) {
    throw new TypeError(
      `${where}: \`require\` must contain POST, PATCH, or DELETE, but it contains ${typeof wrong === 'string' ? wrong : describeValue(wrong)}.`,
    );
  }
  const neverStored = new Set<string>(exempt);
  const required = readRequired(isList ? require : [], isList ? {} : require, neverStored);
  return Object.freeze({
    store,
    transactionGroup: transaction === undefined ? undefined : transactionGroup,
    milliseconds: hours * MILLISECONDS_PER_HOUR,
    ...{ required, exempt: neverStored },
    ...{ keyRules: { neverStored, writes: undefined }, withoutKey: withoutKey(required) },
  });
}
