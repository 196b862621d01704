import { createServer, type DataSource } from '@linkage/server';
import { sourceSuite, suiteApi } from '@linkage/server/source-suite';
import { expect, test } from 'vitest';
import { type ArrayDatabase, arraySources, suiteTables } from '../../test/array-tables.ts';

const openTables = (): ArrayDatabase => ({ tables: suiteTables(), last: Promise.resolve() });
const open = () => arraySources(openTables()) satisfies Readonly<Record<string, DataSource>>;

test.each(sourceSuite(open).map(({ name, run }) => [name, run] as const))('sources over tables: %s', (_, run) => run());

test.each([
  [7, 200, 'X'],
  [8, 409, 'Alpha'],
])('a transaction with %i conflicts', async (left, status, title) => {
  const database = openTables();
  const errors: unknown[] = [];
  const onError = (error: unknown): void => void errors.push(error);
  const server = createServer(suiteApi, { shelves: {}, ...arraySources(database, { left }) } as never, { onError });
  const headers = { 'content-type': 'application/vnd.api+json' };
  const body = JSON.stringify({ data: { type: 'articles', id: 'a', attributes: { title: 'X' } } });
  const response = await server.handle({ method: 'PATCH', url: '/articles/a', headers, body });
  expect([response.status, database.tables['articles']?.[0]?.['title']]).toEqual([status, title]);
  if (status === 409) expect(response.headers['Retry-After']).toBe('1');
  expect(errors).toEqual([]);
});

const yes = () => true;
const allowed = { create: yes, delete: yes, read: yes, update: yes };

test.each([
  ['people/3/relationships/articles', 'articles', 'a', 'articles'],
  ['tags/t3/relationships/articles', 'articles', 'a', 'articles'],
  ['articles/a/relationships/comments', 'comments', '3', 'comments'],
  ['articles/a/relationships/author', 'people', '2', 'people'],
])('the rules of the other side hold for %s', async (url, type, id, guarded) => {
  for (const [relate, status] of [
    [true, 204],
    [false, 403],
  ] as const) {
    const access = { [guarded]: { ...allowed, relate: () => relate } } as never;
    const server = createServer(suiteApi, { shelves: {}, ...open() } as never, { defaultAccess: 'allow', access });
    const headers = { 'content-type': 'application/vnd.api+json' };
    const [method, data] = type === 'people' ? ['PATCH', { type, id }] : ['POST', [{ type, id }]];
    const response = await server.handle({ method, url: `/${url}`, headers, body: JSON.stringify({ data }) });
    expect(response.status).toBe(status);
  }
});
