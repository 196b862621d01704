import type { Api, ResourceRecord, ResourceType, TypeName } from '@linkage/core';
import type { Sources } from '../data-source.ts';
import type { AnySource } from '../exchange.ts';
import { memorySource } from './memory-source.ts';
import { type MemoryTable, storedRecord } from './memory-table.ts';
import { createMemoryTransactions } from './memory-transactions.ts';
import { createReferrers } from './referrers.ts';

/** Records to begin with, by resource type. */
export type InitialRecords<A extends Api> = {
  readonly [Type in TypeName<A>]?: readonly ResourceRecord<A, Type>[];
};

function tableOf(api: Api, type: ResourceType, records: object): MemoryTable {
  const own = Object.hasOwn(records, type.name) ? (records as Record<string, readonly object[]>)[type.name] : undefined;
  const table: MemoryTable = new Map();
  for (const record of own ?? []) {
    const stored = storedRecord(api, type, record);
    if (table.has(stored.id))
      throw new TypeError(`There are two ${type.name} with the id ${JSON.stringify(stored.id)}.`);
    table.set(stored.id, stored);
  }
  return table;
}

/**
 * Creates data sources that keep their records in memory: for tests, for examples, and as a reference for sources of
 * your own. A relationship is what its record holds; the inverse of a relationship is a relationship of its own.
 *
 * @throws {TypeError} A type is not in the API, a record has no id or a taken one, or a relationship that does not fit its kind.
 */
export function createMemorySources<const A extends Api>(api: A, records: InitialRecords<A> = {}): Sources<A> {
  const unknown = Object.keys(records).find((name) => !api.types.has(name));
  if (unknown !== undefined) {
    throw new TypeError(`There are records of ${JSON.stringify(unknown)}, which is no resource type of this API.`);
  }
  const tables = new Map<string, MemoryTable>();
  for (const type of api.types.values()) tables.set(type.name, tableOf(api, type, records));
  const referrers = createReferrers(api, tables);
  const transactions = createMemoryTransactions(referrers);
  const sources = [...api.types.values()].map((type): [string, AnySource] => [
    type.name,
    memorySource(api, type, tables, transactions, referrers),
  ]);
  return Object.fromEntries(sources) as Sources<A>;
}
