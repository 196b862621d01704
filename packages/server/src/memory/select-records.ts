import type { FilterCondition, ResourceIdentifierObject, ResourceType } from '@linkage/core';
import { conditionsThrough } from '@linkage/core/internal';
import { type ConditionFold, fieldOf, foldCondition, stepsOf } from '@linkage/core/records';
import { compare } from '../sources/match/compare.ts';
import { matcherOf } from '../sources/match/matches-filter.ts';
import { membersMatcher } from '../sources/match/members-matcher.ts';
import type {
  AggregateQuery,
  PageSlice,
  SourceCondition,
  SourcePage,
  SourceSortField,
} from '../sources/port/data-source.ts';
import { aggregateRecords } from './aggregate-records.ts';
import { assertField, type Memory, relatedTo, targetOf } from './follow-path.ts';
import { keysetPage } from './keyset.ts';
import { identifiersOf, type StoredRecord } from './memory-table.ts';

type Matcher = (record: StoredRecord) => boolean;

/** Conditions as functions of records. */
function matchersOf(memory: Memory): ConditionFold<ResourceType, Matcher> {
  return {
    follow: (from, relationship) => targetOf(memory, from, relationship),
    compare(type, term) {
      const { field } = term;
      assertField(type, field);
      if (!type.relationships.has(field)) {
        const matches = matcherOf(term);
        return (record) => matches(fieldOf(record, field));
      }
      const matches = membersMatcher(term);
      return (record) => matches(identifiersOf(fieldOf(record, field)));
    },
    any(_, relationship, _target, matches) {
      // Many records can lead to the same record.
      const known = new Map<StoredRecord, boolean>();
      return (record) =>
        relatedTo(memory, record, relationship).some((related) => {
          const found = known.get(related) ?? matches(related);
          known.set(related, found);
          return found;
        });
    },
    and: (matchers) => (record) => matchers.every((matches) => matches(record)),
    or: (matchers) => (record) => matchers.some((matches) => matches(record)),
    not: (matches) => (record) => !matches(record),
  };
}

/** Returns whether a record matches all of these conditions. */
export function matcherOfAll(memory: Memory, type: ResourceType, conditions: readonly SourceCondition[]): Matcher {
  return foldCondition({ and: conditions }, type, matchersOf(memory));
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
    const matches = matchers.get(type) ?? matcherOfAll(memory, memory.api.types.get(type) as ResourceType, conditions);
    matchers.set(type, matches);
    return matches(record);
  };
}

/** Returns a text that has the order of `compareIds`: numeric ids are ordered as numbers, and come first. */
function idKey(id: string): string {
  return /^(?:0|[1-9]\d*)$/.test(id) ? `0${String(id.length).padStart(10, '0')}${id}` : `1${id}`;
}

/** Returns the values of a record that a sort order compares. A value is undefined if the related resource is absent. */
function sortKeys(
  memory: Memory,
  type: ResourceType,
  sort: readonly SourceSortField[],
): (record: StoredRecord) => readonly unknown[] {
  const keys = sort.map((key) => {
    const { relationships, name } = stepsOf(key.field);
    const through = conditionsThrough(key);
    let at = type;
    const steps = relationships.map((relationship, index) => {
      at = targetOf(memory, at, relationship);
      return { relationship, matches: matcherOfAll(memory, at, through.at(index) ?? []) };
    });
    assertField(at, name);
    return { steps, name };
  });
  return (record) =>
    keys.map(({ steps, name }) => {
      let end: StoredRecord | undefined = record;
      for (const { relationship, matches } of steps) {
        const [related]: readonly StoredRecord[] = end === undefined ? [] : relatedTo(memory, end, relationship);
        end = related !== undefined && matches(related) ? related : undefined;
      }
      return end && (name === 'id' ? idKey(end.id) : fieldOf(end, name));
    });
}

function ordered(
  memory: Memory,
  type: ResourceType,
  records: readonly StoredRecord[],
  sort: readonly SourceSortField[],
): readonly StoredRecord[] {
  const keysOf = sortKeys(memory, type, sort);
  const keyed = records.map((record, place) => ({ record, place, keys: keysOf(record) }));
  const isReversed = sort.at(-1)?.descending === true;
  keyed.sort((left, right) => {
    for (const [index, { descending }] of sort.entries()) {
      const order = compare(left.keys[index], right.keys[index]) || 0;
      if (order !== 0) return descending ? -order : order;
    }
    return isReversed ? right.place - left.place : left.place - right.place;
  });
  return keyed.map(({ record }) => record);
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
  const keysOf = sortKeys(memory, type, sort);
  const placed = records.map((member) => ({ member, values: keysOf(member), identity: identityOf(member) }));
  return keysetPage(
    placed,
    sort.map(({ descending }) => descending),
    page,
  );
}

/**
 * Filters, sorts, and slices records of one type. Equal records keep their order, or its reverse if the last key is descending: as in a
 * database, where one index serves the keys and the id in one direction.
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
  const matching = filter.length === 0 ? records : records.filter(matcherOfAll(memory, type, filter));
  const counted = {
    ...(total ? { total: matching.length } : {}),
    ...(query.aggregates === undefined ? {} : { aggregates: aggregateRecords(matching, query.aggregates) }),
  };
  if (isKeyset(page)) return { ...placedRecords(memory, type, matching, query), ...counted };
  const all = sort.length === 0 ? matching : ordered(memory, type, matching, sort);
  return { records: all.slice(page.offset, page.offset + page.limit), ...counted };
}
