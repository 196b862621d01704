import type { Api, ResourceRecord, ResourceType, TypeName } from '@linkage/core';
import { readByType } from '../internal/read-by-type.ts';
import type { AnySource } from '../source/any-source.ts';
import type { Sources } from '../source/data-source.ts';
import { checkSeed } from './check-seed.ts';
import { memorySource } from './memory-source.ts';
import { type MemoryTable, storedRecord } from './memory-table.ts';
import { createMemoryTransactions } from './memory-transactions.ts';
import { createReferrers } from './referrers.ts';

/** Records to begin with, by resource type. */
export type InitialRecords<A extends Api> = {
  readonly [Type in TypeName<A>]?: readonly ResourceRecord<A, Type>[];
};

function tableOf(api: Api, type: ResourceType, records: readonly object[] = []): MemoryTable {
  const table: MemoryTable = new Map();
  for (const record of records) {
    checkSeed(api, type, record);
    const stored = storedRecord(api, type, record);
    if (table.has(stored.id))
      throw new TypeError(`There are two ${type.name} with the id ${JSON.stringify(stored.id)}.`);
    table.set(stored.id, stored);
  }
  return table;
}

/**
 * Creates data sources that keep their records in memory: for tests, for examples, and as a reference for sources of
 * your own. A relationship is what its record holds; the inverse of a relationship is a relationship of its own. If a
 * resource is deleted, the identifiers to it are removed from the records of all types.
 *
 * @throws {TypeError} If a type is not in the API, if two records have one id, or if a record does not fit its type: a
 * missing id, a member that is not declared (names that begin with "@" are allowed), linkage of another kind or to another
 * type, an attribute that its schema refuses as a response would contain it. Asynchronous schemas are not asked. A related
 * resource does not have to be among the records.
 */
export function createMemorySources<const A extends Api>(api: A, records: InitialRecords<A> = {}): Sources<A> {
  const byType = readByType<readonly object[]>(api, 'createMemorySources: records', records);
  const tables = new Map<string, MemoryTable>();
  for (const type of api.types.values()) tables.set(type.name, tableOf(api, type, byType.get(type.name)));
  const referrers = createReferrers(api, tables);
  const transactions = createMemoryTransactions(referrers);
  const sources = [...api.types.values()].map((type): [string, AnySource] => [
    type.name,
    memorySource(api, type, tables, transactions, referrers),
  ]);
  return Object.fromEntries(sources) as Sources<A>;
}
