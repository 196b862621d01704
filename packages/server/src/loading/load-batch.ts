import { fieldOf } from '@linkage/core/records';
import { isPromiseLike } from '../internal/is-promise-like.ts';
import type { AnyQuery } from '../request/read-query.ts';
import { loadRelated } from './load-related.ts';
import type { LoadedRecords } from './loaded-records.ts';
import type { LoadingContext } from './loading-context.ts';
import { includedSizeOf, lacksPositions, pagePerParentOf } from './paginated-relationship.ts';
import { idsOf, type Reached, reachPlainly } from './reached.ts';
import { assertBounded, type BatchLoading, readStored, readValue } from './read-value.ts';
import type { RelationshipBatch, Root } from './relationship-batches.ts';

/** Follows the relationship from resources whose records contain it. Returns the other resources. */
async function followCarried(loading: BatchLoading): Promise<readonly Root[]> {
  const { context, batch, loaded, reached, pagePerParent } = loading;
  const { type, relationship, target } = batch;
  const { name, kind } = relationship;
  const source = context.setup.sourceOf(type.name);
  const isPlain = target !== undefined && pagePerParent === undefined && !loaded.storesEach;
  const ids = isPlain ? idsOf(reached, target) : undefined;
  const others: Root[] = [];
  for (const root of batch.parents) {
    if (loaded.hasRelationships() && readStored(loading, root)) continue;
    const value = fieldOf(root.record, name);
    assertBounded(loading, value);
    if (value === undefined || lacksPositions(source, pagePerParent, value)) others.push(root);
    else if (ids === undefined || target === undefined || !reachPlainly(ids, target, kind, value, loaded)) {
      const reading = readValue(loading, root, value);
      if (isPromiseLike(reading)) await reading;
    }
  }
  return others;
}

/**
 * Follows a relationship: first through the records, then with one source call for all other resources.
 *
 * @throws {JsonApiError} 400 if the relationship cannot be read, or has too many members.
 */
export async function loadBatch(
  context: LoadingContext,
  batch: RelationshipBatch,
  query: AnyQuery,
  loaded: LoadedRecords,
): Promise<Reached> {
  const { type, relationship } = batch;
  const { setup } = context;
  const size = includedSizeOf(setup, type, relationship);
  const pagePerParent = size === undefined ? undefined : await pagePerParentOf(setup, relationship, size);
  const reached: Reached = new Map();
  const loading = { context, batch, query, loaded, reached, pagePerParent };
  const others = await followCarried(loading);
  if (others.length > 0) await loadRelated(loading, others);
  return reached;
}
