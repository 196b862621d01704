import type { Answer, Client, Page } from '@linkage/client';
import { InfiniteQueryObserver, MutationObserver, type QueryClient, QueryObserver } from '@tanstack/query-core';
import { expectTypeOf, test } from 'vitest';
import type { api } from '../../../client/test/world.ts';
import { createReads, createWrites } from './index.ts';

declare const client: Client<typeof api>;
declare const queryClient: QueryClient;
const reads = createReads(client);
const writes = createWrites(client);

test('the data of a query has the type of the read', async () => {
  const query = reads.list('articles', { include: ['author'], fields: { articles: ['author'] } });
  const page = query.select(await queryClient.fetchQuery(query));
  expectTypeOf(page.data[0]?.author?.name).toEqualTypeOf<string | undefined>();
  // @ts-expect-error `title` is not in the fieldset
  page.data[0]?.title;
  expectTypeOf(new QueryObserver(queryClient, query).getCurrentResult().data).toEqualTypeOf<typeof page | undefined>();
  const author = reads.related('articles', '1', 'author');
  expectTypeOf(author.select(await queryClient.fetchQuery(author))).toExtend<
    Answer<{ readonly name: string } | null>
  >();
  const observer = new InfiniteQueryObserver(queryClient, reads.infiniteList('articles'));
  expectTypeOf(observer.getCurrentResult().data?.pages[0]).toExtend<Page<{ readonly title: string }> | undefined>();
  await queryClient.prefetchInfiniteQuery(reads.infiniteList('articles'));
  const create = new MutationObserver(queryClient, writes.create('articles'));
  expectTypeOf((await create.mutate({ attributes: { title: 'A' } })).data.title).toEqualTypeOf<string>();
});

test('wrong queries and variables are errors', () => {
  // @ts-expect-error "autor" is not a relationship
  reads.list('articles', { include: ['autor'] });
  // @ts-expect-error A resource cannot be sorted
  reads.get('articles', '1', { sort: ['title'] });
  // @ts-expect-error `title` is required
  writes.create('articles').mutationFn({ attributes: {} });
  // @ts-expect-error `id` is required
  writes.update('articles').mutationFn({ attributes: { title: 'A' } });
  // @ts-expect-error An author is a person
  writes.updateRelationship('articles', 'author').mutationFn({ id: '1', replace: { type: 'articles', id: '1' } });
  writes.updateRelationship('articles', 'author').mutationFn({ id: '1', ifMatch: 'x', replace: null });
});
