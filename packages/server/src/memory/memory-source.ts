import type { Api, CreateInput, ResourceType } from '@linkage/core';
import { chosenIdOf, filterOperators, rejection, storedAttributes } from '@linkage/core/internal';
import type { DataSource, PageSlice, RelatedResult, SourceCall, SourceRecord } from '../sources/port/data-source.ts';
import { assertLinked } from './assert-linked.ts';
import { changedLinkage } from './change-linkage.ts';
import { deleteRecord } from './delete-record.ts';
import { keepInverses } from './keep-inverses.ts';
import { memoryStorage } from './memory-storage.ts';
import { identifiersOf, type MemoryTable, type StoredRecord, storedRecord } from './memory-table.ts';
import type { MemoryTransactions } from './memory-transactions.ts';
import type { Referrers } from './referrers.ts';
import { selectMembers } from './select-members.ts';
import { isKeyset, type Memory, memberMatcher, recordMatcher, selectRecords } from './select-records.ts';
import type { ReadableTable } from './table-changes.ts';
import { onRollback } from './transaction-state.ts';

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

/** Returns the names of the to-one relationships of a type. */
function toOneOf({ relationships }: ResourceType): readonly string[] {
  return [...relationships.values()].filter(({ kind }) => kind === 'to-one').map(({ name }) => name);
}

/** Returns the relationships whose linkage the source alone checks. What a new member lacks depends on the linkage before the write. */
function checkedOf({ relationships }: ResourceType): readonly string[] {
  return [...relationships.values()].filter(({ member }) => member === undefined).map(({ name }) => name);
}

/** Creates the source of one type over tables in memory. All sources share `types`, the names of all types. */
export function memorySource(
  api: Api,
  type: ResourceType,
  tables: ReadonlyMap<string, MemoryTable>,
  transactions: MemoryTransactions,
  referrers: Referrers,
  types: readonly string[],
): DataSource {
  const table = tables.get(type.name) as MemoryTable;
  // Ids are used once: the id of a deleted resource must not identify another one. Generated ids increase, also if a transaction runs again.
  const used = new Set(table.keys());
  let last = table.size;
  const newId = (call: SourceCall): string => {
    const before = last;
    onRollback(call, () => {
      last = before;
    });
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

  const reads: Required<Pick<DataSource, 'list' | 'stream' | 'find' | 'related'>> = {
    list(query, call) {
      const memory = memoryOf(call);
      const seen = tableOf(memory);
      const { filter, sort, page, aggregates } = query;
      return filter.length === 0 && sort.length === 0 && !isKeyset(page) && aggregates === undefined
        ? { records: slice(seen, page), ...(query.total || query.estimatedTotal ? { total: seen.size } : {}) }
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
      return conditions.length === 0 ? found : found.filter(recordMatcher(memory, type, conditions));
    },

    related(name, parentIds, query, call) {
      const memory = memoryOf(call);
      const seen = tableOf(memory);
      const { conditions = [] } = call;
      const results = new Map<string, RelatedResult>();
      const isShown = memberMatcher(memory, conditions);
      const [target = ''] = type.relationships.get(name)?.targets ?? [];
      for (const id of parentIds) {
        const record = seen.get(id);
        if (record === undefined) continue;
        const linkage = record[name];
        const members = identifiersOf(linkage).filter(isShown);
        const related = Array.isArray(linkage)
          ? selectMembers(memory, api.types.get(target) as ResourceType, members, query)
          : (members.at(0) ?? null);
        results.set(id, related);
      }
      return results;
    },
  };

  /** Returns the record that a write changes, if it matches the conditions of the call. */
  const written = (id: string, call: SourceCall): StoredRecord | undefined => {
    const { conditions = [] } = call;
    const record = table.get(id);
    if (record === undefined || conditions.length === 0) return record;
    return recordMatcher({ api, tables }, type, conditions)(record) ? record : undefined;
  };

  const create = (input: CreateInput<Api, string>, call: SourceCall) =>
    transactions.write(call, () => {
      const given = chosenIdOf(input);
      // In a transaction, the server has found them, and nothing else can have deleted them.
      if (call.transaction === undefined)
        assertLinked(tables, input.relationships, [{ type: type.name, id: given }, call.deleted]);
      const id = given ?? newId(call);
      if (table.has(id)) throw rejection('RESOURCE_EXISTS.id', { type: type.name }, { pointer: '/data/id' });
      if (given !== undefined) used.add(id);
      return save({ ...input.attributes, ...input.relationships, id });
    });

  const update: NonNullable<DataSource['update']> = (id, input, call) =>
    transactions.write(call, () => {
      const record = written(id, call);
      if (record === undefined) return null;
      if (call.transaction === undefined) assertLinked(tables, input.relationships, [call.deleted]);
      return save({ ...record, ...input.attributes, ...input.relationships, id }, record);
    });

  const remove: NonNullable<DataSource['delete']> = (id, call) =>
    transactions.write(
      call,
      () => written(id, call) !== undefined && deleteRecord({ api, tables, transactions, referrers }, type.name, id),
    );

  const updateRelationship: NonNullable<DataSource['updateRelationship']> = (id, name, change, call) =>
    transactions.write(call, () => {
      const record = table.get(id);
      if (record === undefined) return false;
      save({ ...record, [name]: changedLinkage(record[name], change) }, record);
      return true;
    });

  function createAll(this: unknown, ...[inputs, call]: Parameters<NonNullable<DataSource['createAll']>>) {
    // A copy of the source can have another `create`.
    const { create: createOne = create } = Object(this) as Pick<DataSource, 'create'>;
    return transactions.transaction(async (inside) => {
      const records: SourceRecord[] = [];
      for (const input of inputs) records.push((await createOne(input, inside)) as SourceRecord);
      // A resource can link to an earlier one.
      return createOne === create ? records.map(({ id }) => table.get(String(id)) as StoredRecord) : records;
    }, call);
  }

  return {
    ...reads,
    appliesFilters: {
      methods: [...Object.values(reads), update, remove],
      types,
      ...{ operators: filterOperators, groups: true, identifiers: true, members: true, sort: true, parents: true },
      stored: ['id', ...storedAttributes(type), ...toOneOf(type)],
    },
    readsParameters: [{ methods: Object.values(reads), names: [] }],

    returnsWritten: [create, createAll, update, remove, updateRelationship],
    atomicWrites: [create, update, remove, updateRelationship, transactions.transaction],
    checksLinks: { methods: [create, update], relationships: checkedOf(type) },
    create,
    update,
    delete: remove,
    updateRelationship,

    createAll,

    storage,
    transactionGroup: transactions,
    transaction: transactions.transaction,
  };
}
