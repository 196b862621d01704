import type { AnySource } from '../source/any-source.ts';
import type { SourceCall } from '../source/data-source.ts';
import type { MemoryTable, StoredRecord } from './memory-table.ts';
import type { Referrers } from './referrers.ts';

/** Changes tables such that a failed transaction can be rolled back. */
export interface MemoryTransactions {
  readonly transaction: NonNullable<AnySource['transaction']>;
  /** `isIndexed`: whether the index already contains the change. */
  readonly save: (table: MemoryTable, record: StoredRecord, isIndexed?: boolean) => void;
  /** Returns false if the record does not exist. */
  readonly remove: (table: MemoryTable, id: string) => boolean;
}

interface Transaction {
  /** Undoes the changes, beginning with the last. */
  readonly undo: (() => void)[];
  /** Tables that are restored completely. */
  readonly copied: Set<MemoryTable>;
}

const transactions = new WeakMap<object, Transaction>();

/** Calls a function if the transaction of a call is rolled back. Does nothing without a transaction in memory. */
export function onRollback({ transaction }: Pick<SourceCall, 'transaction'>, takeBack: () => void): void {
  if (typeof transaction === 'object' && transaction !== null) transactions.get(transaction)?.undo.push(takeBack);
}

/** Restores the records of a table in their order. */
function refill(table: MemoryTable, records: readonly StoredRecord[]): void {
  table.clear();
  for (const record of records) table.set(record.id, record);
}

/**
 * Creates transactions over tables. They run one after another, so that a failed transaction rolls back only its own
 * changes. A transaction within a transaction is part of it.
 *
 * @param referrers An index over the tables, which is kept up to date.
 */
export function createMemoryTransactions(referrers?: Referrers): MemoryTransactions {
  let running: Transaction | undefined;
  let unfinished = 0;
  let last: Promise<unknown> = Promise.resolve();

  /**
   * Waits for the earlier transactions, at most as long as the request lasts: a transaction that waits for itself would
   * never end.
   */
  function turnOf(before: Promise<unknown>, { signal }: SourceCall): Promise<void> {
    return new Promise((resolve, reject) => {
      const stop = (): void => reject(signal.reason);
      signal.addEventListener('abort', stop);
      before.then(() => {
        signal.removeEventListener('abort', stop);
        if (signal.aborted) stop();
        else resolve();
      });
    });
  }

  async function runAlone<Result, Call extends SourceCall>(
    run: (call: Call) => Promise<Result>,
    call: Call,
  ): Promise<Result> {
    const transaction: Transaction = Object.freeze({ undo: [], copied: new Set<MemoryTable>() });
    transactions.set(transaction, transaction);
    running = transaction;
    try {
      return await run({ ...call, transaction });
    } catch (error) {
      for (const takeBack of transaction.undo.reverse()) takeBack();
      if (transaction.undo.length > 0) referrers?.forget();
      throw error;
    } finally {
      running = undefined;
    }
  }

  return {
    transaction(run, call) {
      if (running !== undefined && call.transaction === running) return run(call);
      const before = last;
      const isFree = unfinished === 0 && !call.signal.aborted;
      const result = (isFree ? before : turnOf(before, call)).then(() => runAlone(run, call));
      unfinished++;
      // A transaction that stops waiting must not let the next one overtake earlier ones.
      const finish = (): Promise<unknown> => {
        unfinished--;
        return before;
      };
      last = result.then(finish, finish);
      return result;
    },
    save(table, record, isIndexed = false) {
      const before = table.get(record.id);
      running?.undo.push(() => {
        if (before === undefined) table.delete(record.id);
        else table.set(record.id, before);
      });
      table.set(record.id, record);
      if (!isIndexed) referrers?.changed(table, before, record);
    },
    remove(table, id) {
      const removed = table.get(id);
      if (removed === undefined) return false;
      // A restored single record would move to the end. Copy the table once; this also covers later changes.
      if (running !== undefined && !running.copied.has(table)) {
        const before = [...table.values()];
        running.copied.add(table);
        running.undo.push(() => refill(table, before));
      }
      referrers?.changed(table, removed, undefined);
      return table.delete(id);
    },
  };
}
