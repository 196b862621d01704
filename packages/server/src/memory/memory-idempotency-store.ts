import { describeValue, type OptionTable, optionTable } from '@linkage/core/internal';
import { identityOf } from '@linkage/core/records';
import { readSettings } from '../internal/read-settings.ts';
import type { DataSource } from '../sources/port/data-source.ts';
import type { IdempotencyClaim, IdempotencyStore, StoredAnswer } from '../sources/port/idempotency-store.ts';
import { markInProcess } from '../sources/port/in-process.ts';
import { hasMemoryTransactions } from './memory-transactions.ts';
import { onRollback } from './transaction-state.ts';

/** The options of `createMemoryIdempotencyStore`. */
export interface MemoryIdempotencyOptions {
  /** Any source that `createMemorySources` returned. Responses are then stored in the transaction of the write. */
  readonly sharesWith?: object | undefined;
  /** The maximum number of keys. The oldest keys are removed first. Default 10,000. */
  readonly keys?: number | undefined;
}

const optionsTable: OptionTable = optionTable({ sharesWith: 'object', keys: 'number' });
const MAX_KEYS = 10_000;

/** A claim. The clock of the machine can be set back, so its times are times of `performance.now()`. */
interface Entry {
  readonly claim: IdempotencyClaim;
  readonly leaseEnd: number;
  readonly keepEnd: number;
  readonly answer: StoredAnswer | undefined;
}

/** Combines a user and a key in one string. A key cannot contain a line feed. */
function nameOf({ user, key }: IdempotencyClaim): string {
  return identityOf(key, user);
}

/**
 * Creates a store of idempotency keys in memory, for tests and for a single server process: other processes do not see
 * the keys, and a restart removes them.
 *
 * @throws {TypeError} If an option is unknown or invalid.
 * @example
 * const sources = createMemorySources(api);
 * const store = createMemoryIdempotencyStore({ sharesWith: sources.articles });
 */
export function createMemoryIdempotencyStore(options: MemoryIdempotencyOptions = {}): IdempotencyStore {
  const { sharesWith, keys = MAX_KEYS } = readSettings('createMemoryIdempotencyStore', options, optionsTable);
  if (!(keys === Number.POSITIVE_INFINITY || (Number.isSafeInteger(keys) && keys >= 1))) {
    throw new TypeError(
      `createMemoryIdempotencyStore: \`keys\` must be a whole number of 1 or more, or Infinity, but it is ${keys}.`,
    );
  }
  if (sharesWith !== undefined && !hasMemoryTransactions(sharesWith)) {
    throw new TypeError(
      `createMemoryIdempotencyStore: \`sharesWith\` must be a source of \`createMemorySources\`, such as \`sources.orders\`, but it is ${describeValue(sharesWith)}.`,
    );
  }
  const source = sharesWith as Required<Pick<DataSource, 'transaction'>> & DataSource;
  const entries = new Map<string, Entry>();
  // A server keeps all keys for the same time, so the oldest expire first.
  const forget = (now: number): void => {
    for (const [name, { keepEnd }] of entries) {
      if (entries.size < keys && keepEnd > now) break;
      entries.delete(name);
    }
  };
  const store: IdempotencyStore = Object.freeze({
    begin(claim) {
      const now = performance.now();
      const name = nameOf(claim);
      const known = entries.get(name);
      const isOpen = known !== undefined && known.answer === undefined && known.leaseEnd <= now;
      if (known !== undefined && !isOpen && known.keepEnd > now) {
        return { fingerprint: known.claim.fingerprint, answer: known.answer };
      }
      entries.delete(name);
      forget(now);
      const endOf = (time: Date): number => now + (time.getTime() - Date.now());
      const ends = { leaseEnd: endOf(claim.leaseUntil), keepEnd: endOf(claim.keepUntil) };
      entries.set(name, { claim, ...ends, answer: undefined });
      return 'taken';
    },
    complete(claim, answer, call) {
      const name = nameOf(claim);
      const known = entries.get(name);
      if (known?.claim.owner !== claim.owner || known.answer !== undefined)
        throw new Error('The idempotency key has another owner, or a response.');
      onRollback(call, () => entries.set(name, known));
      entries.set(name, { ...known, claim, answer });
    },
    abandon(claim) {
      const name = nameOf(claim);
      const known = entries.get(name);
      if (known?.claim.owner === claim.owner && known.answer === undefined) entries.delete(name);
    },
    ...(source === undefined
      ? {}
      : { transactionGroup: source.transactionGroup, transaction: source.transaction.bind(source) }),
  } satisfies IdempotencyStore);
  return markInProcess(store);
}
