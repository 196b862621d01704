import type { RelationshipDefinition } from '@linkage/core';
import { andThen, together } from '@linkage/core/internal';
import type { Reference } from '@linkage/core/records';
import { type KnowingCall, PLACE } from '../sources/gateway/known-rows.ts';
import type { Awaitable, Selection, SourceCall } from '../sources/port/data-source.ts';
import { selectionFor } from '../sources/port/selection.ts';
import { type AccessFilter, accessFiltersOf, termsOf } from './access-filter.ts';
import { isDecidedBySource } from './applied-filters.ts';
import { withNeededRelationships } from './needed-relationships.ts';
import type { RequestAccess } from './request-access.ts';
import { visibleIds } from './visible-records.ts';
import type { WriteFacts } from './write-facts.ts';

/**
 * Returns references to nothing: one for each target type of which the user can read some resources only. With them, the sources run the
 * same statements whether a relationship is empty or all its members are hidden.
 *
 * @param owners The resources whose relationship is checked. The same check of them is not repeated in one attempt.
 */
export function placesOf(
  access: RequestAccess,
  { name, targets }: RelationshipDefinition,
  owners: string,
): Awaitable<readonly Reference[]> {
  const placeAt = (target: string, accessFilter: AccessFilter): Reference[] => {
    // A source that does not apply the conditions can ask others about them, and need not answer for no ids.
    if (accessFilter === 'all' || !isDecidedBySource(access, target, termsOf(accessFilter))) return [];
    const nothing = { record: undefined, meta: undefined, additional: undefined };
    return [{ type: access.typeOf(target), id: `${PLACE}${owners} ${name}`, ...nothing }];
  };
  return andThen(accessFiltersOf(access, targets), (accessFilters) =>
    targets.flatMap((target, index) => placeAt(target, accessFilters[index] as AccessFilter)),
  );
}

/** Returns the fields that the response shows of a type, so that the check of a link reads what the server includes later. */
function shownFields(access: RequestAccess, type: string, call: SourceCall): Selection | undefined {
  const shown = (call as KnowingCall).ofServer?.known?.shown;
  const seen = access.visibleApi.types.get(type);
  if (shown === undefined || seen === undefined || access.unguardedSourceOf(type)?.loadsIncludes === true)
    return undefined;
  return withNeededRelationships(selectionFor(seen, shown), [access.typeOf(type)]);
}

/**
 * Returns a function that reports whether the user can read a reference. Calls each type's source once, and once more for those
 * that the server includes later.
 */
export function visibleReferences(
  access: RequestAccess,
  references: readonly Reference[],
  call: SourceCall,
  followed: ReadonlySet<Reference> = new Set(),
  facts?: WriteFacts,
): Awaitable<(reference: Reference) => boolean> {
  const visible = new Map<string, ReadonlySet<string>>();
  const look = ([type, ofType]: readonly [string, readonly Reference[]]): Awaitable<void> => {
    const included = new Set(ofType.flatMap((reference) => (followed.has(reference) ? [reference.id] : [])));
    const others = ofType.flatMap(({ id }) => (included.has(id) ? [] : [id]));
    const reads: readonly (readonly [ids: readonly string[], selection?: Selection | undefined])[] = [
      [[...included], shownFields(access, type, call)],
      [others],
    ];
    const reading = together(reads, ([ids, selection]) =>
      ids.length === 0 ? [] : visibleIds(access, type, ids, call, selection, facts),
    );
    return andThen(reading, (seen) => void visible.set(type, new Set(seen.flatMap((some) => [...some]))));
  };
  const looking = together(
    Map.groupBy(references, ({ type }) => type.name),
    look,
  );
  return andThen(
    looking,
    () =>
      ({ type, id }: Reference) =>
        visible.get(type.name)?.has(id) === true,
  );
}
