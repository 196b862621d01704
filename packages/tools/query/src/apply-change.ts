import { type Answer, patchAnswer } from '@linkage/client';
import type { ResourceObject } from '@linkage/core';
import { checkKind, ownMembers, pickMembers, type WriteAction } from '@linkage/core/internal';
import type { Query, QueryClient } from '@tanstack/query-core';
import {
  answersIn,
  holdsLinkageTo,
  type Identity,
  isSame,
  lacks,
  linkagesOf,
  mentions,
  primaryOf,
  resourcesOf,
} from './held-resources.ts';
import { isReadKey, type ReadKey } from './read-key.ts';

/** A change of a resource that the server has made. */
export type ResourceChange =
  | { readonly kind: 'create'; readonly resource: ResourceObject | Pick<ResourceObject, 'type'> }
  | {
      readonly kind: 'update';
      readonly resource: ResourceObject;
      /** The names of the relationships that changed. Default: all that the resource object contains. */
      readonly relationships?: readonly string[];
    }
  | { readonly kind: 'delete'; readonly resource: Identity }
  | {
      readonly kind: 'relate';
      readonly resource: Identity;
      readonly relationship: string;
      /** The members that were added, removed, or set. */
      readonly members: readonly Identity[];
    };

type Stale = (key: ReadKey, answers: readonly Answer<unknown>[]) => boolean;

const isIdentity = (it: object): it is Identity => Object.hasOwn(it, 'id');
const relatedTo = (resource: object, names?: readonly string[]): readonly Identity[] =>
  linkagesOf(resource, names).flat().filter(isIdentity);

/** Whether a read returns all resources of a type, or those of a relationship to it. */
function isListOf(type: string, [, typeOfRead, operation]: ReadKey, answers: readonly Answer<unknown>[]): boolean {
  if (operation === 'list' || operation === 'infiniteList') return typeOfRead === type;
  if (operation === 'get') return false;
  const primary = answers.flatMap(primaryOf);
  return primary.length === 0 || primary.some((it) => ownMembers(it).type === type);
}

type ChangeOf<Kind extends WriteAction> = Extract<ResourceChange, { readonly kind: Kind }>;

/** Which queries each kind of change makes stale. */
const staleAfter: { readonly [Kind in WriteAction]: (change: ChangeOf<Kind>) => Stale } = {
  create: ({ resource }) => {
    const owners = relatedTo(resource);
    const { type } = resource;
    return (key, answers) => isListOf(type, key, answers) || answers.some((it) => holdsLinkageTo(it, owners, type));
  },
  update: ({ resource, relationships: names }) => {
    const owners = relatedTo(resource, names);
    const lists = (it: object): boolean => relatedTo(it).some((one) => isSame(one, resource));
    // The other sides of the relationships: those that have the resource now, and those that had it before.
    return (_, answers) =>
      linkagesOf(resource, names).length > 0 &&
      answers.some((it) => holdsLinkageTo(it, owners, resource.type) || resourcesOf(it).some(lists));
  },
  delete: ({ resource }) => {
    return (key, answers) => isListOf(resource.type, key, answers) || answers.some((it) => mentions(it, resource));
  },
  relate: ({ resource, relationship, members }) => {
    return ([, typeOfRead, , id, name], answers) =>
      (typeOfRead === resource.type && id === resource.id && name === relationship) ||
      answers.some((it) => resourcesOf(it).some((one) => [resource, ...members].some((that) => isSame(one, that))));
  },
};

/** Replaces the fields of a resource in the answers of a query. Returns whether the query must be read anew. */
function patchQuery(queryClient: QueryClient, query: Query, key: ReadKey, change: ChangeOf<'update'>): boolean {
  const { resource } = change;
  const { data, fetchStatus, dataUpdatedAt, isInvalidated } = query.state;
  const answers = answersIn(data);
  const patched = answers.map((it) => patchAnswer(it, [resource]));
  if (patched.every((it, index) => it === answers[index])) return false;
  // A response that arrives later can be older than the change.
  if (fetchStatus === 'fetching') return true;
  const isInfinite = key[2] === 'infiniteList';
  const updated = isInfinite ? { ...(data as object), pages: patched } : patched[0];
  if (!isInvalidated) queryClient.setQueryData(query.queryKey, updated, { updatedAt: dataUpdatedAt });
  return key[5].includes('include=') && patched.some((it) => lacks(it, relatedTo(resource, change.relationships)));
}

/**
 * Applies a change to the queries of a client. An update replaces the fields of the resource in every answer, without a
 * request. Other changes, and queries that could hold other resources now, are invalidated. The functions of
 * `createWrites` call it; call it yourself after a transaction, or when a server tells you about a change.
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
  checkKind('applyChange: change', 'kind', Object.keys(staleAfter), change.kind);
  checkKind('applyChange: change', 'resource', 'object', change.resource);
  if (change.kind === 'relate') checkKind('applyChange: change', 'members', 'array of objects', change.members);
  const isStale = (staleAfter[change.kind] as (change: ResourceChange) => Stale)(change);
  const stale = new Set<Query>();
  for (const query of queryClient.getQueryCache().getAll()) {
    const key = query.queryKey;
    if (!isReadKey(key, client.baseUrl)) continue;
    if (change.kind === 'delete' && key[1] === change.resource.type && key[3] === change.resource.id) {
      queryClient.removeQueries({ queryKey: key, exact: true });
      continue;
    }
    const answers = answersIn(query.state.data);
    // Look at the answers before they change: they tell which resources were related before.
    if (isStale(key, answers)) stale.add(query);
    if (change.kind === 'update' && patchQuery(queryClient, query, key, change)) stale.add(query);
  }
  await queryClient.invalidateQueries({ predicate: (query) => stale.has(query) });
}
