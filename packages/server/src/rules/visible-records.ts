import type { FilterCondition, RelationshipDefinition, ResourceIdentifierObject, ResourceType } from '@linkage/core';
import { andThen, inOrder, isSent, markSent, memberOf, sentLike, termsIn } from '@linkage/core/internal';
import { type KnowingCall, PLACE } from '../sources/gateway/known-rows.ts';
import type { Awaitable, IncludedSelection, Selection, SourceCall, SourceRecord } from '../sources/port/data-source.ts';
import { idOf } from '../sources/port/record-id.ts';
import { selectionOf } from '../sources/port/selection.ts';
import { type AccessFilter, termsOf, withConditions } from './access-filter.ts';
import { isDecidedBySource, withCallConditions } from './applied-filters.ts';
import { matchingRecords } from './matching-records.ts';
import { withNeededRelationships } from './needed-relationships.ts';
import type { GuardedSource, RequestAccess } from './request-access.ts';
import type { WriteFacts } from './write-facts.ts';

/** Finds the records that match conditions which the source itself applies. */
function foundAmong<Given extends object>(
  { type, source }: GuardedSource,
  records: readonly Given[],
  conditions: readonly FilterCondition[],
  call: SourceCall,
): Awaitable<readonly Given[]> {
  const ids = [...new Set(records.map((record) => idOf(type.name, record)))];
  return andThen(source.find?.(ids, selectionOf(), withCallConditions(call, conditions)), (found) => {
    const visible = new Set(found?.map((record) => idOf(type.name, record)));
    return records.filter((record) => visible.has(idOf(type.name, record)));
  });
}

/**
 * Returns the records that match the user's `read` rule. They must contain the attributes that the rule compares,
 * unless their source applies conditions: then the source determines the result, so that every path to a resource
 * returns the same.
 */
export function filterVisible<Given extends object>(
  guarded: GuardedSource,
  records: readonly Given[],
  call: SourceCall,
): Awaitable<readonly Given[]> {
  const { access, type, facts } = guarded;
  return andThen(access.accessFilterOf(type.name), (accessFilter) => {
    if (accessFilter === 'all' || records.length === 0) return records;
    if (accessFilter === 'none') return [];
    const seen = facts?.readable(type.name, records);
    if (seen !== undefined) return seen;
    if (isDecidedBySource(access, type.name, accessFilter)) return foundAmong(guarded, records, accessFilter, call);
    const matching = matchingRecords(guarded, records, { and: accessFilter }, call);
    return andThen(matching, (matches) => records.filter((_, index) => matches[index] === true));
  });
}

/**
 * Whether a record contains every attribute of the conditions. A record that is part of another record can lack
 * attributes.
 */
export function hasConditionFields(
  type: ResourceType,
  conditions: readonly FilterCondition[],
  record: object,
): boolean {
  const isCarried = (field: string): boolean => type.attributes.has(field) || field.startsWith('@');
  return termsIn(conditions).every(({ field }) => !isCarried(field) || memberOf(record, field) !== undefined);
}

/**
 * Finds the resources that the user can read. Their linkage is complete: `restrictRecords` removes what the user cannot read.
 */
export function findReadable(
  guarded: GuardedSource,
  ids: readonly string[],
  selection: Selection,
  call: SourceCall,
): Awaitable<readonly SourceRecord[]> {
  const { access, type } = guarded;
  return andThen(access.accessFilterOf(type.name), (it) => findIn(it, guarded, ids, selection, call));
}

/** Finds the resources that match an access filter of the user. */
export function findIn(
  accessFilter: AccessFilter,
  guarded: GuardedSource,
  ids: readonly string[],
  selection: Selection,
  call: SourceCall,
): Awaitable<readonly SourceRecord[]> {
  const { access, type, source } = guarded;
  if (accessFilter === 'none' || source.find === undefined) return [];
  if (accessFilter === 'all') return source.find(ids, selection, call);
  const isApplied = isDecidedBySource(access, type.name, accessFilter);
  const finding = isApplied
    ? source.find(ids, selection, withCallConditions(call, accessFilter))
    : source.find(ids, withConditions(selection, type, accessFilter), call);
  return andThen(finding, (found) => {
    const asked = new Set(ids);
    const requested: SourceRecord[] = [];
    for (const record of found) if (asked.has(idOf(type.name, record))) requested.push(record);
    return isApplied ? requested : filterVisible(guarded, requested, call);
  });
}

