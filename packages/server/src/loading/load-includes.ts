import {
  type ErrorCode,
  errorObject,
  JsonApiError,
  type RelationshipDefinition,
  type ResourceType,
} from '@linkage/core';
import { fieldOf, identityOf, type Reference } from '@linkage/core/records';
import { isPromiseLike } from '../internal/is-promise-like.ts';
import type { AnyQuery } from '../request/read-query.ts';
import { listOf, pageOf } from '../source/read-related.ts';
import { selectionOfMembers } from '../source/selection.ts';
import { eachPageOf, lacksPositions } from './cut-relationship.ts';
import { type Followed, followValue } from './follow-value.ts';
import { lackingOf, loadMissing } from './load-missing.ts';
import type { LoadedRecords } from './loaded-records.ts';
import type { LoadingExchange } from './loading-exchange.ts';

/** A resource whose relationships are to be followed. */
export interface Root {
  readonly type: ResourceType;
  readonly id: string;
  readonly record: object;
}

/** One relationship of one type, for all resources of one level that are to be followed along it. */
interface Edge {
  readonly type: ResourceType;
  readonly relationship: RelationshipDefinition;
  readonly parents: Map<string, object>;
  /** What remains of the relationship paths behind it: each once, without those that end here. */
  readonly rests: Set<string>;
}

/** Resources of one type with the relationship paths that go on from them. */
interface Visits {
  readonly roots: readonly Root[];
  readonly paths: readonly string[];
}

/** The first relationship of a path, and what remains behind it. */
function firstStep(path: string): readonly [name: string, rest: string] {
  const end = path.indexOf('.');
  return end === -1 ? [path, ''] : [path.slice(0, end), path.slice(end + 1)];
}

function edgesOf(visits: readonly Visits[]): readonly Edge[] {
  // Each type has definitions of its own for its relationships.
  const edges = new Map<RelationshipDefinition, Edge>();
  for (const { roots, paths } of visits) {
    for (const [name, rest] of paths.map(firstStep)) {
      for (const { type, id, record } of roots) {
        const relationship = type.relationships.get(name);
        if (relationship === undefined) continue;
        let edge = edges.get(relationship);
        if (edge === undefined) {
          edge = { type, relationship, parents: new Map(), rests: new Set() };
          edges.set(relationship, edge);
        }
        edge.parents.set(id, record);
        if (rest !== '') edge.rests.add(rest);
      }
    }
  }
  return [...edges.values()];
}

function refuse(code: ErrorCode, detail: string): JsonApiError {
  return new JsonApiError(errorObject(code, detail, { source: { parameter: 'include' } }));
}

function tooMany(most: number): JsonApiError {
  return refuse('INCLUDED_TOO_MANY', `The response would include more than ${most} resources.`);
}

function unreadable(type: ResourceType): JsonApiError {
  return refuse('RELATIONSHIP_PATH_UNKNOWN', `Resources of type ${type.name} cannot be included.`);
}

const nothing: Followed = { references: null, cut: undefined };

