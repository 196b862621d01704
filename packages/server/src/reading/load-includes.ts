import type { ResourceType } from '@linkage/core';
import type { IncludeNode } from '@linkage/core/internal';
import { type Awaitable, andThen, together } from '@linkage/core/internal';
import type { AnyQuery } from '../request/read-query.ts';
import type { ReadingOperation } from './context.ts';
import { includeError, unreadable } from './include-error.ts';
import { loadBatch } from './load-batch.ts';
import { joinReached, loadIds, type Reached, unloadedIds } from './load-missing.ts';
import type { LoadedRecords } from './loaded-records.ts';
import { batchesOf, type IncludeLevel, type RelationshipBatch, type Root } from './relationship-batches.ts';

/** Returns the related resources from which paths continue. */
function levelBehind({ nodes }: RelationshipBatch, reached: Reached, loaded: LoadedRecords): IncludeLevel | undefined {
  const further = [...nodes].filter(({ isEnd }) => !isEnd);
  if (further.length === 0) return undefined;
  const roots: Root[] = [];
  for (const [type, ids] of reached) {
    for (const id of ids) {
      const record = loaded.get(type.name, id);
      if (record !== undefined) roots.push({ type, id, record });
    }
  }
  return { roots, nodes: further };
}

/** Returns the nodes at which resources of a type are reached, or none if several relationships of a level reach it. */
function nodesBehind(
  batches: readonly RelationshipBatch[],
  all: readonly Reached[],
  type: ResourceType,
): readonly IncludeNode[] {
  const [only, ...others] = batches.filter((_, index) => all[index]?.has(type));
  return only === undefined || others.length > 0 ? [] : [...only.nodes];
}

/**
 * Loads the resources on the include paths of a query, level by level: at most one `related` call for each relationship
 * of a level, and at most one `find` call for each type, regardless of the number of resources.
 *
 * @throws {JsonApiError} 400 if a relationship cannot be loaded, or if there are too many included resources.
 * @see https://jsonapi.org/format/1.1/#fetching-includes
 */
export function loadIncludes(
  operation: ReadingOperation,
  roots: readonly Root[],
  query: AnyQuery,
  loaded: LoadedRecords,
): Awaitable<void> {
  const most = operation.request.server.limits.includedResources;
  const before = loaded.size();
  const follow = (levels: readonly IncludeLevel[]): Awaitable<void> => {
    const batches = batchesOf(levels);
    if (batches.length === 0) return;
    return andThen(
      together(batches, (batch) => loadBatch(operation, batch, query, loaded)),
      (all) => {
        const lacking = unloadedIds(joinReached(all), loaded);
        let size = loaded.size() - before;
        for (const ids of lacking.values()) size += ids.length;
        if (size > most) throw includeError('INCLUDED_TOO_MANY.resources', { limit: most });
        const loading = loadIds(operation, lacking, query, loaded, unreadable, (type) =>
          nodesBehind(batches, all, type),
        );
        return andThen(loading, () =>
          follow(batches.flatMap((batch, index) => levelBehind(batch, all[index] as Reached, loaded) ?? [])),
        );
      },
    );
  };
  return follow([{ roots, nodes: query.plan === undefined ? [] : [query.plan.root] }]);
}
