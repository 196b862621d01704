import type { ResourceIdentifierObject, ResourceType } from '@linkage/core';
import { keysetPage, termsIn } from '@linkage/core/internal';
import { identityOf } from '@linkage/core/records';
import type { RelatedQuery, RelatedResult } from '../sources/port/data-source.ts';
import type { StoredRecord } from './memory-table.ts';
import { isKeyset, type Memory, selectRecords } from './select-records.ts';

type Members = readonly ResourceIdentifierObject[];

/** Removes duplicate members: two members at one position would be missing from a page, or replace each other. */
function withoutRepeats(members: Members): Members {
  return [...new Map(members.map((member) => [identityOf(member.type, member.id), member])).values()];
}

/** Returns the requested page of the members of each parent. */
function membersOnPage(members: Members, { pagePerParent, atMost = 0 }: RelatedQuery): RelatedResult {
  const { offset, limit } = pagePerParent ?? { offset: 0, limit: atMost };
  const most = Math.min(limit, atMost);
  if (pagePerParent === undefined || !isKeyset(pagePerParent)) return { records: members.slice(offset, offset + most) };
  const placed = withoutRepeats(members).map((member) => ({
    member,
    values: [],
    identity: [member.id, member.type],
  }));
  return keysetPage(placed, [], { ...pagePerParent, limit: most });
}

/** Returns the members of a to-many relationship of one record that a query requests. */
export function selectMembers(
  memory: Memory,
  target: ResourceType,
  members: Members,
  query: RelatedQuery,
): RelatedResult {
  const { filter = [] } = query;
  if (query.page === undefined && filter.length === 0) return membersOnPage(members, query);
  const recordOf = ({ type, id }: ResourceIdentifierObject): StoredRecord | undefined =>
    memory.tables.get(type)?.get(id);
  // A deleted member remains in the linkage, because the linkage belongs to the record. It is not part of pages with
  // conditions; but if only linkage is requested, its id can be compared.
  const keepsDeleted =
    query.page === undefined ? termsIn(filter).every(({ field }) => field === 'id') : filter.length === 0;
  const distinct = query.page !== undefined && isKeyset(query.page) ? withoutRepeats(members) : members;
  const present = keepsDeleted ? distinct : distinct.filter((member) => recordOf(member) !== undefined);
  const records = present.map((member): StoredRecord => ({ ...recordOf(member), ...member }));
  if (query.page !== undefined) {
    const result = selectRecords(memory, target, records, query);
    // A record cannot contain the meta of linkage.
    const named = new Map(present.flatMap((it, index) => (it.meta ? [[records[index] as object, it]] : [])));
    return { ...result, records: result.records.map((record) => named.get(record) ?? record) };
  }
  const page = { offset: 0, limit: records.length };
  const found = new Set(selectRecords(memory, target, records, { filter, sort: [], page, total: false }).records);
  return membersOnPage(
    present.filter((_, index) => found.has(records[index] as StoredRecord)),
    query,
  );
}
