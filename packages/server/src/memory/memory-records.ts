import type { Api } from '@linkage/core';
import type { Sources } from '../sources/port/data-source.ts';
import type { InitialRecords } from './create-memory-sources.ts';
import { storeOf } from './memory-store.ts';

/**
 * Returns the records of memory sources by type, in the form that `createMemorySources` accepts, for example to write them to a
 * JSON file. Waits for running writes, so the result contains each write completely or not at all. Do not wait for it
 * inside a hook that runs before the commit: the write would wait for itself.
 *
 * @throws {TypeError} If the argument is not a result of `createMemorySources`.
 * @example
 * await writeFile('data.json', JSON.stringify(await memoryRecords(sources)));
 * const loaded = createMemorySources(api, JSON.parse(await readFile('data.json', 'utf8')));
 */
export async function memoryRecords<const A extends Api>(sources: Sources<A>): Promise<InitialRecords<A>> {
  const store = storeOf(sources);
  if (store === undefined) {
    throw new TypeError('memoryRecords: the argument must be a result of `createMemorySources`, and not a copy.');
  }
  const { tables, transactions } = store;
  // Runs after the transactions that have begun.
  return transactions.transaction(
    async () => Object.fromEntries(Array.from(tables, ([type, table]) => [type, [...table.values()]])),
    { context: undefined, signal: new AbortController().signal },
  ) as Promise<never>;
}
