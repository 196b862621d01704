import { type Api, JsonApiError, problem, type ResourceType } from '@linkage/core';
import type { RelatedResult } from '../data-source.ts';
import type { AnySource } from '../exchange.ts';
import { changedLinkage } from './change-linkage.ts';
import { identifiersOf, type MemoryTable, type StoredRecord, storedRecord } from './memory-table.ts';
import { selectRecords } from './select-records.ts';

function newId(table: MemoryTable): string {
  let id = table.size + 1;
  while (table.has(String(id))) id++;
  return String(id);
}

/** The source of one type over tables in memory. */
export function memorySource(api: Api, type: ResourceType, tables: ReadonlyMap<string, MemoryTable>): AnySource {
  const table = tables.get(type.name) as MemoryTable;
  const isRelationshipOf = (owner: ResourceType | undefined) => (field: string) =>
    owner?.relationships.has(field) === true;
  const save = (record: object): StoredRecord => {
    const stored = storedRecord(api, type, record);
    table.set(stored.id, stored);
    return stored;
  };

  return {
    list: (query) => selectRecords([...table.values()], query, isRelationshipOf(type)),

    find: (ids) => ids.flatMap((id) => table.get(id) ?? []),

    related(name, parentIds, query) {
      const results = new Map<string, RelatedResult>();
      const [target = ''] = type.relationships.get(name)?.targets ?? [];
      for (const id of parentIds) {
        const linkage = table.get(id)?.[name];
        const members = identifiersOf(linkage);
        if (!Array.isArray(linkage)) {
          results.set(id, members[0] ?? null);
        } else if (query.page === undefined) {
          results.set(id, { records: members.slice(0, query.atMost) });
        } else {
          // Members of several types cannot be ordered or filtered by the fields of one.
          const records = members.flatMap((member) => {
            const record = tables.get(member.type)?.get(member.id);
            return record === undefined ? [] : [{ ...record, type: member.type }];
          });
          results.set(id, selectRecords(records, query, isRelationshipOf(api.types.get(target))));
        }
      }
      return results;
    },

    create(input) {
      const id = input.id ?? newId(table);
      if (table.has(id)) {
        const detail = `There is a resource of type ${type.name} with this id.`;
        throw new JsonApiError(problem('RESOURCE_EXISTS', detail, { source: { pointer: '/data/id' } }));
      }
      return save({ ...input.attributes, ...input.relationships, id });
    },

    update(id, changes) {
      const record = table.get(id);
      return record === undefined ? null : save({ ...record, ...changes.attributes, ...changes.relationships, id });
    },

    delete: (id) => table.delete(id),

    relate(id, name, change) {
      const record = table.get(id);
      if (record === undefined) return false;
      save({ ...record, [name]: changedLinkage(record[name], change) });
      return true;
    },

    async transaction(run, call) {
      const before = [...tables.values()].map((each) => [each, [...each]] as const);
      try {
        return await run(call);
      } catch (error) {
        for (const [each, records] of before) {
          each.clear();
          for (const [id, record] of records) each.set(id, record);
        }
        throw error;
      }
    },
  };
}
