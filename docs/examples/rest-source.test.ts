import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { validateDocument } from '@linkage/core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { api, createRestServer } from './rest-source.ts';

const names = ['Ann', 'Bo', 'Cy', 'Di', 'Ed'];
const users = names.map((name, index) => ({ id: index + 1, name, email: `${name}@example.com`.toLowerCase() }));
const posts = users.flatMap(({ id: userId }) =>
  [1, 2, 3].slice(0, userId).map((nth) => ({ id: userId * 10 + nth, title: `Post ${nth}`, userId })),
);

const requests: string[] = [];
const tokens = new Set<string | undefined>();
const failures: unknown[] = [];

/** The service: rows by ids or by a parent's, in an order, a slice of them, and how many there are in all. */
function serve({ url = '', headers }: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  requests.push(`${pathname}${decodeURIComponent(new URL(url, 'http://localhost').search)}`);
  tokens.add(headers.authorization);
  if (headers.authorization === 'Bearer expired') {
    response.writeHead(401).end('{"secret":"of the service"}');
    return;
  }
  const listOf = (name: string, separator: string) => searchParams.get(name)?.split(separator);
  let rows: readonly Record<string, unknown>[] = pathname === '/users' ? users : posts;
  for (const [name, column, separator] of [
    ['ids', 'id', ','],
    ['userIds', 'userId', ','],
    ['names', 'name', '|'],
  ] as const) {
    const values = listOf(name, separator);
    if (values !== undefined) rows = rows.filter((row) => values.includes(String(row[column])));
  }
  if (listOf('order', ',')?.[0] === 'name:desc') rows = rows.toReversed();
  const [skip, take] = [Number(searchParams.get('skip') ?? 0), Number(searchParams.get('take'))];
  const columns = listOf('columns', ',');
  const shown = rows
    .slice(skip, skip + take)
    .map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => columns?.includes(name) ?? true)));
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ rows: shown, count: rows.length }));
}

const service = createHttpServer(serve);
let handle: ReturnType<typeof createRestServer>['handle'];

beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  ({ handle } = createRestServer(`http://127.0.0.1:${(service.address() as AddressInfo).port}`, (error) => {
    failures.push(error);
  }));
});
afterAll(() => service.close());
beforeEach(() => {
  requests.length = 0;
  tokens.clear();
  failures.length = 0;
});

// biome-ignore lint/suspicious/noExplicitAny: documents as tests look at them
type AnyDocument = any;

async function get(
  url: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; document: AnyDocument }> {
  const { status, body = '' } = await handle({ method: 'GET', url, headers });
  const document: AnyDocument = JSON.parse(body);
  const sparseFieldsets = url.includes('fields');
  expect(validateDocument(document, { as: 'response', api, sparseFieldsets }).issues ?? []).toEqual([]);
  return { status, document };
}
const idsOf = (resources: AnyDocument): string => resources.map(({ id }: AnyDocument) => id).join();

test('a page, sorted and filtered by the service, with the columns that show; the user is known to it', async () => {
  const url = '/users?sort=-name&filter[name]=Ann,Bo,Di&page[size]=2&fields[users]=name&page[total]=true';
  const { document } = await get(url, { 'x-token': 'ann' });
  expect([idsOf(document.data), document.meta]).toEqual(['4,2', { page: { total: 3 } }]);
  expect(requests).toEqual(['/users?names=Ann|Bo|Di&skip=0&take=3&columns=id,name&order=name:desc,id']);
  expect([...tokens]).toEqual(['Bearer ann']);
  expect(idsOf((await get(document.links.next)).document.data)).toBe('1');
});

test('included posts take one request for all users, and what is cut has links to the rest', async () => {
  const { document } = await get('/users?include=posts.author');
  expect(requests.map((request) => request.split('?')[0])).toEqual(['/users', '/posts']);
  const { data, links } = document.data[2].relationships.posts;
  expect(idsOf(data)).toBe('31,32');
  expect(idsOf((await get(links.next)).document.data)).toBe('33');
});

test('related posts come page by page, and all posts do not have a collection', async () => {
  const { document } = await get('/users/5/posts?page[size]=2&page[total]=true');
  expect([idsOf(document.data), document.meta.page.total]).toEqual(['51,52', 3]);
  expect(idsOf((await get(document.links.next)).document.data)).toBe('53');
  expect((await get('/posts/53?include=author')).document.included[0].attributes.name).toBe('Ed');
  expect((await get('/posts')).status).toBe(405);
});

test('a filter that the service does not have is rejected, naming its parameter', async () => {
  const { status, document } = await get('/users?filter[name][gt]=B');
  expect([status, document.errors[0].code, requests]).toEqual([400, 'FILTER_NOT_SUPPORTED', []]);
});

test('a service that fails: 500, and nothing of what it said', async () => {
  const { status, document } = await get('/users', { 'x-token': 'expired' });
  expect(status).toBe(500);
  expect(JSON.stringify(document)).not.toMatch(/secret|users|answered/);
  expect(String(failures)).toBe('Error: /users answered 401');
});

test('a client that is gone stops the request to the service', async () => {
  const signal = AbortSignal.abort(new Error('gone'));
  expect((await handle({ method: 'GET', url: '/users', headers: {}, signal })).status).toBeGreaterThanOrEqual(499);
  expect(requests).toEqual([]);
});
