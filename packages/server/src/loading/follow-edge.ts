import { errorObject, JsonApiError } from '@linkage/core';
import { fieldOf } from '@linkage/core/records';
import { isPromiseLike } from '../internal/is-promise-like.ts';
import type { AnyQuery } from '../request/read-query.ts';
import type { Awaitable, PageSlice } from '../source/data-source.ts';
import { listOf, pageOf } from '../source/read-related.ts';
import { selectionOfMembers } from '../source/selection.ts';
import { type CutRelationship, eachPageOf, includedSizeOf, lacksPositions } from './cut-relationship.ts';
import { type Followed, followValue } from './follow-value.ts';
import type { Edge, Root } from './include-edges.ts';
import type { LoadedRecords } from './loaded-records.ts';
import type { LoadingExchange } from './loading-exchange.ts';
import { idsOf, type Reached, reachPlainly, reachReferences } from './reached.ts';

/** An edge, what is loaded so far, and which resources it leads to. */
interface Following {
  readonly exchange: LoadingExchange;
  readonly edge: Edge;
  readonly query: AnyQuery;
  readonly loaded: LoadedRecords;
  readonly reached: Reached;
  readonly eachPage: PageSlice | undefined;
}

/** The error for what the parameter `include` asks for in vain. */
export function refuseInclude(code: 'INCLUDED_TOO_MANY' | 'RELATIONSHIP_PATH_UNKNOWN', detail: string): JsonApiError {
  return new JsonApiError(errorObject(code, detail, { source: { parameter: 'include' } }));
}

/** Notes the paths that the links of a relationship which was cut lead on with. */
function addPaths({ relationship: { name }, nodes }: Edge, cut: CutRelationship | undefined): void {
  if (cut === undefined) return;
  cut.paths.add(name);
  for (const { remainingPaths } of nodes) for (const rest of remainingPaths) cut.paths.add(`${name}.${rest}`);
}

function note({ edge, loaded, reached }: Following, { record }: Root, { references, cut }: Followed): void {
  addPaths(edge, cut);
  loaded.relate(record, edge.relationship.name, references, cut);
  reachReferences(reached, listOf(references), loaded);
}

/** Reads the value of a relationship that takes a closer look. */
function readValue(following: Following, root: Root, value: unknown): Awaitable<void> {
  const { relationship } = following.edge;
  const followed = followValue(following.exchange.setup, { type: root.type, id: root.id, relationship }, value);
  return isPromiseLike(followed) ? followed.then((it) => note(following, root, it)) : note(following, root, followed);
}

/** Follows the relationship from those resources whose records tell it; returns the others. */
async function followCarried(following: Following): Promise<readonly Root[]> {
  const { exchange, edge, loaded, reached, eachPage } = following;
  const { type, relationship, target } = edge;
  const { name, kind } = relationship;
  const source = exchange.setup.sourceOf(type.name);
  const isCut = eachPage !== undefined;
  const ids = target === undefined || isCut || loaded.notesEach ? undefined : idsOf(reached, target);
  const unknown: Root[] = [];
  for (const root of edge.parents) {
    const { record } = root;
    const references = loaded.referencesOf(record, name);
    if (references !== undefined) {
      addPaths(edge, loaded.cutOf(record, name));
      reachReferences(reached, listOf(references), loaded);
      continue;
    }
    const value = fieldOf(record, name);
    if (value === undefined || lacksPositions(source, eachPage, value)) unknown.push(root);
    else if (ids === undefined || target === undefined || !reachPlainly(ids, target, kind, value, loaded)) {
      const reading = readValue(following, root, value);
      if (isPromiseLike(reading)) await reading;
    }
  }
  return unknown;
}

/** Asks the source for the relationship of those resources whose records do not tell it. */
async function followUnknown(following: Following, unknown: readonly Root[]): Promise<void> {
  const { exchange, edge, query, eachPage } = following;
  const { setup, call } = exchange;
  const { type, relationship } = edge;
  const { name, kind } = relationship;
  const source = setup.sourceOf(type.name);
  if (source?.related === undefined) {
    const detail = `The relationship ${name} of ${type.name} cannot be included.`;
    throw refuseInclude('RELATIONSHIP_PATH_UNKNOWN', detail);
  }
  const most = setup.limits.includedLinkage;
  // To-one gives one member to each parent at most: no bound may turn a member that was cut off into an empty one.
  const atMost = kind === 'to-one' ? unknown.length : most + 1;
  const asked = { atMost, selection: selectionOfMembers(setup.api, relationship, query), eachPage };
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
    throw refuseInclude('INCLUDED_TOO_MANY', `${name} would have more than ${most} identifiers in the response.`);
  }
}

/** Returns what an edge leads to: what records tell of it already, and one call for all others. */
export async function followEdge(
  exchange: LoadingExchange,
  edge: Edge,
  query: AnyQuery,
  loaded: LoadedRecords,
): Promise<Reached> {
  const { type, relationship } = edge;
  const { setup } = exchange;
  const isCut = includedSizeOf(setup, type, relationship) !== undefined;
  const eachPage = isCut ? await eachPageOf(setup, type, relationship) : undefined;
  const reached: Reached = new Map();
  const following = { exchange, edge, query, loaded, reached, eachPage };
  const unknown = await followCarried(following);
  if (unknown.length > 0) await followUnknown(following, unknown);
  return reached;
}
