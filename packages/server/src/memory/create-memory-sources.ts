import type { Api, ResourceRecord, TypeName } from '@linkage/core';
import type { Sources } from '../data-source.ts';
import type { AnySource } from '../exchange.ts';
import { memorySource } from './memory-source.ts';
import { type MemoryTable, storedRecord } from './memory-table.ts';

/** Records to begin with, by resource type. */
export type InitialRecords<A extends Api> = {
  readonly [Type in TypeName<A>]?: readonly ResourceRecord<A, Type>[];
};

/**
 * Creates data sources that keep their records in memory: for tests, for examples, and as a reference for sources of
 * your own. A relationship is what its record holds; the inverse of a relationship is a relationship of its own.
 *
 * @throws {TypeError} A record has no id, or a relationship that does not fit its kind.
 */
export function createMemorySources<const A extends Api>(api: A, records: InitialRecords<A> = {}): Sources<A> {
  const tables = new Map<string, MemoryTable>();
  for (const type of api.types.values()) {
    const given: readonly object[] = (records as Readonly<Record<string, readonly object[]>>)[type.name] ?? [];
    const stored = given.map((record) => storedRecord(api, type, record));
    tables.set(type.name, new Map(stored.map((record) => [record.id, record])));
  }
  const sources = [...api.types.values()].map((type): [string, AnySource] => [
    type.name,
    memorySource(api, type, tables),
  ]);
  return Object.fromEntries(sources) as Sources<A>;
}
