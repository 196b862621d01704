import { patchAnswer } from '@linkage/client';
import { applyChange, createReads, createWrites } from '@linkage/query';
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
  const [list, infinite] = [queryClient.getQueryData(articles.queryKey), queryClient.getQueryData(pages.queryKey)];
  return [list?.data[0]?.title, infinite?.pages[0]?.data[0]?.title];
}
// #endregion

// #region change
/** After a transaction, or when a server tells you about a change. */
export async function onMessage(queryClient: QueryClient, id: string) {
  await applyChange(queryClient, client, { kind: 'delete', resource: { type: 'articles', id } });
}
// #endregion

// #region patch
/** Without TanStack Query: a copy of an answer with other fields. */
export async function patched() {
  const page = await client.list('articles');
  return patchAnswer(page, [{ type: 'articles', id: '1', attributes: { title: 'Patched' } }]).data[0]?.title;
}
// #endregion
