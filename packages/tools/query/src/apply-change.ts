import { patchAnswer } from '@linkage/client';
import type { ResourceObject } from '@linkage/core';
import { checkKind, isObject, ownMember, ownMembers, pickMembers, type WriteAction } from '@linkage/core/internal';
import type { Query, QueryClient } from '@tanstack/query-core';
import { type Effect, isStaleAfter } from './changed-links.ts';
import { answersIn, type Identity, isSame, linkageOf, resourcesOf } from './held-resources.ts';
import { isReadKey, type ReadKey } from './read-key.ts';
import { type RunningWrite, runningWrites } from './running-writes.ts';

/** A change of a resource that the server has made. */
export type ResourceChange =
  | { readonly kind: 'create'; readonly resource: ResourceObject | Pick<ResourceObject, 'type'> }
  | {
      readonly kind: 'update';
      /** The resource after the change. With its identity only, everything that can contain it is read again. */
      readonly resource: ResourceObject | Identity;
      /** The names of the relationships that changed. Default: those that differ from what a query holds. */
      readonly relationships?: readonly string[];
    }
  | { readonly kind: 'delete'; readonly resource: Identity }
  | {
      readonly kind: 'relate';
      readonly resource: Identity;
      readonly relationship: string;
      /** The members that were added, removed, or set. Default: they are not known. */
      readonly members?: readonly Identity[];
    };

type Update = Extract<ResourceChange, { readonly kind: 'update' }>;

const KINDS: { readonly [Kind in WriteAction]: true } = { create: true, update: true, delete: true, relate: true };

const isIdentity = (it: object): it is Identity => Object.hasOwn(it, 'id');

/** Whether a resource object has fields, and not only an identity. */
function hasFields(resource: object): resource is ResourceObject {
  return ['attributes', 'relationships'].some((name) => ownMember(resource, name) !== undefined);
}

/** Returns the names of the relationships whose linkage in a resource object differs from that in another one. */
function changedLinks(before: object, after: object): readonly string[] {
  const held = linkageOf(before);
  const differs = ([name, linkage]: readonly [string, unknown]): boolean =>
    held.has(name) && JSON.stringify(held.get(name)) !== JSON.stringify(linkage);
  return [...linkageOf(after)].filter(differs).map(([name]) => name);
}

function effectOf(change: ResourceChange, held: readonly object[]): Effect {
  const { kind, resource } = change;
  if (kind === 'delete') return { kind, resource, isLinking: true, members: undefined };
  if (kind === 'relate') return { kind, resource, isLinking: true, members: change.members };
  if (!hasFields(resource)) return { kind, resource, isLinking: true, members: undefined };
  const linkage = linkageOf(resource);
  const names = kind === 'create' ? [...linkage.keys()] : [...(change.relationships ?? [])];
  for (const it of held) names.push(...changedLinks(it, resource));
  const members = names.flatMap((name) => linkage.get(name) ?? []).filter(isIdentity);
  return { kind, resource, isLinking: kind === 'create' || names.length > 0, members };
}

/** Whether a resource object has a field that another one lacks: what an update did to it is not known. */
function hasMore(held: object, resource: object): boolean {
  return ['attributes', 'relationships'].some((kind) => {
    const [before, after] = [held, resource].map((it) => ownMembers(ownMembers(it)[kind]));
    return Object.keys(before ?? {}).some((name) => after === undefined || !Object.hasOwn(after, name));
  });
}

/** Returns a resource object with the fields that a read asks for. */
function selected(resource: ResourceObject, [, , , , , query]: ReadKey): ResourceObject {
  const names = new URLSearchParams(query).get(`fields[${resource.type}]`)?.split(',');
  if (names === undefined) return resource;
  const kinds = ['attributes', 'relationships'].map((kind) => {
    const fields = Object.entries(ownMembers(ownMembers(resource)[kind])).filter(([name]) => names.includes(name));
    return [kind, fields.length === 0 ? undefined : Object.fromEntries(fields)];
  });
  return { ...resource, ...Object.fromEntries(kinds) };
}

interface Patch {
  readonly change: Update;
  readonly write: RunningWrite | undefined;
}

