import { type Awaitable, andThen, inOrder, memberOf, orElse } from '@linkage/core/internal';
import { type AnyQuery, askedOf, noQuery } from '../request/read-query.ts';
import type { MembersQuery } from '../request/related-queries.ts';
import { pageOf } from '../sources/links/read-related.ts';
import type { OfferedSource } from '../sources/port/any-source.ts';
import type { CollectionQuery } from '../sources/port/data-source.ts';
import type { ReadingOperation } from './context.ts';
import { includeError, tooManyMembers } from './include-error.ts';
import { includedSizeOf, onlyTarget, selectionOfIncludes } from './include-tree.ts';
import { idsOf, type Reached, reachPlainly } from './load-missing.ts';
import type { LoadedRecords } from './loaded-records.ts';
import { lacksPositions, pagePerParentOf } from './paginated-relationship.ts';
import type { RelationshipBatch, Root } from './relationship-batches.ts';
import { addStored, assertBounded, type BatchLoading, storeValue } from './store-value.ts';

/** Follows the relationship from resources whose records contain it. Returns the other resources. */
function followCarried(loading: BatchLoading): Awaitable<readonly Root[]> {
  const { operation, batch, loaded, reached, pagePerParent, members } = loading;
  const { type, relationship } = batch;
  const { name, kind } = relationship;
  const target = onlyTarget(operation.request, relationship);
  const source = operation.request.sourceOf(type.name);
  const isPlain = target !== undefined && pagePerParent === undefined && !loaded.storesEach;
  const ids = isPlain ? idsOf(reached, target) : undefined;
  const others: Root[] = [];
  const most = operation.request.server.limits.includedLinkage;
  const reaches = ({ record }: Root): boolean =>
    target !== undefined && ids !== undefined && reachPlainly(ids, target, kind, memberOf(record, name), loaded, most);
  // Most values are ids, or records with an id.
  const rest = loaded.hasRelationships() ? batch.parents : batch.parents.filter((root) => !reaches(root));
  if (rest.length === 0) return others;
  const follow = (root: Root): Awaitable<void> => {
    if (loaded.hasRelationships() && addStored(loading, root)) return;
    const value = memberOf(root.record, name);
    assertBounded(loading, value);
    if (value === undefined || members?.isSelective === true || lacksPositions(source, pagePerParent, value))
      others.push(root);
    else if (!reaches(root)) return storeValue(loading, root, value);
  };
  return andThen(inOrder(rest, follow), () => others);
}

/** Requests the members that a request asks for, of each resource. */
function relatedPages(
  source: Required<OfferedSource>,
  { operation, batch, members }: BatchLoading,
  parentIds: readonly string[],
  shown: Pick<CollectionQuery, 'page' | 'selection'> & { readonly atMost: number },
) {
  const { filter, sort, fail } = members as MembersQuery;
  const asked = { ...askedOf({ ...noQuery, filter, sort }), ...shown, total: false };
  return orElse(() => source.related(batch.relationship.name, parentIds, asked, operation.call), fail);
}

/**
 * Requests the relationship from the source for resources whose records do not contain it.
 *
 * @throws {JsonApiError} 400 if the source cannot read relationships, or the relationship has too many members.
 */
function loadRelated(loading: BatchLoading, parents: readonly Root[]): Awaitable<void> {
  const { operation, batch, query, pagePerParent, members } = loading;
  const { request, call } = operation;
  const { type, relationship } = batch;
  const { name, kind } = relationship;
  const source = request.sourceOf(type.name);
  if (source?.related === undefined) {
    throw includeError('RELATIONSHIP_PATH_UNKNOWN.relationship', { name, type: type.name });
  }
  const most = request.server.limits.includedLinkage;
  // A to-one relationship has at most one member per parent. With a lower limit, a truncated member would look like an
  // empty relationship.
  const atMost = kind === 'to-one' ? parents.length : most + 1;
  const selection = selectionOfIncludes(request, type, relationship, query, [...batch.nodes]);
  const parentIds = parents.map(({ id }) => id);
  const reading =
    members?.isSelective === true && pagePerParent !== undefined
      ? relatedPages(source as Required<OfferedSource>, loading, parentIds, { atMost, selection, page: pagePerParent })
      : source.related(name, parentIds, { atMost, selection, pagePerParent }, call);
  return andThen(reading, (found) => {
    let count = 0;
    const store = (parent: Root): Awaitable<void> => {
      const value = found.get(parent.id);
      count += pageOf(value)?.records.length ?? 0;
      return storeValue(loading, parent, value, pagePerParent?.limit);
    };
    return andThen(inOrder(parents, store), () => {
      if (count > most) throw tooManyMembers(name, most);
    });
  });
}

/**
 * Follows a relationship: first through the records, then with one source call for all other resources.
 *
 * @throws {JsonApiError} 400 if the relationship cannot be read, or has too many members.
 */
export function loadBatch(
  operation: ReadingOperation,
  batch: RelationshipBatch,
  query: AnyQuery,
  loaded: LoadedRecords,
): Awaitable<Reached> {
  const { type, relationship } = batch;
  const { request } = operation;
  const size = includedSizeOf(request, type, relationship, query);
  const members = query.related?.of.get(relationship);
  const asking = size === undefined ? undefined : pagePerParentOf(request, relationship, size, members);
  return andThen(asking, (pagePerParent) => {
    const reached: Reached = new Map();
    const loading = { operation, batch, query, loaded, reached, size, pagePerParent, members };
    return andThen(followCarried(loading), (others) =>
      others.length === 0 ? reached : andThen(loadRelated(loading, others), () => reached),
    );
  });
}
