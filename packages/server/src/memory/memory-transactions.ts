import { andThen, assertNotAborted, markAtOnce, orElse } from '@linkage/core/internal';
import type { Awaitable, DataSource, SourceCall } from '../sources/port/data-source.ts';
import { markInProcess } from '../sources/port/in-process.ts';
import { callWith } from '../sources/port/source-call.ts';
import type { MemoryTable, StoredRecord } from './memory-table.ts';
import type { Referrers } from './referrers.ts';
import { type ReadableTables, tableBefore, undoChanges } from './table-changes.ts';
import {
  changesOf,
  createTransaction,
  keyOf,
  openTransactionOf,
  type Transaction,
  transactionEnded,
  transactionOf,
} from './transaction-state.ts';

/** Changes tables such that a failed transaction can be rolled back. */
export interface MemoryTransactions {
  readonly transaction: NonNullable<DataSource['transaction']>;
  /**
   * Runs a write in the transaction of its call. A write without a transaction waits for the running one, which could be
   * rolled back with it, and is undone if it fails.
   *
   * @throws {TypeError} If the transaction of the call has ended. If the request was aborted, throws the reason.
   */
  readonly write: <Result>(call: SourceCall, change: () => Result) => Awaitable<Result>;
  /** Returns the tables as a call sees them: without the changes of a running transaction of another call. */
  readonly seenBy: (call: SourceCall, tables: ReadonlyMap<string, MemoryTable>) => ReadableTables;
  /** `isIndexed`: whether the index already contains the change. */
  readonly save: (table: MemoryTable, record: StoredRecord, isIndexed?: boolean) => void;
  /** Returns false if the record does not exist. */
  readonly remove: (table: MemoryTable, id: string) => boolean;
}

const memories = new WeakSet<object>();

/** Whether a source is one of memory sources, or a copy with their transactions. */
export function hasMemoryTransactions(source: Pick<DataSource, 'transaction' | 'transactionGroup'>): boolean {
  const { transactionGroup, transaction } = source;
  return (
    typeof transactionGroup === 'object' &&
    transactionGroup !== null &&
    memories.has(transactionGroup) &&
    transaction !== undefined
  );
}

/**
 * Creates transactions over tables. They run one after another, so that a failed transaction rolls back only its own
 * changes. A transaction within a transaction is part of it.
 *
 * @param referrers An index over the tables, which is kept up to date.
 */
export function createMemoryTransactions(referrers?: Referrers): MemoryTransactions {
  let running: Transaction | undefined;
  /** Whether a transaction runs, or one that has waited is about to. */
  let isTaken = false;
  const waiting = new Set<() => void>();

  /**
   * Waits for the earlier transactions, at most as long as the request lasts: a transaction that waits for itself would
   * never end.
   */
  function turnOf({ signal }: SourceCall): Promise<void> {
    return new Promise((resolve, reject) => {
      const enter = (): void => {
        waiting.delete(enter);
        signal.removeEventListener('abort', stop);
        resolve();
      };
      const stop = (): void => {
        waiting.delete(enter);
        reject(signal.reason);
      };
      signal.addEventListener('abort', stop);
      waiting.add(enter);
    });
  }

  function rollBack({ changes, others }: Transaction): void {
    for (const takeBack of others.reverse()) takeBack();
    for (const changed of changes.values()) undoChanges(changed);
    if (changes.size > 0) referrers?.forget();
  }

  /** Runs a write outside of a transaction, and undoes it if it fails. Nothing else runs before it has ended. */
  function writeAlone<Result>(change: () => Result): Result {
    const state = createTransaction();
    running = state;
    try {
      return change();
    } catch (error) {
      rollBack(state);
      throw error;
    } finally {
      running = undefined;
    }
  }

  /** Runs work in a transaction of its own. Work that answers at once ends at once. */
  function runAlone<Result, Call extends SourceCall>(
    run: (call: Call) => Awaitable<Result>,
    call: Call,
  ): Awaitable<Result> {
    const state = createTransaction();
    const transaction = keyOf(state);
    const end = (): void => {
      state.isOver = true;
      running = undefined;
      const [enter] = waiting;
      if (enter === undefined) isTaken = false;
      else enter();
    };
    const work = (): Awaitable<Result> => {
      assertNotAborted(call);
      running = state;
      return andThen(run(callWith(call, { transaction })), (result) => {
        end();
        return result;
      });
    };
    return orElse(work, (error) => {
      rollBack(state);
      end();
      throw error;
    });
  }

  function inTurn<Result, Call extends SourceCall>(
    run: (call: Call) => Awaitable<Result>,
    call: Call,
  ): Awaitable<Result> {
    if (isTaken) return turnOf(call).then(() => runAlone(run, call));
    isTaken = true;
    return runAlone(run, call);
  }

  const result: MemoryTransactions = Object.freeze({
    transaction<Result, Call extends SourceCall>(run: (call: Call) => Promise<Result>, call: Call): Promise<Result> {
      const current = transactionOf(call);
      if (current?.isOver === true) return Promise.reject(transactionEnded());
      if (current !== undefined && current === running) return run(call);
      // Work of the application returns a promise, and the server accepts a result.
      return orElse(
        () => inTurn(run, call),
        (reason) => Promise.reject(reason),
      ) as Promise<Result>;
    },
    write(call, change) {
      const current = openTransactionOf(call);
      assertNotAborted(call);
      if (running !== undefined) return current === running ? change() : inTurn(change, call);
      return writeAlone(change);
    },
    seenBy(call, tables) {
      if (running === undefined || running.changes.size === 0) return tables;
      if (transactionOf(call) === running) return tables;
      const { changes } = running;
      return {
        get(type) {
          const table = tables.get(type);
          const changed = table && changes.get(table);
          return changed === undefined ? table : tableBefore(changed);
        },
      };
    },
    save(table, record, isIndexed = false) {
      const before = table.get(record.id);
      if (running !== undefined) {
        const changes = changesOf(running, table);
        if (!changes.before.has(record.id)) changes.before.set(record.id, before);
      }
      table.set(record.id, record);
      if (!isIndexed) referrers?.changed(table, before, record);
    },
    remove(table, id) {
      const removed = table.get(id);
      if (removed === undefined) return false;
      if (running !== undefined) {
        const changes = changesOf(running, table);
        changes.order ??= [...table.values()];
        if (!changes.before.has(id)) changes.before.set(id, removed);
      }
      referrers?.changed(table, removed, undefined);
      return table.delete(id);
    },
  } satisfies MemoryTransactions);
  markAtOnce(result.transaction);
  memories.add(result);
  return markInProcess(result);
}