/**
 * Returns the ids that the user can read. If the user can read all resources of the type, returns all ids, also of
 * nonexistent resources, because their existence is not a secret.
 *
 * @param selection The fields to read, for a later step that shows them.
 */
export function visibleIds(
  access: RequestAccess,
  type: string,
  ids: readonly string[],
  call: SourceCall,
  selection: Selection = selectionOf(),
  facts?: WriteFacts,
): Awaitable<ReadonlySet<string>> {
  return andThen(access.accessFilterOf(type), (accessFilter) => {
    const asked = new Set(ids);
    if (accessFilter === 'all') return asked;
    const visible = new Set<string>();
    for (const id of facts === undefined ? [] : asked) {
      const canRead = facts?.canRead(type, id);
      if (canRead === true) visible.add(id);
      if (canRead !== undefined) asked.delete(id);
    }
    if (asked.size === 0 && ids.length > 0) return visible;
    // Places come first. A source reads nothing for them, and only rows that are known by id contain them.
    const hasPlaces =
      ids.at(0)?.startsWith(PLACE) === true && !isSent(ids) && (call as KnowingCall).ofServer?.known === undefined;
    const wanted = hasPlaces ? [...asked].filter((id) => !id.startsWith(PLACE)) : [...asked];
    const finding = findReadable(access.guarded(type), sentLike(ids, wanted), selection, call);
    return andThen(finding, (found) => {
      facts?.keepSeen(type, termsOf(accessFilter), asked, found);
      for (const record of found) visible.add(idOf(type, record));
      return visible;
    });
  });
}

/** Returns the identifiers of resources that the user can read. */
export function visibleIdentifiers(
  access: RequestAccess,
  identifiers: readonly ResourceIdentifierObject[],
  call: SourceCall,
  facts?: WriteFacts,
): Awaitable<readonly ResourceIdentifierObject[]> {
  const visible = new Map<string, ReadonlySet<string>>();
  const look = ([type, ofType]: readonly [string, readonly ResourceIdentifierObject[]]): Awaitable<void> => {
    const looking = visibleIds(access, type, markSent(ofType.map(({ id }) => id)), call, undefined, facts);
    return andThen(looking, (ids) => void visible.set(type, ids));
  };
  return andThen(inOrder([...Map.groupBy(identifiers, (it) => it.type)], look), () =>
    identifiers.filter(({ type, id }) => visible.get(type)?.has(id) === true),
  );
}

/**
 * Removes related records from a selection if the user can read only some resources of their type. A source would load
 * all of them, because it does not know the rules. The server then reads the readable ones from their own source.
 * Keeps hidden fields that computed attributes need.
 */
export function restrictInclude<Given extends Selection>(
  access: RequestAccess,
  type: ResourceType,
  given: Given,
): Awaitable<Given> {
  if (given.include === undefined && access.visibleApi === access.api) return given;
  const selection = withNeededRelationships(given, [type]);
  const { include } = selection;
  if (include === undefined) return selection;
  const kept = new Map<string, IncludedSelection>();
  const keep = ([name, included]: readonly [string, IncludedSelection]): Awaitable<void> => {
    // Only relationships with one target type are part of `include`.
    const [target = ''] = (type.relationships.get(name) as RelationshipDefinition).targets;
    return andThen(access.accessFilterOf(target), (it) => {
      if (it !== 'all') return undefined;
      const restricted = restrictInclude(access, access.typeOf(target), included);
      return andThen(restricted, (shown) => void kept.set(name, shown));
    });
  };
  return andThen(inOrder([...include], keep), () => ({ ...selection, include: kept.size === 0 ? undefined : kept }));
}
