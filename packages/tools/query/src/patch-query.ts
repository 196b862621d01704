import { patchAnswer, type SavedAnswer } from '@linkage/client';
import type { ResourceObject } from '@linkage/core';
import { ownMembers } from '@linkage/core/internal';
import type { Cache, CachedQuery } from './cache.ts';
import { answersIn, hasFields, type Identity, isSame, resourcesOf, withAnswers } from './held-resources.ts';
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
  const namesOf = (it: object): readonly string[] =>
    ['meta', 'attributes', 'relationships'].flatMap((member) =>
      Object.keys(ownMembers(ownMembers(it)[member])).map((name) => `${member}.${name}`),
    );
  const known = new Set(namesOf(resource));
  return (patched) => isSame(patched, resource as Identity) && namesOf(patched).some((name) => !known.has(name));
}

/** Replaces the answers of a query. */
export function replaceAnswers(queryClient: Cache, query: CachedQuery, answers: readonly SavedAnswer[]): void {
  const { data, dataUpdatedAt: updatedAt } = query.state;
  queryClient.setQueryData(query.queryKey, withAnswers(data, answers), { updatedAt });
}

/** Replaces the fields of a resource in the answers of a query. Returns whether the query must be read anew. */
export function patchQuery(
  queryClient: Cache,
  query: CachedQuery,
  [, type, operation, id]: ReadKey,
  { resource, etag, write }: Patch,
): boolean {
  const { data, dataUpdateCount, isInvalidated } = query.state;
  const answers = answersIn(data);
  const patched = answers.map((it) => patchAnswer(it, [resource as ResourceObject]));
  if (patched.every((it, index) => it === answers.at(index))) return false;
  const isCertain = write
    ? !write.isContested && write.counts.get(query) === dataUpdateCount
    : runningWrites(queryClient).size === 0;
  if (!isCertain || isInvalidated || !hasFields(resource)) return true;
  // The tag of a resource, and not of a collection, is that of its version.
  const isPrimary = operation === 'get' && isSame({ type, id }, resource);
  const tagged = isPrimary ? patched.map((it) => ({ ...it, etag })) : patched;
  replaceAnswers(queryClient, query, tagged);
  const losesTag = isPrimary && etag === undefined && answers.some((it) => it.etag !== undefined);
  return losesTag || patched.flatMap(resourcesOf).some(lacksMembers(resource));
}
