import type { MemoryTable } from './memory-table.ts';
import type { MemoryTransactions } from './memory-transactions.ts';

/** The tables of memory sources, and their transactions. */
export interface MemoryStore {
  readonly tables: ReadonlyMap<string, MemoryTable>;
  readonly transactions: MemoryTransactions;
}

const stores = new WeakMap<object, MemoryStore>();

/** Remembers the store of a result of `createMemorySources`. */
export function rememberStore(sources: object, store: MemoryStore): void {
  stores.set(sources, store);
}

/** Returns the store of a result of `createMemorySources`, or undefined for other objects. */
export function storeOf(sources: object): MemoryStore | undefined {
  return stores.get(sources);
}
