import type { JsonApiError, ResourceType } from '@linkage/core';
import { memberOf, oncePer, rejection } from '@linkage/core/internal';

import type { QueryOperation } from '../request/context.ts';
import { type AnyQuery, noQuery } from '../request/read-query.ts';
import { listOf, pageOf } from '../sources/links/read-related.ts';
import { selectionFor } from '../sources/port/selection.ts';
import { tooManyMembers } from './include-error.ts';
import type { LoadedRecords } from './loaded-records.ts';
import type { Root } from './relationship-batches.ts';

/** The resources of one type in a response. */
export type RecordsOfType = readonly [type: ResourceType, records: Iterable<object>];

/** Returns the to-many relationships whose linkage a response contains if the records contain it. */
function shownToMany(type: ResourceType, query: AnyQuery): readonly string[] {
  if (query.plan === undefined && query.fields[type.name] === undefined) return shownByDefault(type);
  const all = toManyOf(type);
  if (all.length === 0) return all;
  const shown = query.fields[type.name] ?? [...selectionFor(type, query).relationships];
  return all.filter((name) => shown.includes(name));
}

const shownByDefault = oncePer((type: ResourceType): readonly string[] => {
  const { relationships } = selectionFor(type, noQuery);
  return toManyOf(type).filter((name) => relationships.has(name));
});

const toManyOf = oncePer(({ relationships }: ResourceType): readonly string[] =>
  [...relationships.values()].filter(({ kind }) => kind === 'to-many').map(({ name }) => name),
);

/** Whether an include path follows a relationship, so that the document must contain its linkage. */
function isOnPath({ plan }: AnyQuery, type: ResourceType, name: string): boolean {
  return plan?.followed.get(type.name)?.has(name) === true;
}

function tooMuchLinkage(of: ResourceType, name: string, most: number, query: AnyQuery): JsonApiError {
  const type = of.name;
  if (isOnPath(query, of, name)) return tooManyMembers(name, most);
  const source = { parameter: `fields[${type}]` };
  return rejection('INCLUDED_TOO_MANY.identifiersOfField', { name, limit: most, ...source }, source);
}

type Loaded = Pick<LoadedRecords, 'referencesOf' | 'hasRelationships'>;

/** The number of members in the value of a to-many relationship. */
function lengthOf(value: unknown): number {
  if (value === undefined) return 0;
  return Array.isArray(value) ? value.length : (pageOf(value)?.records.length ?? 0);
}

/** The number of identifiers of each relationship, by its type. */
export type LinkageCounts = Map<ResourceType, Map<string, number>>;

/** Calls a function for each relationship that has more identifiers in a response than `most`. */
function countLinkage(
  most: number,
  all: Iterable<RecordsOfType>,
  query: AnyQuery,
  loaded: Loaded,
  members: LinkageCounts,
  onExcess: (type: ResourceType, name: string) => void,
): void {
  const isStored = loaded.hasRelationships();
  for (const [type, records] of all) {
    let counts = members.get(type);
    if (counts === undefined) {
      counts = new Map(shownToMany(type, query).map((name) => [name, 0]));
      members.set(type, counts);
    }
    for (const record of counts.size === 0 ? [] : records) {
      for (const [name, before] of counts) {
        const known = isStored ? loaded.referencesOf(record, name) : undefined;
        const count = before + (known === undefined ? lengthOf(memberOf(record, name)) : listOf(known).length);
        counts.set(name, count);
        if (count <= most) continue;
        onExcess(type, name);
        counts.delete(name);
      }
    }
  }
}

/**
 * Like `assertLinkage`, for records of one type for which nothing was loaded.
 *
 * @throws {JsonApiError} 400 if there are more identifiers than `limits.includedLinkage`.
 */
export function assertOwnLinkage(
  { request }: Pick<QueryOperation, 'request'>,
  records: readonly Root[],
  query: AnyQuery,
): void {
  const most = request.server.limits.includedLinkage;
  const type = records.at(0)?.type;
  for (const name of type === undefined ? [] : shownToMany(type, query)) {
    let count = 0;
    for (const { record } of records) count += lengthOf(memberOf(record, name));
    if (count > most) throw tooMuchLinkage(type as ResourceType, name, most, query);
  }
}

/**
 * Checks the number of identifiers of each relationship in a response: those that the records contain, and those that were
 * loaded.
 *
 * @param counts What earlier parts of the same response contain.
 * @throws {JsonApiError} 400 if there are more than `limits.includedLinkage`. Linkage is never truncated silently.
 */
export function assertLinkage(
  { request }: Pick<QueryOperation, 'request'>,
  all: Iterable<RecordsOfType>,
  query: AnyQuery,
  loaded: Loaded,
  counts: LinkageCounts = new Map(),
): void {
  const most = request.server.limits.includedLinkage;
  countLinkage(most, all, query, loaded, counts, (type, name) => {
    throw tooMuchLinkage(type, name, most, query);
  });
}

/**
 * Like `assertLinkage`, for the response to a write, which has already happened: reduces relationships with too many
 * identifiers to their links. So the result of a write does not depend on linkage that its request does not name.
 *
 * @param all Returns the records of the response. Called again if there are too many identifiers.
 * @throws {JsonApiError} 400 for a relationship on an include path, whose linkage the document must contain.
 */
export function withholdLinkage(
  { request }: Pick<QueryOperation, 'request'>,
  all: () => Iterable<RecordsOfType>,
  query: AnyQuery,
  loaded: Loaded & Pick<LoadedRecords, 'withhold'>,
): void {
  const most = request.server.limits.includedLinkage;
  const excess = new Map<ResourceType, string[]>();
  countLinkage(most, all(), query, loaded, new Map(), (type, name) => {
    if (isOnPath(query, type, name)) throw tooMuchLinkage(type, name, most, query);
    excess.set(type, [...(excess.get(type) ?? []), name]);
  });
  if (excess.size === 0) return;
  for (const [type, records] of all()) {
    const names = excess.get(type) ?? [];
    for (const record of names.length === 0 ? [] : records) for (const name of names) loaded.withhold(record, name);
  }
}
