import type { ResourceType } from '@linkage/core';
import type { IncludeNode } from '@linkage/core/internal';
import { type Awaitable, andThen, together } from '@linkage/core/internal';
import type { Reference } from '@linkage/core/records';
import type { AnyQuery } from '../request/read-query.ts';
import { idOf } from '../sources/port/record-id.ts';
import { selectionFor } from '../sources/port/selection.ts';
import type { ReadingOperation } from './context.ts';
import { withIncludes } from './include-tree.ts';
import type { LoadedRecords } from './loaded-records.ts';
import { type Reached, reachReferences } from './reached.ts';

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
  query: Pick<AnyQuery, 'fields' | 'plan'>,
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
  query: Pick<AnyQuery, 'fields' | 'plan'>,
  loaded: LoadedRecords,
  toError: (type: ResourceType) => Error,
): Awaitable<unknown> {
  const reached: Reached = new Map();
  reachReferences(reached, references, loaded);
  return loadIds(operation, unloadedIds(reached, loaded), query, loaded, toError);
}
