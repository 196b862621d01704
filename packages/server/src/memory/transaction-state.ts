import type { SourceCall } from '../sources/port/data-source.ts';
import type { MemoryTable } from './memory-table.ts';
import { createTableChanges, type TableChanges } from './table-changes.ts';

/** The state of one transaction over tables in memory. */
export interface Transaction {
  readonly changes: Map<MemoryTable, TableChanges>;
  /** The functions that undo other changes. */
  readonly others: (() => void)[];
  isOver: boolean;
}

/** The member of calls that identifies a transaction. A weak map from plain objects would cost a write a quarter of its time. */
class TransactionKey {
  readonly #state: Transaction;

  constructor(state: Transaction) {
    this.#state = state;
  }

  static stateOf(key: unknown): Transaction | undefined {
    return typeof key === 'object' && key !== null && #state in key ? key.#state : undefined;
  }
}

/** Creates the state of a transaction that no call names. */
export const createTransaction = (): Transaction => ({ changes: new Map(), others: [], isOver: false });

/** Returns the member of calls that identifies a transaction. */
export const keyOf = (state: Transaction): object => Object.freeze(new TransactionKey(state));

/** Returns the transaction of a call, if it is one of memory sources. It can have ended. */
export const transactionOf = (call: SourceCall): Transaction | undefined => TransactionKey.stateOf(call.transaction);

/** Creates the error for a write after its transaction has ended. */
export function transactionEnded(): TypeError {
  return new TypeError(
    'createMemorySources: The transaction of this call has ended, so its source cannot write. Wait for each write before the function of `transaction` returns.',
  );
}

/**
 * Returns the transaction of a call, if it is one of memory sources.
 *
 * @throws {TypeError} If it has ended: a write would not be part of it.
 */
export function openTransactionOf(call: SourceCall): Transaction | undefined {
  const found = transactionOf(call);
  if (found?.isOver === true) throw transactionEnded();
  return found;
}

/**
 * Calls a function if the transaction of a call is rolled back. Does nothing without a transaction in memory.
 *
 * @throws {TypeError} If the transaction has ended.
 */
export function onRollback(call: SourceCall, takeBack: () => void): void {
  openTransactionOf(call)?.others.push(takeBack);
}

/** Returns the changes of a transaction to a table. */
export function changesOf({ changes }: Transaction, table: MemoryTable): TableChanges {
  const known = changes.get(table);
  if (known !== undefined) return known;
  const created = createTableChanges(table);
  changes.set(table, created);
  return created;
}
