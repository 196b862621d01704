import type { Api, ResourceType, StoredRecord, TypeName } from '@linkage/core';
import { describeValue } from '@linkage/core/internal';
import { readByType } from '../internal/read-by-type.ts';
import type { DataSource, Sources } from '../sources/port/data-source.ts';
import { checkSeed } from './check-seed.ts';
import { completeInverses } from './keep-inverses.ts';
import { memorySource } from './memory-source.ts';
import { rememberStore } from './memory-store.ts';
import { initialRecord, type MemoryTable } from './memory-table.ts';
import { createMemoryTransactions } from './memory-transactions.ts';
import { createReferrers } from './referrers.ts';

/** Data of a record that the API does not declare, for conditions of access rules. */
interface UndeclaredData {
  readonly [name: `@${string}`]: unknown;
}

/** Initial records by resource type. */
export type InitialRecords<A extends Api> = {
  readonly [Type in TypeName<A>]?: readonly (StoredRecord<A, Type> | (StoredRecord<A, Type> & UndeclaredData))[];
};

function tableOf(api: Api, type: ResourceType, records: readonly object[] = []): MemoryTable {
  if (!Array.isArray(records)) {
    throw new TypeError(
      `createMemorySources: \`records.${type.name}\` must be an array, but it is ${describeValue(records)}.`,
    );
  }
  const table: MemoryTable = new Map();
  for (const record of records) {
    checkSeed(api, type, record);
    const stored = initialRecord(api, type, record);
    if (table.has(stored.id))
      throw new TypeError(
        `createMemorySources: ids must be unique, but two records of "${type.name}" have the id ${JSON.stringify(stored.id)}.`,
      );
    table.set(stored.id, stored);
  }
  return table;
}

/**
 * Creates data sources that keep their records in memory: for tests, for examples, and as a reference for your own
 * sources. Each record stores its own relationships. If a relationship has an `inverse`, a change of one relationship changes the
 * other; an initial record can contain either of them. If a resource is deleted, its identifiers are removed from the records
 * of all types, unless `onDelete` says otherwise. Without `onDelete`, a to-one relationship with several target types keeps its link.
 *
 * @throws {TypeError} If a type is not in the API, two records have the same id, or a record does not match its type:
 * its id is missing, it contains an undeclared member (names that begin with "@" are allowed), its linkage has another
 * kind or type, the two sides of a relationship contradict each other, or an attribute does not match its schema in the form in which a response contains it. Asynchronous
 * schemas are not checked. Related resources do not have to be among the records.
 */
export function createMemorySources<const A extends Api>(api: A, records: InitialRecords<A> = {}): Sources<A> {
  const byType = readByType<readonly object[]>(api, 'createMemorySources: records', records);
  const tables = new Map<string, MemoryTable>();
  // The names of rows concern the serializer: these records have the names of the API.
  const named: Api = { declaration: api.declaration, types: api.types };
  for (const type of api.types.values()) tables.set(type.name, tableOf(named, type, byType.get(type.name)));
  completeInverses({ api, tables });
  const referrers = createReferrers(api, tables);
  const transactions = createMemoryTransactions(referrers);
  const types = Object.freeze([...api.types.keys()]);
  const entries = [...api.types.values()].map((type): [string, DataSource] => [
    type.name,
    memorySource(api, type, tables, transactions, referrers, types),
  ]);
  const sources = Object.fromEntries(entries) as Sources<A>;
  rememberStore(sources, { tables, transactions });
  return sources;
}
