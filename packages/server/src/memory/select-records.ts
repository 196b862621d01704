import type { Api, FilterCondition, ResourceIdentifierObject, ResourceType } from '@linkage/core';
import { matcherOfAll, memberOf, orderedPage, type RecordGraph } from '@linkage/core/internal';

import type {
  AggregateQuery,
  PageSlice,
  SourceCondition,
  SourcePage,
  SourceSortField,
} from '../sources/port/data-source.ts';
import { aggregateRecords } from './aggregate-records.ts';
import { identifiersOf, type StoredRecord } from './memory-table.ts';
import type { ReadableTables } from './table-changes.ts';

/** The records of an API in memory. */
export interface Memory {
  readonly api: Api;
  readonly tables: ReadableTables;
}

function graphOf({ api, tables }: Memory): RecordGraph {
  const linkageOf = (_: ResourceType, record: object, relationship: string): readonly ResourceIdentifierObject[] =>
    identifiersOf(memberOf(record, relationship));
  return {
    api,
    linkageOf,
    relatedTo: (from, record, relationship) =>
      linkageOf(from, record, relationship).flatMap(({ type, id }) => tables.get(type)?.get(id) ?? []),
  };
}

/** Returns whether a record matches all of these conditions. */
export function recordMatcher(
  memory: Memory,
  type: ResourceType,
  conditions: readonly SourceCondition[],
): (record: StoredRecord) => boolean {
  return matcherOfAll(graphOf(memory), type, conditions);
}

/** Returns whether a member matches all conditions. A deleted member never matches. */
export function memberMatcher(
  memory: Memory,
  conditions: readonly FilterCondition[],
): (member: ResourceIdentifierObject) => boolean {
  if (conditions.length === 0) return () => true;
  const matchers = new Map<string, (record: StoredRecord) => boolean>();
  return ({ type, id }) => {
    const record = memory.tables.get(type)?.get(id);
    if (record === undefined) return false;
    const matches = matchers.get(type) ?? recordMatcher(memory, memory.api.types.get(type) as ResourceType, conditions);
    matchers.set(type, matches);
    return matches(record);
  };
}

/** The parts of a collection query that memory applies. */
interface Selecting {
  readonly filter: readonly SourceCondition[];
  readonly sort: readonly SourceSortField[];
  readonly page: PageSlice;
  readonly total: boolean;
  readonly estimatedTotal?: boolean | undefined;
  readonly aggregates?: AggregateQuery | undefined;
}

/** Whether a page is selected by positions instead of an offset. */
export function isKeyset(page: PageSlice): boolean {
  return page.positions === true;
}

/**
 * Filters, sorts, and slices records of one type.
 *
 * @throws {TypeError} If the query contains a field that the type does not have.
 */
export function selectRecords(
  memory: Memory,
  type: ResourceType,
  records: readonly StoredRecord[],
  query: Selecting,
): SourcePage<StoredRecord> {
  const { filter, sort, page } = query;
  const total = query.total || query.estimatedTotal === true;
  const matching = filter.length === 0 ? records : records.filter(recordMatcher(memory, type, filter));
  return {
    ...orderedPage(graphOf(memory), type, matching, sort, page),
    ...(total ? { total: matching.length } : {}),
    ...(query.aggregates === undefined ? {} : { aggregates: aggregateRecords(type, matching, query.aggregates) }),
  };
}
