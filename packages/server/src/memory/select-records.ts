import type { ResourceType, SortField } from '@linkage/core';
import { fieldOf } from '@linkage/core/records';
import { compare } from '../source/compare.ts';
import type { PageSlice, SourceCondition, SourcePage } from '../source/data-source.ts';
import { matcherOf } from '../source/matches-filter.ts';
import { ownSlice } from '../source/source-page.ts';
import { followPath, type Memory } from './follow-path.ts';
import { keysetPage } from './keyset.ts';
import { identifiersOf, type StoredRecord } from './memory-table.ts';

type Matcher = (record: StoredRecord) => boolean;

/** Returns whether a condition matches any of the records that its field reaches. */
function matcherOfCondition(memory: Memory, type: ResourceType, term: SourceCondition): Matcher {
  const through = fieldOf(term, 'through') as SourceCondition['through'];
  const matches = matcherOf(term);
  const ids = new Set(term.values);
  const passes = new Map<number, Matcher>();
  const isPassed =
    through &&
    ((related: StoredRecord, target: ResourceType, index: number): boolean => {
      const pass = passes.get(index) ?? matcherOfAll(memory, target, through.at(index) ?? []);
      passes.set(index, pass);
      return pass(related);
    });
  return (record) => {
    const end = followPath(memory, type, record, term.field, isPassed);
    if (!end.type.relationships.has(end.name)) return end.records.some((it) => matches(fieldOf(it, end.name)));
    return end.records.some((it) => identifiersOf(fieldOf(it, end.name)).some(({ id }) => ids.has(id)));
  };
}

/** Returns whether a record matches all of these conditions. */
export function matcherOfAll(memory: Memory, type: ResourceType, conditions: readonly SourceCondition[]): Matcher {
  const matchers = conditions.map((term) => matcherOfCondition(memory, type, term));
  return (record) => matchers.every((matches) => matches(record));
}

/** Returns the values that a sort order compares. A value is undefined if the related resource is absent. */
function sortKeys(memory: Memory, type: ResourceType, record: StoredRecord, sort: readonly SortField[]): unknown[] {
  return sort.map(({ field }) => {
    const { records, name } = followPath(memory, type, record, field);
    const [first] = records;
    return first && fieldOf(first, name);
  });
}

function ordered(
  memory: Memory,
  type: ResourceType,
  records: readonly StoredRecord[],
  sort: readonly SortField[],
): readonly StoredRecord[] {
  const keyed = records.map((record) => ({ record, keys: sortKeys(memory, type, record, sort) }));
  keyed.sort((left, right) => {
    for (const [index, { descending }] of sort.entries()) {
      const order = compare(left.keys[index], right.keys[index]) || 0;
      if (order !== 0) return descending ? -order : order;
    }
    return 0;
  });
  return keyed.map(({ record }) => record);
}

/** The parts of a collection query that memory applies. */
interface Selecting {
  readonly filter: readonly SourceCondition[];
  readonly sort: readonly SortField[];
  readonly page: PageSlice;
  readonly total: boolean;
}

/** Whether a page is selected by positions instead of an offset. */
export function isKeyset(page: PageSlice): boolean {
  return fieldOf(page, 'positions') === true;
}

/** Returns the identity of a member of a relationship, or of a record of a collection, which does not have a type. */
function identityOf({ id, type }: StoredRecord): readonly string[] {
  return typeof type === 'string' ? [id, type] : [id];
}

function placedRecords(
  memory: Memory,
  type: ResourceType,
  records: readonly StoredRecord[],
  { sort, page }: Selecting,
): SourcePage<StoredRecord> {
  const placed = records.map((member) => {
    const values = sortKeys(memory, type, member, sort);
    return { member, values, identity: identityOf(member) };
  });
  return keysetPage(
    placed,
    sort.map(({ descending }) => descending),
    ownSlice(page),
  );
}

/**
 * Filters, sorts, and slices records of one type. Equal records keep their order.
 *
 * @throws {TypeError} If the query contains a field that the type does not have.
 */
export function selectRecords(
  memory: Memory,
  type: ResourceType,
  records: readonly StoredRecord[],
  query: Selecting,
): SourcePage<StoredRecord> {
  const { filter, sort, page, total } = query;
  const matching = filter.length === 0 ? records : records.filter(matcherOfAll(memory, type, filter));
  if (isKeyset(page)) {
    return { ...placedRecords(memory, type, matching, query), ...(total ? { total: matching.length } : {}) };
  }
  const all = sort.length === 0 ? matching : ordered(memory, type, matching, sort);
  return {
    records: all.slice(page.offset, page.offset + page.limit),
    ...(total ? { total: matching.length } : {}),
  };
}
