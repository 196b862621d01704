import {
  type Api,
  errorObject,
  type FilterCondition,
  JsonApiError,
  type ResourceIdentifierObject,
  type ResourceType,
} from '@linkage/core';
import { chosenIdOf, filterOperators } from '@linkage/core/internal';
import type { AnySource } from '../sources/any-source.ts';
import type { PageSlice, RelatedResult, SourceCall } from '../sources/data-source.ts';
import { changedLinkage } from './change-linkage.ts';
import { deleteRecord } from './delete-record.ts';
import type { Memory } from './follow-path.ts';
import { keepInverses } from './keep-inverses.ts';
import { memoryStorage } from './memory-storage.ts';
import { identifiersOf, type MemoryTable, type StoredRecord, storedRecord } from './memory-table.ts';
import type { MemoryTransactions } from './memory-transactions.ts';
import type { Referrers } from './referrers.ts';
import { selectMembers } from './select-members.ts';
import { isKeyset, matcherOfAll, selectRecords } from './select-records.ts';
import type { ReadableTable } from './table-changes.ts';

/** Returns a page of a table without copying the table. */
function slice(table: ReadableTable, { offset, limit }: PageSlice): readonly StoredRecord[] {
  const records: StoredRecord[] = [];
  let index = 0;
  for (const record of table.values()) {
    if (index >= offset + limit) break;
    if (index >= offset) records.push(record);
    index++;
  }
  return records;
}

const wholeCollection: PageSlice = { offset: 0, limit: Number.POSITIVE_INFINITY };

/** Returns the members that match all conditions. A deleted member never matches. */
function shownMembers(
  memory: Memory,
  members: readonly ResourceIdentifierObject[],
  conditions: readonly FilterCondition[],
): readonly ResourceIdentifierObject[] {
  if (conditions.length === 0) return members;
  const matchers = new Map(
    [...memory.api.types.values()].map((type) => [type.name, matcherOfAll(memory, type, conditions)]),
  );
  return members.filter(({ type, id }) => {
    const record = memory.tables.get(type)?.get(id);
    return record !== undefined && matchers.get(type)?.(record) === true;
  });
}

/** Creates the source of one type over tables in memory. */
export function memorySource(
  api: Api,
  type: ResourceType,
  tables: ReadonlyMap<string, MemoryTable>,
  transactions: MemoryTransactions,
  referrers: Referrers,
): AnySource {
  const table = tables.get(type.name) as MemoryTable;
  // Ids are used once: the id of a deleted resource must not identify another one. Generated ids increase.
  const used = new Set(table.keys());
  let last = table.size;
  const newId = (): string => {
    for (;;) {
      last++;
      const id = String(last);
      if (!used.has(id)) return id;
    }
  };
  const storage = memoryStorage(api, type);
  const save = (record: object, before?: StoredRecord): StoredRecord => {
    const stored = storedRecord(api, type, record, before);
    transactions.save(table, stored);
    keepInverses({ api, tables, save: transactions.save }, type, before, stored);
    // A record that references itself is changed with its inverse.
    return table.get(stored.id) as StoredRecord;
  };

  const memoryOf = (call: SourceCall): Memory => ({ api, tables: transactions.seenBy(call, tables) });
  const tableOf = (memory: Memory): ReadableTable => memory.tables.get(type.name) as ReadableTable;

  const reads: Required<Pick<AnySource, 'list' | 'stream' | 'find' | 'related'>> = {
    list(query, call) {
      const memory = memoryOf(call);
      const seen = tableOf(memory);
      return query.filter.length === 0 && query.sort.length === 0 && !isKeyset(query.page)
        ? { records: slice(seen, query.page), ...(query.total ? { total: seen.size } : {}) }
        : selectRecords(memory, type, [...seen.values()], query);
    },

    // Later changes do not affect the records of a stream.
    stream(query, call) {
      const memory = memoryOf(call);
      const page = query.positions === true ? { ...wholeCollection, positions: true } : wholeCollection;
      return selectRecords(memory, type, [...tableOf(memory).values()], { ...query, page, total: false }).records;
    },

    find(ids, _, call) {
      const memory = memoryOf(call);
      const seen = tableOf(memory);
      const { conditions = [] } = call;
      const found = ids.flatMap((id) => seen.get(id) ?? []);
      return conditions.length === 0 ? found : found.filter(matcherOfAll(memory, type, conditions));
    },

    related(name, parentIds, query, call) {
      const memory = memoryOf(call);
      const seen = tableOf(memory);
      const { conditions = [] } = call;
      const results = new Map<string, RelatedResult>();
      const [target = ''] = type.relationships.get(name)?.targets ?? [];
      for (const id of parentIds) {
        const record = seen.get(id);
        if (record === undefined) continue;
        const linkage = record[name];
        const members = shownMembers(memory, identifiersOf(linkage), conditions);
        const related = Array.isArray(linkage)
          ? selectMembers(memory, api.types.get(target) as ResourceType, members, query)
          : (members.at(0) ?? null);
        results.set(id, related);
      }
      return results;
    },
  };

  return {
    ...reads,
    appliesConditions: {
      methods: Object.values(reads),
      types: [...api.types.keys()],
      operators: filterOperators,
      groups: true,
      identifiers: true,
    },
    readsParameters: [{ methods: Object.values(reads), names: [] }],

    create: (input, call) =>
      transactions.write(call, () => {
        const given = chosenIdOf(input);
        const id = given ?? newId();
        if (table.has(id)) {
          const detail = `A resource of type "${type.name}" with this id already exists.`;
          throw new JsonApiError(errorObject('RESOURCE_EXISTS', detail, { source: { pointer: '/data/id' } }));
        }
        if (given !== undefined) used.add(id);
        return save({ ...input.attributes, ...input.relationships, id });
      }),

    update: (id, changes, call) =>
      transactions.write(call, () => {
        const record = table.get(id);
        if (record === undefined) return null;
        return save({ ...record, ...changes.attributes, ...changes.relationships, id }, record);
      }),

    delete: (id, call) =>
      transactions.write(call, () => deleteRecord({ api, tables, transactions, referrers }, type.name, id)),

    relate: (id, name, change, call) =>
      transactions.write(call, () => {
        const record = table.get(id);
        if (record === undefined) return false;
        save({ ...record, [name]: changedLinkage(record[name], change) }, record);
        return true;
      }),

    storage,
    transactionScope: transactions,
    transaction: transactions.transaction,
  };
}
