import type { ResourceIdentifierObject, ResourceType } from '@linkage/core';
import type { RelatedQuery, RelatedResult } from '../source/data-source.ts';
import type { Memory } from './follow-path.ts';
import type { StoredRecord } from './memory-table.ts';
import { selectRecords } from './select-records.ts';

/** Returns the members of a to-many relationship of one record that a query requests. */
export function selectMembers(
  memory: Memory,
  target: ResourceType,
  members: readonly ResourceIdentifierObject[],
  query: RelatedQuery,
): RelatedResult {
  const { filter = [] } = query;
  const { offset, limit } = query.eachPage ?? { offset: 0, limit: query.atMost ?? 0 };
  const cut = <Member>(list: readonly Member[]): readonly Member[] =>
    list.slice(offset, offset + Math.min(limit, query.atMost ?? 0));
  if (query.page === undefined && filter.length === 0) return { records: cut(members) };
  const recordOf = ({ type, id }: ResourceIdentifierObject): StoredRecord | undefined =>
    memory.tables.get(type)?.get(id);
  // A deleted member remains in the linkage, because the linkage belongs to the record. It is not part of pages with
  // conditions; but if only linkage is requested, its id can be compared.
  const keepsDeleted = query.page === undefined ? filter.every(({ field }) => field === 'id') : filter.length === 0;
  const present = keepsDeleted ? members : members.filter((member) => recordOf(member) !== undefined);
  const records = present.map((member): StoredRecord => ({ ...recordOf(member), ...member }));
  if (query.page !== undefined) return selectRecords(memory, target, records, query);
  const page = { offset: 0, limit: records.length };
  const found = new Set(selectRecords(memory, target, records, { filter, sort: [], page, total: false }).records);
  return { records: cut(present.filter((_, index) => found.has(records[index] as StoredRecord))) };
}