/** Replaces the fields of a resource in the answers of a query. Returns whether the query must be read anew. */
function patchQuery(queryClient: QueryClient, query: Query, key: ReadKey, { change, write }: Patch): boolean {
  const { resource } = change;
  const { data, dataUpdatedAt, dataUpdateCount, isInvalidated } = query.state;
  const answers = answersIn(data);
  const held = answers.flatMap(resourcesOf).filter((it) => isSame(it, resource) && hasFields(it));
  if (held.length === 0) return false;
  const others = [...runningWrites(queryClient)];
  const isCertain = write ? !write.isContested && write.counts.get(query) === dataUpdateCount : others.length === 0;
  if (!isCertain || !hasFields(resource) || isInvalidated) return true;
  const patch = selected(resource, key);
  const patched = answers.map((it) => patchAnswer(it, [patch]));
  const updated = isObject(data) && Object.hasOwn(data, 'pages') ? { ...data, pages: patched } : patched[0];
  queryClient.setQueryData(query.queryKey, updated, { updatedAt: dataUpdatedAt });
  // The other writes know what this one has changed.
  for (const { counts } of others)
    if (counts.get(query) === dataUpdateCount) counts.set(query, query.state.dataUpdateCount);
  return held.some((it) => hasMore(it, resource));
}

/** Invalidates queries. A response that is on its way can be older than the change. */
async function invalidate(queryClient: QueryClient, stale: ReadonlySet<Query>): Promise<void> {
  for (const query of stale) {
    if (query.state.fetchStatus !== 'fetching' || (query.isActive() && query.state.data !== undefined)) continue;
    const again = (): Promise<void> => queryClient.invalidateQueries({ predicate: (it) => it === query });
    query.promise?.then(again, again);
  }
  await queryClient.invalidateQueries({ predicate: (query) => stale.has(query) });
}

/** Applies a change of which the response has arrived, and that of its write. */
export async function applyWrite(
  queryClient: QueryClient,
  { baseUrl }: { readonly baseUrl: string },
  change: ResourceChange,
  write?: RunningWrite,
): Promise<void> {
  const { kind, resource } = change;
  const queries = queryClient
    .getQueryCache()
    .getAll()
    .flatMap((query) => (isReadKey(query.queryKey, baseUrl) ? [[query, query.queryKey] as const] : []));
  const all = queries.flatMap(([query]) => answersIn(query.state.data)).flatMap(resourcesOf);
  const effect = effectOf(change, kind === 'update' ? all.filter((it) => isSame(it, resource as Identity)) : []);
  const stale = new Set<Query>();
  for (const [query, key] of queries) {
    if (kind === 'delete' && key[1] === resource.type && key[3] === (resource as Identity).id) {
      queryClient.removeQueries({ queryKey: key, exact: true });
      continue;
    }
    // Look at the answers before they change: they tell which resources were related before.
    const isFetching = query.state.fetchStatus === 'fetching';
    if (isFetching || isStaleAfter(effect, key, answersIn(query.state.data))) stale.add(query);
    if (kind === 'update' && !isFetching && patchQuery(queryClient, query, key, { change, write })) stale.add(query);
  }
  await invalidate(queryClient, stale);
}

/**
 * Applies a change to the queries of a client. An update replaces the fields of the resource in the answers that hold it, without a
 * request. Queries that could have another answer now are invalidated. The functions of `createWrites` do the same; call it yourself
 * after a transaction, or when a server tells you about a change.
 *
 * @throws {TypeError} If an argument is not an object, or the change lacks a member.
 */
export async function applyChange(
  queryClient: QueryClient,
  client: { readonly baseUrl: string },
  given: ResourceChange,
): Promise<void> {
  checkKind('applyChange', 'queryClient', 'object', queryClient);
  checkKind('applyChange', 'client', 'object', client);
  checkKind('applyChange', 'change', 'object', given);
  const names = ['kind', 'resource', 'relationship', 'relationships', 'members'];
  const change = pickMembers(given as Readonly<Record<string, unknown>>, names) as unknown as ResourceChange;
  checkKind('applyChange: change', 'kind', Object.keys(KINDS), change.kind);
  checkKind('applyChange: change', 'resource', 'object', change.resource);
  if (change.kind === 'relate' && change.members !== undefined)
    checkKind('applyChange: change', 'members', 'array of objects', change.members);
  await applyWrite(queryClient, client, change);
}
