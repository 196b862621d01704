/** The clients of the page, against servers with the paths, the names, and the totals of each style. */
import type { Api } from '@linkage/core';
import { toFetchHandler } from '@linkage/fetch';
import { createMemorySources, createServer, offsetStrategy, type ServerOptions } from '@linkage/server';
import { expect, test } from 'vitest';
import {
  django,
  djangoClient,
  drupal,
  drupalClient,
  laravel,
  laravelClient,
  rails,
  railsClient,
} from './foreign-servers.ts';

type Rows = Readonly<Record<string, readonly object[]>>;

/** Returns a `fetch` function whose paths are those of a style, and the paths that it received. */
function serve(api: Api, rows: Rows, prefix: string, toPath: (path: string) => string, options: object) {
  const sources = createMemorySources(api, rows as never);
  const handler = toFetchHandler(createServer(api, sources as never, options as ServerOptions<unknown, Api>));
  const paths: string[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    const url = new URL(request.url);
    paths.push(`${request.method} ${url.pathname}`);
    expect(url.pathname.startsWith(`${prefix}/`)).toBe(true);
    url.pathname = toPath(url.pathname.slice(prefix.length));
    return handler(new Request(url, request));
  };
  return { fetch, paths };
}

test('Rails', async () => {
  const rows = {
    'blog-posts': [1, 2, 3].map((id) => ({ id, title: `T${id}`, 'created-at': '2026-01-01T00:00:00Z', author: '9' })),
    people: [{ id: '9', name: 'Ann' }],
  };
  const pagination = { total: 'always', totalName: 'record-count' };
  const { fetch, paths } = serve(rails, rows, '/api/v1', (path) => path, { pagination });
  const client = railsClient(fetch);
  const page = await client.list('blog-posts', { page: { number: 2, size: 1 }, include: ['author'], sort: ['-title'] });
  expect([page.total, page.data[0]?.author?.name]).toEqual([3, 'Ann']);
  await client.create('blog-posts', { attributes: { title: 'New' } }, { include: ['author'] });
  expect(paths).toEqual(['GET /api/v1/blog-posts', 'POST /api/v1/blog-posts']);
});

test('Django', async () => {
  const rows = {
    Entry: [{ id: 1, headline: 'A', pubDate: null, blog: '1', comments: ['1'] }],
    Blog: [{ id: 1, name: 'B' }],
    Comment: [{ id: 1, body: 'C' }],
  };
  const types = new Map([
    ['entries', 'Entry'],
    ['blogs', 'Blog'],
    ['comments', 'Comment'],
  ]);
  const toPath = (path: string) => {
    expect(path.endsWith('/')).toBe(true);
    const [, first = '', ...rest] = path.slice(0, -1).split('/');
    return `/${[types.get(first), ...rest].join('/')}`;
  };
  const pagination = { total: 'always', totalName: 'pagination.count' };
  const { fetch, paths } = serve(django, rows, '', toPath, { pagination });
  const client = djangoClient(fetch);
  expect((await client.list('Entry')).total).toBe(1);
  expect((await client.get('Entry', '1', { include: ['blog'] })).data.blog?.name).toBe('B');
  expect((await client.related('Entry', '1', 'comments')).data[0]?.body).toBe('C');
  await client.updateRelationship('Entry', '1', 'comments', { replace: [] });
  await client.update('Entry', '1', { attributes: { headline: 'New' } });
  expect(paths).toEqual([
    ...['GET /entries/', 'GET /entries/1/', 'GET /entries/1/comments/', 'PATCH /entries/1/relationships/comments/'],
    'PATCH /entries/1/',
  ]);
});

test('Drupal', async () => {
  const id = '0b6d1cba-7e1c-4f1e-9df1-6a4ad0cb3a10';
  const rows = {
    'node--article': [{ id, title: 'A', status: true, uid: '1' }],
    'user--user': [{ id: '1', display_name: 'Ann' }],
  };
  const toPath = (path: string) => path.replace(/^\/(\w+)\/(\w+)/, '/$1--$2');
  const pagination = { strategy: offsetStrategy, total: 'always', totalName: 'count' };
  const { fetch, paths } = serve(drupal, rows, '/jsonapi', toPath, { pagination });
  const client = drupalClient(fetch);
  const page = await client.list('node--article', { page: { offset: 0, limit: 1 }, include: ['uid'] });
  expect([page.total, page.data[0]?.uid?.display_name]).toEqual([1, 'Ann']);
  const other = id.replace('0b', '1c');
  await client.create('node--article', { id: other, attributes: { title: 'B' } });
  expect((await client.get('node--article', other)).data.title).toBe('B');
  expect(paths.at(-1)).toBe(`GET /jsonapi/node/article/${other}`);
});

test('Laravel', async () => {
  const rows = {
    posts: [{ id: 1, title: 'A', publishedAt: null, author: '1', tags: [] }],
    users: [{ id: 1, name: 'Ann' }],
    tags: [{ id: 1, label: 'T' }],
  };
  const { fetch } = serve(laravel, rows, '/api/v1', (path) => path, { pagination: { total: 'always' } });
  let rejections = 1;
  const client = laravelClient(async (request) => {
    if (rejections-- <= 0) return fetch(request);
    const headers = { 'Content-Type': 'application/vnd.api+json', 'Retry-After': '0' };
    return new Response(JSON.stringify({ errors: [{ status: '429' }] }), { status: 429, headers });
  });
  const page = await client.list('posts', { include: ['author', 'tags'], page: { number: 1, size: 5 } });
  expect([page.total, page.data[0]?.author?.name]).toEqual([1, 'Ann']);
  await client.updateRelationship('posts', '1', 'tags', { add: [{ type: 'tags', id: '1' }] });
  expect((await client.relationship('posts', '1', 'tags')).data).toMatchObject([{ id: '1' }]);
});
