import { hasStatus } from '@linkage/client';
import { createReads, createWrites, optimistic } from '@linkage/query';
import { dehydrate, hydrate, QueryClient } from '@tanstack/query-core';
import { client } from './client-typed.ts';

const reads = createReads(client);
const writes = createWrites(client);

// #region form
const save = writes.update('articles');
/** Saves a form. `etag` is the tag of what the form shows; the result is the tag for the next save, or undefined after a conflict. */
export async function saveForm(queryClient: QueryClient, id: string, title: string, etag: string) {
  try {
    const answer = await save.mutationFn({ id, ifMatch: etag, attributes: { title } }, { client: queryClient });
    return answer.etag;
  } catch (error) {
    // Somebody else has saved since. The query is read again, so the form can show both.
    if (hasStatus(error, 412)) return undefined;
    throw error;
  }
}
// #endregion

// #region optimistic
/** Queries show the new title at once. If the server rejects it, they show the old one, and are read again. */
export const rename = writes.update('articles', { optimistic });
export const remove = writes.delete('articles', { optimistic });
// #endregion

// #region undo
/** Changes a title, and returns a function that takes the change back, unless the article has changed since. */
export async function renameWithUndo(queryClient: QueryClient, id: string, title: string) {
  const query = reads.get('articles', id);
  const before = query.select(await queryClient.fetchQuery(query)).data.title;
  const { etag = '' } = await rename.mutationFn({ id, attributes: { title } }, { client: queryClient });
  return () => rename.mutationFn({ id, ifMatch: etag, attributes: { title: before } }, { client: queryClient });
}
// #endregion

// #region offline
const create = writes.create('articles', { idempotencyKey: true });
/** Before stored mutations are resumed, the cache must know their functions. */
export function prepare(queryClient: QueryClient) {
  for (const mutation of [create, rename, remove])
    queryClient.setMutationDefaults(mutation.mutationKey, mutation as object);
}
/** The cache and its paused mutations are plain data, which IndexedDB can store as it is. */
export const stored = (queryClient: QueryClient): object => dehydrate(queryClient);
export async function resume(queryClient: QueryClient, state: object) {
  prepare(queryClient);
  hydrate(queryClient, state);
  await queryClient.resumePausedMutations();
}
// #endregion

// #region render
/** On the server: the state for the page, as JSON. */
export async function renderState() {
  const queryClient = new QueryClient();
  await queryClient.prefetchQuery(reads.list('articles', { include: ['author'] }));
  return JSON.stringify(dehydrate(queryClient));
}
// #endregion
