import { createIdempotencyKey, mapAnswer, patchAnswer, type SavedAnswer, saveAnswer } from '@linkage/client';
import { applyChange, createReads, createWrites, subscribe } from '@linkage/query';
import { InfiniteQueryObserver, MutationObserver, QueryClient } from '@tanstack/query-core';
import { client } from './client-typed.ts';

// #region options
const reads = createReads(client);
const writes = createWrites(client);
/** React: `useQuery(articles)`, `useInfiniteQuery(pages)`, and `useMutation(rename)`. */
export const articles = reads.list('articles', { include: ['author'] });
export const pages = reads.infiniteList('articles', { page: { size: 2 } });
export const rename = writes.update('articles');
// #endregion

// #region run
export async function renameInCache(title: string) {
  const queryClient = new QueryClient();
  await queryClient.fetchQuery(articles);
  await new InfiniteQueryObserver(queryClient, pages).fetchNextPage();
  await new MutationObserver(queryClient, rename).mutate({ id: '1', attributes: { title } });
  // Both queries hold the new title, without another request.
  const list = articles.select(await queryClient.fetchQuery({ ...articles, staleTime: 'static' }));
  const infinite = pages.select(await queryClient.fetchInfiniteQuery({ ...pages, staleTime: 'static' }));
  return [list.data[0]?.title, infinite.pages[0]?.data[0]?.title];
}
// #endregion

// #region key
/** A key of your own: create it once for each form, not for each attempt. */
export const newForm = () => ({ idempotencyKey: createIdempotencyKey(), attributes: { title: '' } });
// #endregion

// #region change
/** After a transaction, or when a server tells you about a change. */
export async function onMessage(queryClient: QueryClient, id: string) {
  await applyChange(queryClient, client, { kind: 'delete', resource: { type: 'articles', id } });
}
// #endregion

// #region live
/** The events of the page "A stream of events". Call the result to end the subscription. */
export const listen = (queryClient: QueryClient) => subscribe(queryClient, client, new EventSource('/events'));
// #endregion

// #region patch
/** Without TanStack Query: an answer as plain data, a copy with other fields, and an answer made of it. */
export async function patched() {
  const saved = saveAnswer(await client.list('articles'));
  const copy = patchAnswer(saved, [{ type: 'articles', id: '1', attributes: { title: 'Patched' } }]);
  return client.restore(copy).data[0]?.title;
}
/** Without one of the articles. */
export const without = <Saved extends SavedAnswer>(saved: Saved, id: string): Saved =>
  mapAnswer(saved, (resource) => (resource.id === id ? undefined : resource));
// #endregion
