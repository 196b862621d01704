import type { ResourceObject } from '@linkage/core';
import { checkKind, ownMembers } from '@linkage/core/internal';
import type { Cache, CachedQuery } from './cache.ts';
import { type Effect, isStaleAfter } from './changed-links.ts';
import { answersIn, hasFields, type Identity, isSame, linkageOf, resourcesOf } from './held-resources.ts';
import { patchQuery } from './patch-query.ts';
import { isReadKey } from './read-key.ts';
import type { RunningWrite } from './running-writes.ts';

/** A change that the server has made. */
export type ResourceChange =
  /** A change of which nothing is known. */
  | { readonly kind: 'any'; readonly resource?: undefined }
  | { readonly kind: 'create'; readonly resource: ResourceObject | Pick<ResourceObject, 'type'> }
  | {
      readonly kind: 'update';
      /** The resource after the change. With its identity only, everything that can contain it is read again. */
      readonly resource: ResourceObject | Identity;
      /** The names of the fields that changed, if only the identity of the resource is known. Default: any. */
      readonly fields?: readonly string[];
      /** The names of the relationships that changed. Default: those that differ from what a query holds. */
      readonly relationships?: readonly string[];
      /** The entity tag of the resource after the change, if it is known. */
      readonly etag?: string | undefined;
    }
  | { readonly kind: 'delete'; readonly resource: Identity }
  | {
      readonly kind: 'updateRelationship';
      readonly resource: Identity;
      readonly relationship: string;
      /** The members that were added, removed, or set. Default: they are not known. */
      readonly members?: readonly Identity[];
    };

const KINDS: { readonly [Kind in ResourceChange['kind']]: true } = {
  create: true,
  update: true,
  delete: true,
  updateRelationship: true,
  any: true,
};

/** Returns what is known of a change. `held` are the copies of the resource that the cache holds. */
function effectOf(change: ResourceChange, held: readonly object[]): Effect | undefined {
  const { kind, resource } = change;
  // A deletion can delete other resources, and links between others.
  if (kind === 'any' || kind === 'delete') return undefined;
  const effect = (isLinking: boolean, members?: readonly Identity[]): Effect => {
    return { kind, resource, isLinking, members };
  };
  if (kind === 'updateRelationship') return effect(true, change.members);
  if (!hasFields(resource)) {
    const attributes = new Set(held.flatMap((it) => Object.keys(ownMembers(ownMembers(it).attributes))));
    const isPlain = kind === 'update' && change.fields?.every((name) => attributes.has(name));
    return effect(!isPlain, isPlain ? [] : undefined);
  }
  const linkage = linkageOf(resource);
  const textOf = (it: object, name: string): string | undefined => JSON.stringify(linkageOf(it).get(name));
  const written = kind === 'update' ? (change.relationships ?? []) : [...linkage.keys()];
  // A server can change links that the write does not name.
  const isChanged = (name: string): boolean =>
    written.includes(name) || held.some((it) => linkageOf(it).has(name) && textOf(it, name) !== textOf(resource, name));
  const names = [...linkage.keys()].filter(isChanged);
  const members = names.flatMap((name) => (linkage.get(name) ?? []) as readonly Identity[]);
  return effect(kind === 'create' || names.length + written.length > 0, members);
}

/** Invalidates queries. A response that is on its way can be older than the change. */
export async function invalidate(queryClient: Cache, stale: ReadonlySet<CachedQuery>): Promise<void> {
  for (const query of stale) {
    if (query.state.fetchStatus !== 'fetching' || (query.isActive() && query.state.data !== undefined)) continue;
    const again = (): Promise<void> => queryClient.invalidateQueries({ predicate: (it) => it === query });
    query.promise?.then(again, again);
  }
  await queryClient.invalidateQueries({ predicate: (query) => stale.has(query) });
}

/** Applies a change of which the response has arrived, and that of its write. */
export async function applyWrite(
  queryClient: Cache,
  { baseUrl }: { readonly baseUrl: string },
  change: ResourceChange,
  write?: RunningWrite,
): Promise<void> {
  const { kind } = change;
  const resource = change.resource as Identity;
  const queries = queryClient.getQueryCache().getAll();
  const all = queries.flatMap(({ state }) => answersIn(state.data)).flatMap(resourcesOf);
  const effect = effectOf(change, kind === 'update' ? all.filter((it) => isSame(it, resource)) : []);
  const stale = new Set<CachedQuery>();
  for (const query of queries) {
    const { queryKey: key, state } = query;
    if (!isReadKey(key, baseUrl)) continue;
    if (kind === 'delete' && key[1] === resource.type && key[3] === resource.id) {
      queryClient.removeQueries({ queryKey: key, exact: true });
      continue;
    }
    // Look at the answers before they change: they tell which resources were related before.
    const isFetching = state.fetchStatus === 'fetching';
    if (isFetching || isStaleAfter(effect, key, answersIn(state.data))) stale.add(query);
    if (kind === 'update' && !isFetching && patchQuery(queryClient, query, key, { ...change, write })) stale.add(query);
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
  queryClient: Cache,
  client: { readonly baseUrl: string },
  given: ResourceChange,
): Promise<void> {
  for (const [name, value] of Object.entries({ queryClient, client, change: given }))
    checkKind('applyChange', name, 'object', value);
  const change = ownMembers(given) as unknown as ResourceChange;
  const where = 'applyChange: change';
  checkKind(where, 'kind', Object.keys(KINDS), change.kind);
  if (change.kind !== 'any') checkKind(where, 'resource', 'object', change.resource);
  if (change.kind === 'updateRelationship') checkKind(where, 'members', 'array of objects', change.members ?? []);
  await applyWrite(queryClient, client, change);
}