/** What each parent of an edge leads to: what is known of them already, and one call for all the others. */
async function followEdge(
  exchange: LoadingExchange,
  edge: Edge,
  query: AnyQuery,
  loaded: LoadedRecords,
): Promise<readonly Followed[]> {
  const { setup, call } = exchange;
  const { type, relationship } = edge;
  const { name, kind } = relationship;
  const read = (id: string, value: unknown) => followValue(setup, { type, id, relationship }, value);
  const source = setup.sourceOf(type.name);
  const eachPage = await eachPageOf(setup, type, relationship);
  const followed: Followed[] = [];
  const unknown = new Map<string, number>();
  for (const [id, record] of edge.parents) {
    const references = loaded.referencesOf(record, name);
    const carried = references === undefined ? fieldOf(record, name) : undefined;
    const value = lacksPositions(source, eachPage, carried) ? undefined : carried;
    if (value === undefined && references === undefined) unknown.set(id, followed.length);
    if (references === undefined) {
      const own = value === undefined ? nothing : read(id, value);
      followed.push(isPromiseLike(own) ? await own : own);
    } else followed.push({ references, cut: loaded.cutOf(record, name) });
  }
  if (unknown.size === 0) return followed;
  if (source?.related === undefined) {
    throw refuse('RELATIONSHIP_PATH_UNKNOWN', `The relationship ${name} of ${type.name} cannot be included.`);
  }
  const most = setup.limits.includedLinkage;
  // To-one gives one member to each parent at most: no bound may turn a member that was cut off into an empty one.
  const atMost = kind === 'to-one' ? unknown.size : most + 1;
  const selection = selectionOfMembers(setup.api, relationship, query);
  const asked = { atMost, selection, eachPage };
  const found = await source.related(name, [...unknown.keys()], asked, call);
  let members = 0;
  for (const [id, place] of unknown) {
    const value = found.get(id);
    members += pageOf(value)?.records.length ?? 0;
    const own = read(id, value);
    followed[place] = isPromiseLike(own) ? await own : own;
  }
  if (members > most) {
    throw refuse('INCLUDED_TOO_MANY', `${name} would have more than ${most} identifiers in the response.`);
  }
  return followed;
}

/**
 * Loads what the relationship paths of a query lead to, level by level: for each edge of a level at most one `related`,
 * and for each type at most one `find`, whatever the number of resources.
 *
 * @throws {JsonApiError} 400 when a relationship cannot be loaded, or too many resources would be included.
 * @see https://jsonapi.org/format/1.1/#fetching-includes
 */
export async function loadIncludes(
  exchange: LoadingExchange,
  roots: readonly Root[],
  query: AnyQuery,
  loaded: LoadedRecords,
): Promise<void> {
  const most = exchange.setup.limits.includedResources;
  const before = loaded.size();
  let visits: readonly Visits[] = [{ roots, paths: [...new Set(query.include)] }];
  for (let edges = edgesOf(visits); edges.length > 0; edges = edgesOf(visits)) {
    const followed = await Promise.all(edges.map((edge) => followEdge(exchange, edge, query, loaded)));
    const references = referencesOf(followed);
    const room = most - (loaded.size() - before);
    // To count what is lacking takes a look at each, and most of the time there is room for all of them.
    if (references.length > room && sizeOf(lackingOf(references, loaded)) > room) throw tooMany(most);
    await loadMissing(exchange, references, query, loaded, unreadable);
    visits = edges.map((edge, index) => settle(edge, followed[index] as readonly Followed[], loaded));
  }
}

function referencesOf(followed: readonly (readonly Followed[])[]): readonly Reference[] {
  const all: Reference[] = [];
  for (const ofEdge of followed) {
    for (const { references } of ofEdge) {
      if (Array.isArray(references)) for (const reference of references) all.push(reference);
      else if (references !== null) all.push(references as Reference);
    }
  }
  return all;
}

function sizeOf(lacking: ReadonlyMap<ResourceType, ReadonlySet<string>>): number {
  let size = 0;
  for (const ids of lacking.values()) size += ids.size;
  return size;
}

/** Notes what an edge leads to, and where its paths go on. */
function settle(edge: Edge, followed: readonly Followed[], loaded: LoadedRecords): Visits {
  const next = new Map<string, Root>();
  const paths = [...edge.rests];
  const { name } = edge.relationship;
  let index = 0;
  for (const record of edge.parents.values()) {
    const { references, cut } = followed[index++] as Followed;
    if (cut !== undefined) for (const path of [name, ...paths.map((rest) => `${name}.${rest}`)]) cut.paths.add(path);
    loaded.relate(record, name, references, cut);
    if (paths.length === 0) continue;
    for (const { type, id } of listOf(references)) {
      const related = loaded.get(type.name, id);
      if (related !== undefined) next.set(identityOf(type.name, id), { type, id, record: related });
    }
  }
  return { roots: [...next.values()], paths };
}
