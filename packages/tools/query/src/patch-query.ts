import { patchAnswer } from '@linkage/client';
import type { ResourceObject } from '@linkage/core';
import { isObject, ownMembers } from '@linkage/core/internal';
import type { Cache, CachedQuery } from './cache.ts';
import { answersIn, hasFields, type Identity, isSame, resourcesOf } from './held-resources.ts';
import type { ReadKey } from './read-key.ts';
import { type RunningWrite, runningWrites } from './running-writes.ts';

/** An update whose response has arrived. */
export interface Patch {
  readonly resource: ResourceObject | Identity;
  /** The entity tag of the resource after the update. */
  readonly etag?: string | undefined;
  readonly write: RunningWrite | undefined;
}

/** Returns whether the response of an update lacks members that a patched resource object has: what became of them is not known. */
function lacksMembers(resource: object): (patched: object) => boolean {
  const countOf = (it: object, member: string): number => Object.keys(ownMembers(ownMembers(it)[member])).length;
  return (patched) =>
    isSame(patched, resource as Identity) &&
    ['attributes', 'relationships', 'meta'].some((member) => countOf(patched, member) > countOf(resource, member));
}

/** Replaces the fields of a resource in the answers of a query. Returns whether the query must be read anew. */
export function patchQuery(
  queryClient: Cache,
  query: CachedQuery,
  [, type, operation, id, , parameters]: ReadKey,
  { resource, etag, write }: Patch,
): boolean {
  const { data, dataUpdatedAt, dataUpdateCount, isInvalidated } = query.state;
  const answers = answersIn(data);
  const patched = answers.map((it) => patchAnswer(it, [resource as ResourceObject]));
  if (patched.every((it, index) => it === answers.at(index))) return false;
  const others = runningWrites(queryClient);
  const isCertain = write ? !write.isContested && write.counts.get(query) === dataUpdateCount : others.size === 0;
  const isSparse = new URLSearchParams(parameters).has(`fields[${resource.type}]`);
  if (!isCertain || isSparse || isInvalidated || !hasFields(resource)) return true;
  // The tag of a resource, and not of a collection, is that of its version.
  const isPrimary = operation === 'get' && isSame({ type, id }, resource);
  const tagged = isPrimary ? patched.map((it) => ({ ...it, etag })) : patched;
  const updated = isObject(data) && Object.hasOwn(data, 'pages') ? { ...data, pages: tagged } : tagged.at(0);
  queryClient.setQueryData(query.queryKey, updated, { updatedAt: dataUpdatedAt });
  // The other writes know what this one has changed.
  for (const { counts } of others)
    if (counts.get(query) === dataUpdateCount) counts.set(query, query.state.dataUpdateCount);
  const losesTag = isPrimary && etag === undefined && answers.some((it) => it.etag !== undefined);
  return losesTag || patched.flatMap(resourcesOf).some(lacksMembers(resource));
}
