import { memberOf } from '../internal/members.ts';

import type { PageSlice, SourcePage } from '../pagination/source-page.ts';
import {
  type ConditionFold,
  conditionsThrough,
  foldCondition,
  type PathTerm,
  stepsOf,
} from '../query/fold-condition.ts';
import type { ConditionOrGroup, SortField } from '../query/query.ts';
import type { Api, ResourceType } from '../schema/api.ts';
import { attributeAt, memberValue } from '../schema/filter-members.ts';
import type { ResourceIdentifierObject } from '../spec/document/resource-object.ts';
import { compare, isAbsent, isReversed, type KeyOrder, keyOrderOf } from './compare.ts';
import { keysetPage } from './keyset.ts';
import { matcherOf } from './matches-filter.ts';
import { membersMatcher } from './members-matcher.ts';

/** A field of a sort order: `SourceSortField` of `@linkage/server`. */
export type SortPath = SortField & Pick<PathTerm, 'through'>;

/** Records of several types that relate to each other. */
export interface RecordGraph {
  readonly api: Api;
  /** Returns the identifiers in a relationship of a record. */
  linkageOf(type: ResourceType, record: object, relationship: string): readonly ResourceIdentifierObject[];
  /** Returns the related records of a record that exist. */
  relatedTo(type: ResourceType, record: object, relationship: string): readonly object[];
}

function absent(type: ResourceType, field: string): TypeError {
  return new TypeError(`Type "${type.name}" does not have a field ${JSON.stringify(field)}.`);
}

/**
 * Returns the type that a step of a path leads to.
 *
 * @throws {TypeError} If the step is not a relationship, or has several target types.
 */
function targetOf(api: Api, type: ResourceType, step: string): ResourceType {
  const [target, ...others] = type.relationships.get(step)?.targets ?? [];
  const found = target === undefined || others.length > 0 ? undefined : api.types.get(target);
  if (found === undefined) throw absent(type, step);
  return found;
}

/**
 * Asserts that a type has a field, or that only a rule can use it, because the type does not declare it.
 *
 * @throws {TypeError} If the type does not have the field.
 */
function assertField(type: ResourceType, name: string): void {
  if (name === 'id' || name.startsWith('@') || attributeAt(type, name) !== undefined || type.relationships.has(name))
    return;
  throw absent(type, name);
}

/** Returns a function that reads a field of a record, or a member of its value. An id is a string, as in a request. */
function readerOf(type: ResourceType, field: string): (record: object) => unknown {
  const { attributes, idFrom = 'id' } = type;
  if (field === 'id') return (record) => String(memberOf(record, idFrom));
  const place = attributeAt(type, field)?.place;
  const name = place?.attribute ?? field;
  const member = attributes.get(name)?.from ?? name;
  if (place !== undefined) return (record) => memberValue(place, memberOf(record, member));
  return (record) => memberOf(record, member);
}

type Matcher = (record: object) => boolean;

/** Conditions as functions of records. */
function matchersOf(graph: RecordGraph): ConditionFold<ResourceType, Matcher> {
  return {
    follow: (from, name) => (from.attributes.has(name) ? undefined : targetOf(graph.api, from, name)),
    compare(type, term) {
      const { field } = term;
      assertField(type, field);
      if (!type.relationships.has(field)) {
        const [matches, read] = [matcherOf(term), readerOf(type, field)];
        return (record) => matches(read(record));
      }
      const matches = membersMatcher(term);
      return (record) => matches(graph.linkageOf(type, record, field));
    },
    any(type, relationship, _target, matches) {
      // Many records can lead to the same record.
      const known = new Map<object, boolean>();
      return (record) =>
        graph.relatedTo(type, record, relationship).some((related) => {
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
export function matcherOfAll(
  graph: RecordGraph,
  type: ResourceType,
  conditions: readonly ConditionOrGroup<PathTerm>[],
): Matcher {
  return foldCondition({ and: conditions }, type, matchersOf(graph));
}

/** Returns a string that has the order of `compareIds`: numeric ids are ordered as numbers, and come first. */
function idKey(id: string): string {
  return /^(?:0|[1-9]\d*)$/.test(id) ? `0${String(id.length).padStart(10, '0')}${id}` : `1${id}`;
}

/** The keys of an order, and the values of a record that it compares. A value is undefined if the related resource is absent. */
interface SortKeys {
  readonly orders: readonly KeyOrder[];
  readonly keysOf: (record: object) => readonly unknown[];
}

function sortKeys(graph: RecordGraph, type: ResourceType, sort: readonly SortPath[]): SortKeys {
  const keys = sort.map((key) => {
    const { relationships, name } = stepsOf(key.field);
    const through = conditionsThrough(key);
    let at = type;
    const steps = relationships.map((relationship, index) => {
      const from = at;
      at = targetOf(graph.api, at, relationship);
      return { from, relationship, matches: matcherOfAll(graph, at, through.at(index) ?? []) };
    });
    assertField(at, name);
    const read = readerOf(at, name);
    const order = keyOrderOf(key.descending, at.attributes.get(name)?.nulls);
    return { steps, order, read: name === 'id' ? (record: object) => idKey(read(record) as string) : read };
  });
  const keysOf = (record: object) =>
    keys.map(({ steps, read }) => {
      let end: object | undefined = record;
      for (const { from, relationship, matches } of steps) {
        const [related]: readonly object[] = end === undefined ? [] : graph.relatedTo(from, end, relationship);
        end = related !== undefined && matches(related) ? related : undefined;
      }
      return end && read(end);
    });
  return { keysOf, orders: keys.map(({ order }) => order) };
}

function ordered<Row extends object>(
  graph: RecordGraph,
  type: ResourceType,
  records: readonly Row[],
  sort: readonly SortPath[],
): readonly Row[] {
  const { orders, keysOf } = sortKeys(graph, type, sort);
  const keyed = records.map((record, place) => ({ record, place, keys: keysOf(record) }));
  const isDescending = sort.at(-1)?.descending === true;
  keyed.sort((left, right) => {
    for (const [index, key] of orders.entries()) {
      const [one, other] = [left.keys[index], right.keys[index]];
      const order = compare(one, other) || 0;
      if (order !== 0) return isReversed(key, isAbsent(one) || isAbsent(other)) ? -order : order;
    }
    return isDescending ? right.place - left.place : left.place - right.place;
  });
  return keyed.map(({ record }) => record);
}

/** Returns the identity of a member of a relationship, or of a record of a collection, which does not have a type. */
function identityIn({ idFrom = 'id' }: ResourceType, record: object): readonly string[] {
  const [id, type] = [String(memberOf(record, idFrom)), memberOf(record, 'type')];
  return typeof type === 'string' ? [id, type] : [id];
}

/**
 * Sorts and slices records of one type. Equal records keep their order, or its reverse if the last key is descending: as in a database, where
 * one index serves the keys and the id in one direction.
 *
 * @throws {TypeError} If the order contains a field that the type does not have.
 */
export function orderedPage<Row extends object>(
  graph: RecordGraph,
  type: ResourceType,
  records: readonly Row[],
  sort: readonly SortPath[],
  page: PageSlice,
): SourcePage<Row> {
  if (page.positions !== true) {
    const all = sort.length === 0 ? records : ordered(graph, type, records, sort);
    return { records: all.slice(page.offset, page.offset + page.limit) };
  }
  const { orders, keysOf } = sortKeys(graph, type, sort);
  const placed = records.map((member) => ({ member, values: keysOf(member), identity: identityIn(type, member) }));
  return keysetPage(placed, orders, page);
}
