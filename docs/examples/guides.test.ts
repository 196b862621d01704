import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toNodeHandler } from '@linkage/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fetchArticles, renameArticle, request } from './client-fetch.ts';
import { articlesQuery } from './client-query.ts';
import { failures, server as orders } from './errors.ts';
import { app } from './fastify.ts';
import { fetchHandler } from './fetch.ts';
import { koa } from './koa.ts';
import { server as sql } from './kysely.ts';
import { data, error, errorDocument, text } from './migration.ts';
import { costs, server as indexless, lacking } from './missing-indexes.ts';
import { server as skipping } from './pagination-strategy.ts';
import { api } from './schema.ts';
import { server as atlas } from './source.ts';
import { wrongPath } from './wrong-names.ts';

const type = 'application/vnd.api+json';
const host = createServer(toNodeHandler(atlas));
let origin: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
});
afterAll(() => {
  host.closeAllConnections();
  host.close();
});

test('the example of a schema declares what its comments say', () => {
  const articles = api.types.get('articles');
  expect(articles?.attributes.get('createdAt')).toMatchObject({ write: false, sort: true, filter: false });
  expect(articles?.relationships.get('attachments')?.targets).toEqual(['images', 'files']);
  expect(articles?.clientGeneratedIds).toBe(true);
});

test('a wrong path is an error of the compiler and of the call', () => {
  expect(wrongPath).toThrow(/autor/);
});

test('the client of the pages reads typed objects, and reports errors with their objects', async () => {
  const [article] = await fetchArticles(origin);
  expect([article?.title, article?.author?.name]).toEqual(['Hello', 'Dan']);
  const { queryKey, queryFn } = articlesQuery(origin, 'title');
  expect(queryKey).toEqual(['articles', 'title']);
  expect((await queryFn({ signal: AbortSignal.timeout(5000) })).length).toBe(1);
  const failure = await request(`${origin}/articles/99`).catch((error: unknown) => error);
  expect((failure as Error).cause).toMatchObject({ errors: [{ code: 'NOT_FOUND' }] });
  // The example server does not support updates.
  await expect(renameArticle(origin, '1', 'Other')).rejects.toThrow('403');
});

test('errors of the application have a pointer, a link, and strings in the language of the client', async () => {
  const body = JSON.stringify({ data: { type: 'orders', attributes: { amount: 500 } } });
  const rejected = await orders.handle({ method: 'POST', url: '/orders', headers: { 'content-type': type }, body });
  expect(JSON.parse(rejected.body ?? '').errors[0]).toMatchObject({
    status: '422',
    source: { pointer: '/data/attributes/amount' },
    links: { type: 'https://example.com/errors#ATTRIBUTE_INVALID' },
  });
  const headers = { 'accept-language': 'de-DE' };
  const missing = await orders.handle({ method: 'GET', url: '/orders/99', headers });
  expect(JSON.parse(missing.body ?? '').errors[0].title).toBe('Nicht gefunden');
  expect(failures).toEqual([]);
});

test('the adapters serve the same API', async () => {
  expect((await fetchHandler(new Request('http://localhost/api/articles/1'))).status).toBe(200);
  expect((await app.inject('/articles/%zz')).statusCode).toBe(400);
  expect((await app.inject({ method: 'PROPFIND' as never, url: '/articles' })).statusCode).toBe(405);
  const listener = koa.listen(0);
  const { port } = listener.address() as AddressInfo;
  expect((await fetch(`http://localhost:${port}/api/articles/1`)).status).toBe(200);
  listener.close();
});

test('the mapping of tables reads and writes', async () => {
  const send = async (method: string, url: string, data?: object) => {
    const body = data === undefined ? undefined : JSON.stringify({ data });
    const response = await sql.handle({ method, url, headers: { 'content-type': type }, body });
    return { status: response.status, document: JSON.parse(response.body ?? '{}') };
  };
  await send('POST', '/people', { type: 'people', attributes: { name: 'Ada' } });
  await send('POST', '/tags', { type: 'tags', attributes: { name: 'news' } });
  const tag = (await send('GET', '/tags')).document.data[0].id;
  const relationships = {
    author: { data: { type: 'people', id: '1' } },
    tags: { data: [{ type: 'tags', id: tag }] },
  };
  const attributes = { title: 'Hello', labels: ['a'] };
  expect((await send('POST', '/articles', { type: 'articles', attributes, relationships })).status).toBe(201);
  const { document } = await send('GET', '/articles?include=author.articles,tags');
  expect(document.data[0].attributes).toEqual(attributes);
  expect(document.included.length).toBe(2);
});

test('the examples of moving write, read, and report', () => {
  expect(JSON.parse(text).data.links).toEqual({ self: 'https://example.com/api/articles/1' });
  expect(data).toEqual({
    type: 'articles',
    id: '1',
    title: 'Hello',
    author: { type: 'people', id: '9', name: 'Dan' },
  });
  expect([error.status, JSON.parse(errorDocument)]).toEqual([402, { errors: error.errors }]);
});

test('the statements of an example name the index that a list lacks', async () => {
  for (const url of ['/articles', '/articles?sort=-title'])
    expect((await indexless.handle({ method: 'GET', url, headers: {} })).status).toBe(200);
  expect([...lacking]).toEqual(['create index on article (title, id)']);
  expect(Object.values(costs['articles'] ?? {}).flat()).toEqual([
    '`sort=title` sorts all rows without an index on article (title, id).',
  ]);
});

test('the pagination strategy reads its own parameters, and the server links to the pages around', async () => {
  const get = async (query: string) => {
    const { status, body = '' } = await skipping.handle({ method: 'GET', url: `/articles?${query}`, headers: {} });
    return { status, document: JSON.parse(body) };
  };
  const { document } = await get('page[skip]=2&page[top]=2');
  expect(document.data.map(({ id }: { readonly id: string }) => id)).toEqual(['3', '4']);
  const links = ['first', 'prev', 'next'].map((name) => decodeURIComponent(document.links[name]));
  expect(links.map((link) => /page\[skip\]=\d+/.exec(link)?.[0])).toEqual(
    [0, 0, 4].map((skip) => `page[skip]=${skip}`),
  );
  expect((await get('page[skip]=4')).document.links.next).toBeNull();
  const { status, document: rejected } = await get('page[top]=0');
  expect([status, rejected.errors[0].code, rejected.errors[0].source.parameter]).toEqual([
    400,
    'PAGE_INVALID',
    'page[top]',
  ]);
});
