/** Names of rows concern the serializer: the records of data sources have the names of the API. */
import { attribute, defineApi, serialize, toOne } from '@linkage/core';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createMemorySources, createServer } from '../src/index.ts';

const api = defineApi({
  articles: {
    id: 'article_id',
    attributes: { title: attribute(z.string(), { from: 'head_line' }) },
    relationships: {
      author: toOne('people', { from: ['author', 'author_id'] }),
      next: toOne('articles', { from: 'id' }),
    },
  },
  people: { attributes: { name: attribute(z.string(), { from: 'full_name' }) } },
});
const seed = {
  articles: [
    { id: '1', title: 'Hello', author: '9', next: null },
    { id: '2', title: 'Again', author: null, next: '1' },
  ],
  people: [{ id: '9', name: 'Dan' }],
};

test('a server over sources answers the same with and without names of rows', async () => {
  const plain = defineApi({
    articles: {
      attributes: { title: z.string() },
      relationships: { author: toOne('people'), next: toOne('articles') },
    },
    people: { attributes: { name: z.string() } },
  });
  const servers = [api, plain as unknown as typeof api].map((each) =>
    createServer(each, createMemorySources(each, seed), { defaultAccess: 'allow' }),
  );
  const urls = [
    '/articles?include=author,next',
    '/articles/2/next',
    '/articles/1/author',
    '/articles/2/relationships/next',
  ];
  for (const url of urls) {
    const [given, expected] = await Promise.all(
      servers.map((server) => server.handle({ method: 'GET', url, headers: {} })),
    );
    expect(given?.status).toBe(200);
    expect(given?.body).toEqual(expected?.body);
  }
  const data = {
    type: 'articles',
    attributes: { title: 'New' },
    relationships: { author: { data: { type: 'people', id: '9' } } },
  };
  const headers = { 'content-type': 'application/vnd.api+json' };
  const bodies = await Promise.all(
    servers.map((server) =>
      server.handle({
        method: 'PATCH',
        url: '/articles/1',
        headers,
        body: JSON.stringify({ data: { ...data, id: '1' } }),
      }),
    ),
  );
  expect(bodies[0]?.body).toContain('"title":"New"');
  expect(bodies[0]?.body).toEqual(bodies[1]?.body);
});

test('the serializer reads rows with the same declaration', () => {
  const row = { article_id: 1, head_line: 'Hello', author_id: 9 };
  expect(JSON.parse(serialize(api, 'articles', row as never)).data).toMatchObject({
    id: '1',
    attributes: { title: 'Hello' },
    relationships: { author: { data: { type: 'people', id: '9' } } },
  });
});
