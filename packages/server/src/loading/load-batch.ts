import { errorObject, JsonApiError } from '@linkage/core';
import { fieldOf } from '@linkage/core/records';
import { isPromiseLike } from '../internal/is-promise-like.ts';
import type { AnyQuery } from '../request/read-query.ts';
import type { Awaitable, PageSlice } from '../source/data-source.ts';
import { listOf, pageOf } from '../source/read-related.ts';
import { selectionOfMembers } from '../source/selection.ts';
import { followValue, type RelatedResources } from './follow-value.ts';
import type { LoadedRecords } from './loaded-records.ts';
import type { LoadingContext } from './loading-context.ts';
import {
  includedSizeOf,
  lacksPositions,
  type PaginatedRelationship,
  pagePerParentOf,
} from './paginated-relationship.ts';
import { idsOf, type Reached, reachPlainly, reachReferences } from './reached.ts';
import type { RelationshipBatch, Root } from './relationship-batches.ts';

/** A relationship of one level, the records loaded so far, and the resources found for it. */
interface Following {
  readonly context: LoadingContext;
  readonly batch: RelationshipBatch;
  readonly query: AnyQuery;
  readonly loaded: LoadedRecords;
  readonly reached: Reached;
  readonly pagePerParent: PageSlice | undefined;
}

/** Creates the error for an `include` value that the server cannot satisfy. */
export function refuseInclude(code: 'INCLUDED_TOO_MANY' | 'RELATIONSHIP_PATH_UNKNOWN', detail: string): JsonApiError {
  return new JsonApiError(errorObject(code, detail, { source: { parameter: 'include' } }));
}

/** Stores the paths for the links of a paginated relationship. */
function addPaths({ relationship: { name }, nodes }: RelationshipBatch, cut: PaginatedRelationship | undefined): void {
  if (cut === undefined) return;
  cut.paths.add(name);
  for (const { remainingPaths } of nodes) for (const rest of remainingPaths) cut.paths.add(`${name}.${rest}`);
}

function note({ batch, loaded, reached }: Following, { record }: Root, { references, cut }: RelatedResources): void {
  addPaths(batch, cut);
  loaded.relate(record, batch.relationship.name, references, cut);
  reachReferences(reached, listOf(references), loaded);
}

/** Reads a relationship value that needs more checks. */
function readValue(following: Following, root: Root, value: unknown): Awaitable<void> {
  const { relationship } = following.batch;
  const related = followValue(following.context.setup, { type: root.type, id: root.id, relationship }, value);
  return isPromiseLike(related) ? related.then((it) => note(following, root, it)) : note(following, root, related);
}

/** Follows the relationship from resources whose records contain it. Returns the other resources. */
async function followCarried(following: Following): Promise<readonly Root[]> {
  const { context, batch, loaded, reached, pagePerParent } = following;
  const { type, relationship, target } = batch;
  const { name, kind } = relationship;
  const source = context.setup.sourceOf(type.name);
  const isCut = pagePerParent !== undefined;
  const ids = target === undefined || isCut || loaded.notesEach ? undefined : idsOf(reached, target);
  const unknown: Root[] = [];
  for (const root of batch.parents) {
    const { record } = root;
    const references = loaded.referencesOf(record, name);
    if (references !== undefined) {
      addPaths(batch, loaded.cutOf(record, name));
      reachReferences(reached, listOf(references), loaded);
      continue;
    }
    const value = fieldOf(record, name);
    if (value === undefined || lacksPositions(source, pagePerParent, value)) unknown.push(root);
    else if (ids === undefined || target === undefined || !reachPlainly(ids, target, kind, value, loaded)) {
      const reading = readValue(following, root, value);
      if (isPromiseLike(reading)) await reading;
    }
  }
  return unknown;
}

/** Requests the relationship from the source for resources whose records do not contain it. */
async function followUnknown(following: Following, unknown: readonly Root[]): Promise<void> {
  const { context, batch, query, pagePerParent } = following;
  const { setup, call } = context;
  const { type, relationship } = batch;
  const { name, kind } = relationship;
  const source = setup.sourceOf(type.name);
  if (source?.related === undefined) {
    const detail = `The relationship \`${name}\` of type "${type.name}" cannot be included.`;
    throw refuseInclude('RELATIONSHIP_PATH_UNKNOWN', detail);
  }
  const most = setup.limits.includedLinkage;
  // A to-one relationship has at most one member per parent. With a lower limit, a truncated member would look like an
  // empty relationship.
  const atMost = kind === 'to-one' ? unknown.length : most + 1;
  const asked = { atMost, selection: selectionOfMembers(setup.api, relationship, query), pagePerParent };
  const parentIds = unknown.map(({ id }) => id);
  const found = await source.related(name, parentIds, asked, call);
  let members = 0;
  for (const root of unknown) {
    const value = found.get(root.id);
    members += pageOf(value)?.records.length ?? 0;
    const reading = readValue(following, root, value);
    if (isPromiseLike(reading)) await reading;
  }
  if (members > most) {
    throw refuseInclude(
      'INCLUDED_TOO_MANY',
      `The relationship \`${name}\` must have at most ${most} resource identifiers in the response, but it has more.`,
    );
  }
}

/** Follows a relationship: first through the records, then with one source call for all other resources. */
export async function loadBatch(
  context: LoadingContext,
  batch: RelationshipBatch,
  query: AnyQuery,
  loaded: LoadedRecords,
): Promise<Reached> {
  const { type, relationship } = batch;
  const { setup } = context;
  const isCut = includedSizeOf(setup, type, relationship) !== undefined;
  const pagePerParent = isCut ? await pagePerParentOf(setup, type, relationship) : undefined;
  const reached: Reached = new Map();
  const following = { context, batch, query, loaded, reached, pagePerParent };
  const unknown = await followCarried(following);
  if (unknown.length > 0) await followUnknown(following, unknown);
  return reached;
}
