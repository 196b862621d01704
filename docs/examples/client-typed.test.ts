import { QueryClient } from '@tanstack/query-core';
import { expect, test } from 'vitest';
import { articles, onMessage, patched, renameInCache } from './client-cache.ts';
import { problems, publish, publishTogether, refresh, titles } from './client-typed.ts';

test('the examples of the client', async () => {
  expect(await titles()).toEqual(['Zero, by unknown', 'Hello, by Dan', 'Again, by Dan']);
  expect(await refresh()).toBe(true);
  expect((await publish('New')).data).toBeNull();
  expect(await problems('')).toEqual({ title: expect.any(String) });
  expect(await publishTogether()).toBe('Together, by Eve');
});

test('the examples of the cache', async () => {
  expect(await renameInCache('Renamed')).toEqual(['Renamed', 'Renamed']);
  expect(await patched()).toBe('Patched');
  const queryClient = new QueryClient();
  await queryClient.fetchQuery(articles);
  await onMessage(queryClient, '1');
  expect(queryClient.getQueryState(articles.queryKey)?.isInvalidated).toBe(true);
});
