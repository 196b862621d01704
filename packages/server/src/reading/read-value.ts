import type { Request } from '../door/request.ts';
import type { Turn } from '../door/turn.ts';
import { isPromiseLike } from '../internal/is-promise-like.ts';
import type { AnyQuery } from '../request/read-query.ts';
import type { Awaitable, PageSlice } from '../sources/data-source.ts';
import { listOf, type References, readPageOfMembers, readReferences } from '../sources/read-related.ts';
import { tooManyMembers } from './include-error.ts';
import type { LoadedRecords } from './loaded-records.ts';
import { firstPageOf, type PaginatedRelationship, type Parent, type ShownMembers } from './paginated-relationship.ts';
import { type Reached, reachReferences } from './reached.ts';
import type { RelationshipBatch, Root } from './relationship-batches.ts';

/** A relationship of one level, the records loaded so far, and the resources found for it. */
export interface BatchLoading {
  readonly turn: Turn;
  readonly batch: RelationshipBatch;
  readonly query: AnyQuery;
  readonly loaded: LoadedRecords;
  readonly reached: Reached;
  /** The page of members that each resource shows, or undefined if it shows all of them. */
  readonly pagePerParent: PageSlice | undefined;
}

/** Rejects a list with too many members, before they are read. A source can also have truncated related records there. */
export function assertBounded({ turn, batch, pagePerParent }: BatchLoading, value: unknown): void {
  const most = turn.request.server.limits.includedLinkage;
  if (pagePerParent === undefined && Array.isArray(value) && value.length > most)
    throw tooManyMembers(batch.relationship.name, most);
}

/** The related resources of one resource. */
interface RelatedResources {
  readonly references: References;
  /** Undefined if all related resources are present. */
  readonly pagination?: PaginatedRelationship | undefined;
}

function toFollowed({ members, pagination }: ShownMembers): RelatedResources {
  return { references: members, pagination };
}

/**
 * Reads the value of a relationship from a source or a record, and reduces it to the page that the document shows.
 *
 * @param limit The limit of the page that the source received, if it did.
 */
function followValue(
  request: Request,
  parent: Parent,
  value: unknown,
  limit: number | undefined,
): Awaitable<RelatedResources> {
  const { type, id, relationship } = parent;
  if (relationship.kind === 'to-one')
    return { references: readReferences(request.api, type, id, relationship, value), pagination: undefined };
  const shown = firstPageOf(request, parent, readPageOfMembers(request.api, type, id, relationship, value, limit));
  return isPromiseLike(shown) ? shown.then(toFollowed) : toFollowed(shown);
}

/** Stores the paths for the links of a paginated relationship. */
function addPaths(
  { relationship: { name }, nodes }: RelationshipBatch,
  pagination: PaginatedRelationship | undefined,
): void {
  if (pagination === undefined) return;
  pagination.paths.add(name);
  for (const { remainingPaths } of nodes) for (const rest of remainingPaths) pagination.paths.add(`${name}.${rest}`);
}

function storeReferences(
  { batch, loaded, reached }: BatchLoading,
  { record }: Root,
  { references, pagination }: RelatedResources,
): void {
  addPaths(batch, pagination);
  loaded.relate(record, batch.relationship.name, references, pagination);
  reachReferences(reached, listOf(references), loaded);
}

/**
 * Reads a relationship value that needs more checks, and stores the references in it.
 *
 * @param limit The limit of the page that the source received, if it did.
 */
export function readValue(loading: BatchLoading, root: Root, value: unknown, limit?: number): Awaitable<void> {
  const { relationship } = loading.batch;
  const related = followValue(loading.turn.request, { type: root.type, id: root.id, relationship }, value, limit);
  return isPromiseLike(related)
    ? related.then((resources) => storeReferences(loading, root, resources))
    : storeReferences(loading, root, related);
}

/** Adds the related resources that an earlier batch stored for a record. Returns whether there are any. */
export function readStored({ batch, loaded, reached }: BatchLoading, { record }: Root): boolean {
  const { name } = batch.relationship;
  const references = loaded.referencesOf(record, name);
  if (references === undefined) return false;
  addPaths(batch, loaded.paginationOf(record, name));
  reachReferences(reached, listOf(references), loaded);
  return true;
}
