import { isPromise } from '@linkage/core/internal';
import type { AnyQuery } from '../request/read-query.ts';
import type { MembersQuery } from '../request/related-queries.ts';
import { listOf, type References, readPageOfMembers, readReferences } from '../sources/links/read-related.ts';
import type { Awaitable, PageSlice } from '../sources/port/data-source.ts';
import type { ReadingOperation } from './context.ts';
import { tooManyMembers } from './include-error.ts';
import { type Reached, reachReferences } from './load-missing.ts';
import type { LoadedRecords } from './loaded-records.ts';
import { firstPageOf, type PaginatedRelationship, type ShownMembers } from './paginated-relationship.ts';
import type { RelationshipBatch, Root } from './relationship-batches.ts';

/** A relationship of one level, the records loaded so far, and the resources found for it. */
export interface BatchLoading {
  readonly operation: ReadingOperation;
  readonly batch: RelationshipBatch;
  readonly query: AnyQuery;
  readonly loaded: LoadedRecords;
  readonly reached: Reached;
  /** The number of members that each resource shows, or undefined if it shows all of them. */
  readonly size: number | undefined;
  /** The page of members that each resource shows, or undefined if it shows all of them. */
  readonly pagePerParent: PageSlice | undefined;
  /** The query of the members; undefined if the request has none. */
  readonly members: MembersQuery | undefined;
}

/** Rejects a list with too many members, before they are read. A source can also have truncated related records there. */
export function assertBounded({ operation, batch, pagePerParent }: BatchLoading, value: unknown): void {
  const most = operation.request.server.limits.includedLinkage;
  if (pagePerParent === undefined && Array.isArray(value) && value.length > most)
    throw tooManyMembers(batch.relationship.name, most);
}

/** Stores the paths for the links of a paginated relationship, and the parameters about relationships on these paths. */
function addPaths(
  { batch: { relationship, nodes }, query: { related } }: BatchLoading,
  pagination: PaginatedRelationship | undefined,
): void {
  if (pagination === undefined) return;
  const { name } = relationship;
  pagination.paths.add(name);
  for (const node of nodes) {
    for (const rest of node.remainingPaths) pagination.paths.add(`${name}.${rest}`);
    for (const { name: parameter, value } of related?.behind(node) ?? []) pagination.parameters.set(parameter, value);
  }
}

/**
 * Reads a relationship value from a source or a record that needs more checks, reduces it to the page that the document shows, and
 * stores its references.
 *
 * @param limit The limit of the page that the source received, if it did.
 */
export function storeValue(loading: BatchLoading, root: Root, value: unknown, limit?: number): Awaitable<void> {
  const { operation, batch, loaded, reached, size, members } = loading;
  const { relationship } = batch;
  const { api } = operation.request;
  const { type, id, record } = root;
  const store = (references: References, pagination?: PaginatedRelationship): void => {
    addPaths(loading, pagination);
    loaded.updateRelationship(record, relationship.name, references, pagination);
    reachReferences(reached, listOf(references), loaded);
  };
  if (relationship.kind === 'to-one') return store(readReferences(api, type, id, relationship, value));
  const page = readPageOfMembers(api, type, id, relationship, value, limit);
  const shown = firstPageOf(operation.request, { type, id, relationship, size, members }, page);
  const take = ({ members: all, pagination }: ShownMembers): void => store(all, pagination);
  return isPromise(shown) ? shown.then(take) : take(shown);
}

/** Adds the related resources that an earlier batch stored for a record. Returns whether there are any. */
export function addStored(loading: BatchLoading, { record }: Root): boolean {
  const { batch, loaded, reached } = loading;
  const { name } = batch.relationship;
  const references = loaded.referencesOf(record, name);
  if (references === undefined) return false;
  addPaths(loading, loaded.paginationOf(record, name));
  reachReferences(reached, listOf(references), loaded);
  return true;
}
