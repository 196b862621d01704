import type { ResourceType } from '@linkage/core';
import type { IncludeNode } from '@linkage/core/internal';
import { type Awaitable, andThen, isIdentifier, plainReference, together } from '@linkage/core/internal';
import type { Reference } from '@linkage/core/records';
import type { AnyQuery } from '../request/read-query.ts';
import { idOf } from '../sources/port/record-id.ts';
import { selectionFor } from '../sources/port/selection.ts';
import type { ReadingOperation } from './context.ts';
import { withIncludes } from './include-tree.ts';
import type { LoadedRecords } from './loaded-records.ts';

/** The ids of the related resources, by type. */
export type Reached = Map<ResourceType, Set<string>>;

/** The ids of one type. */
export function idsOf(reached: Reached, type: ResourceType): Set<string> {
  let ids = reached.get(type);
  if (ids === undefined) {
    ids = new Set();
    reached.set(type, ids);
  }
  return ids;
}

/** Combines the results of the relationships of a level. */
export function joinReached(all: readonly Reached[]): Reached {
  const [first = new Map(), ...others] = all;
  if (others.length === 0) return first;
  const joined: Reached = new Map();
  for (const reached of all) {
    for (const [type, ids] of reached) {
      const joinedIds = idsOf(joined, type);
      for (const id of ids) joinedIds.add(id);
    }
  }
  return joined;
}

/** Adds resources, and keeps their records. */
export function reachReferences(reached: Reached, references: readonly Reference[], loaded: LoadedRecords): void {
  for (const { type, id, record } of references) {
    if (record !== undefined) loaded.add(type.name, id, record);
    idsOf(reached, type).add(id);
  }
}

function reachMember(target: ResourceType, ids: Set<string>, member: unknown, loaded: LoadedRecords): boolean {
  const id = plainReference(target, member);
  if (id === undefined) return false;
  if (typeof member === 'object' && member !== null && !isIdentifier(member)) loaded.add(target.name, id, member);
  ids.add(id);
  return true;
}

/**
 * Adds the members of a relationship with one target type.
 *
 * @param most The maximum number of members.
 * @returns False if the value needs more checks.
 */
export function reachPlainly(
  ids: Set<string>,
  target: ResourceType,
  kind: 'to-one' | 'to-many',
  value: unknown,
  loaded: LoadedRecords,
  most: number,
): boolean {
  if (kind === 'to-one') {
    if (typeof value === 'string') ids.add(value);
    return (
      typeof value === 'string' || value === null || (value !== undefined && reachMember(target, ids, value, loaded))
    );
  }
  if (!Array.isArray(value) || value.length > most) return false;
  for (let index = 0; index < value.length; index++) {
    if (!reachMember(target, ids, value[index], loaded)) return false;
  }
  return true;
}

/** The ids of resources whose records are not loaded yet, by type. */
export type Lacking = ReadonlyMap<ResourceType, readonly string[]>;

/** Returns the ids of resources whose records are not loaded yet. */
export function unloadedIds(reached: Reached, loaded: LoadedRecords): Lacking {
  const lacking = new Map<ResourceType, readonly string[]>();
  for (const [type, ids] of reached) {
    const missing = [...ids].filter((id) => loaded.get(type.name, id) === undefined);
    if (missing.length > 0) lacking.set(type, missing);
  }
  return lacking;
}

/**
 * Fetches the records of resources with one call for each type. An id that the source does not find remains without a
 * record.
 *
 * @param toError Creates the error for a type whose source cannot find by id.
 * @param nodesOf Returns the nodes at which the resources of a type are. Default: none.
 */
export function loadIds(
  { request, call }: ReadingOperation,
  lacking: Lacking,
  query: Pick<AnyQuery, 'fields' | 'plan' | 'related'>,
  loaded: LoadedRecords,
  toError: (type: ResourceType) => Error,
  nodesOf: (type: ResourceType) => readonly IncludeNode[] = () => [],
): Awaitable<unknown> {
  return together(lacking, ([type, ids]) => {
    const source = request.sourceOf(type.name);
    if (source?.find === undefined) throw toError(type);
    const selection = withIncludes(request, type, selectionFor(type, query), query, nodesOf(type));
    return andThen(source.find(ids, selection, call), (records) => {
      const asked = new Set(ids);
      for (const record of records) {
        const id = idOf(type.name, record);
        // Do not show records that were not requested.
        if (asked.has(id)) loaded.add(type.name, id, record);
      }
    });
  });
}

/** Keeps the records that references contain, and fetches the others. */
export function loadMissing(
  operation: ReadingOperation,
  references: readonly Reference[],
  query: Pick<AnyQuery, 'fields' | 'plan' | 'related'>,
  loaded: LoadedRecords,
  toError: (type: ResourceType) => Error,
): Awaitable<unknown> {
  const reached: Reached = new Map();
  reachReferences(reached, references, loaded);
  return loadIds(operation, unloadedIds(reached, loaded), query, loaded, toError);
}
