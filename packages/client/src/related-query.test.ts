import { attribute, defineApi, toMany } from '@linkage/core';
import { toFetchHandler } from '@linkage/fetch';
import { createMemorySources, createServer, relatedQueries } from '@linkage/server';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createClient } from './create-client.ts';
import { relatedQuery } from './related-query.ts';

const asked = { sort: true, filter: true } as const;
const api = defineApi({
  articles: { attributes: { title: z.string() }, relationships: { comments: toMany('comments') } },
  comments: {
    attributes: { state: attribute(z.enum(['open', 'done']), asked), at: attribute(z.int(), asked) },
    relationships: { replies: toMany('comments') },
  },
});
const server = createServer(
  api,
  createMemorySources(api, {
    articles: [{ id: '1', title: 'x', comments: ['1', '2', '3'] }],
    comments: [
      { id: '1', state: 'open', at: 1, replies: ['2', '3'] },
      { id: '2', state: 'done', at: 2, replies: [] },
      { id: '3', state: 'open', at: 3, replies: [] },
    ],
  }),
  { profiles: [relatedQueries({ applied: 'always' })] },
);
const client = createClient<typeof api>({ baseUrl: 'https://example.com', fetch: toFetchHandler(server) });

test('the parameters have the form of the profile', () => {
  const query = { filter: [{ field: 'state', values: ['open'] }], sort: ['-at'], page: { size: 2 } } as const;
  expect(relatedQuery(client, 'articles', 'comments', query)).toEqual({
    'relatedQuery[comments][filter][state]': 'open',
    'relatedQuery[comments][sort]': '-at',
    'relatedQuery[comments][page][size]': '2',
  });
});

test('a server shows the members that the client asks for', async () => {
  const parameters = {
    ...relatedQuery(client, 'articles', 'comments', { filter: [{ field: 'at', operator: 'lt', values: [3] }] }),
    ...relatedQuery(client, 'articles', 'comments.replies', { sort: ['-at'], page: { size: 1 } }),
  };
  const { document } = await client.get('articles', '1', { include: ['comments.replies'], parameters });
  const ids = (holder: unknown, name: string) =>
    (holder as { relationships: Record<string, { data: { id: string }[] }> }).relationships[name]?.data.map(
      ({ id }) => id,
    );
  expect(ids(document?.data, 'comments')).toEqual(['1', '2']);
  const first = document?.included?.find(({ id }) => id === '1');
  expect(ids(first, 'replies')).toEqual(['3']);
});

test('an unknown member is an error', () => {
  expect(() => relatedQuery(client, 'articles', 'comments', { fields: {} } as never)).toThrow('fields');
});
