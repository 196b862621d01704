import type { ResourceType, SortField } from '@linkage/core';
import { throughOf } from '@linkage/core/internal';
import { conditionParts, fieldOf } from '@linkage/core/records';
import { compare } from '../sources/compare.ts';
import type { PageSlice, SourceCondition, SourcePage, SourceTerm } from '../sources/data-source.ts';
import { matcherOf } from '../sources/matches-filter.ts';
import { wantedResources } from '../sources/wanted-resources.ts';
import { followPath, type Memory } from './follow-path.ts';
import { keysetPage } from './keyset.ts';
import { identifiersOf, type StoredRecord } from './memory-table.ts';

type Matcher = (record: StoredRecord) => boolean;

/** Returns whether the linkage of a record matches a condition on a relationship. Null is an empty relationship. */
function linkageMatcher({ operator, values }: SourceTerm): (linkage: unknown) => boolean {
  const isWanted = wantedResources(values);
  const equals = (linkage: unknown): boolean => {
    const members = identifiersOf(linkage);
    return members.length === 0 ? values.includes(null) : members.some(({ type, id }) => isWanted(type, id));
  };
  if (operator === 'eq') return equals;
  if (operator === 'ne') return (linkage) => !equals(linkage);
  throw new TypeError(`A condition on a relationship cannot have the operator ${JSON.stringify(operator)}.`);
}

/** Returns whether a condition matches any of the records that its field reaches. */
function matcherOfTerm(memory: Memory, type: ResourceType, term: SourceTerm): Matcher {
  const through = throughOf(term);
  const matches = matcherOf(term);
  let linkageMatches: ((linkage: unknown) => boolean) | undefined;
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
    linkageMatches ??= linkageMatcher(term);
    return end.records.some((it) => linkageMatches?.(fieldOf(it, end.name)));
  };
}

function matcherOfCondition(memory: Memory, type: ResourceType, condition: SourceCondition): Matcher {
  const parts = conditionParts(condition);
  if (parts.kind === 'term') return matcherOfTerm(memory, type, parts.term);
  const matchers = parts.conditions.map((it) => matcherOfCondition(memory, type, it));
  if (parts.kind === 'and') return (record) => matchers.every((matches) => matches(record));
  if (parts.kind === 'or') return (record) => matchers.some((matches) => matches(record));
  return (record) => !matchers.some((matches) => matches(record));
}

/** Returns whether a record matches all of these conditions. */
export function matcherOfAll(memory: Memory, type: ResourceType, conditions: readonly SourceCondition[]): Matcher {
  const matchers = conditions.map((condition) => matcherOfCondition(memory, type, condition));
  return (record) => matchers.every((matches) => matches(record));
}

/** Returns a text that has the order of `compareIds`: numeric ids are ordered as numbers, and come first. */
function idKey(id: string): string {
  return /^(?:0|[1-9]\d*)$/.test(id) ? `0${String(id.length).padStart(10, '0')}${id}` : `1${id}`;
}

/** Returns the values that a sort order compares. A value is undefined if the related resource is absent. */
function sortKeys(memory: Memory, type: ResourceType, record: StoredRecord, sort: readonly SortField[]): unknown[] {
  return sort.map(({ field }) => {
    const { records, name } = followPath(memory, type, record, field);
    const [first] = records;
    return first && (name === 'id' ? idKey(first.id) : fieldOf(first, name));
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
  return page.positions === true;
}

/** Returns the identity of a member of a relationship, or of a record of a collection, which does not have a type. */
function identityOf(record: StoredRecord): readonly string[] {
  const { id } = record;
  const type = fieldOf(record, 'type');
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
    page,
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
