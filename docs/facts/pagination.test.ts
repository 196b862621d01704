/** The sentences of the pages about pagination. */

import { defineApi, toMany } from '@linkage/core';
import {
  createMemorySources,
  createServer,
  cursorPagination,
  offsetStrategy,
  type SyncPaginationStrategy,
} from '@linkage/server';
import { expect } from 'vitest';
import { z } from 'zod';
import { fact as factOf, proven, send } from './fact.ts';

const fact = (sentence: string, check: () => unknown): void => factOf('guide/pagination.md', sentence, check);
const cursorFact = (sentence: string, check: () => unknown): void =>
  factOf('guide/cursor-pagination.md', sentence, check);
const api = defineApi({
  notes: { attributes: { title: z.string() }, relationships: { tags: toMany('tags') } },
  tags: { attributes: { name: z.string() } },
});
const ids = (count: number) => Array.from({ length: count }, (_, index) => String(1000 + index));
const sourcesOf = (count: number, tags = 4) =>
  createMemorySources(api, {
    notes: ids(count).map((id) => ({ id, title: `Note ${id}`, tags: ids(tags) })),
    tags: ids(tags).map((id) => ({ id, name: id })),
  });
const failures: unknown[] = [];
const serve = (options: object = {}, count = 120, sources: object = sourcesOf(count)) =>
  createServer(api, sources as never, { onError: (error: unknown) => void failures.push(error), ...options } as never);
const get = (query: string, ...given: Parameters<typeof serve>) => send(serve(...given), `GET /notes?${query}`);
const problemsOf = ({ status, document }: Awaited<ReturnType<typeof get>>) => [
  status,
  ...(document.errors ?? []).map(
    ({ code, source }: { code: string; source?: { parameter?: string } }) => `${code} ${source?.parameter}`,
  ),
];
const offsets = { pagination: { strategy: offsetStrategy } };
const cursors = (more: object = {}) => ({
  profiles: [cursorPagination({ key: 'k'.repeat(32), applied: 'always', ...more })],
});

fact('A page has 25 resources if you set nothing.', async () => {
  expect((await get('')).document.data).toHaveLength(25);
});
fact('`prev` and `next` are always present, and `null` if the page does not exist.', async () => {
  for (const options of [{}, offsets, cursors()]) {
    expect((await get('', options, 3)).document.links).toMatchObject({ prev: null, next: null });
    expect((await get('', options, 26)).document.links).toMatchObject({ prev: null, next: expect.anything() });
  }
});
fact('| `pageNumberStrategy`, the default | `page[number]` from 1, `page[size]` | |', async () => {
  const first = await get('page[number]=1&page[size]=2');
  expect(first.document.data.map(({ id }: { id: string }) => id)).toEqual(['1000', '1001']);
  expect(problemsOf(await get('page[number]=0'))).toEqual([400, 'PAGE_INVALID page[number]']);
});
fact(
  '| `offsetStrategy` | `page[offset]` from 0, `page[limit]` | If the offset is smaller than the limit, `prev` is the first page, which repeats some resources |',
  async () => {
    const { document } = await get('page[offset]=1&page[limit]=2', offsets);
    expect(document.data[0].id).toBe('1001');
    expect(decodeURIComponent(document.links.prev)).toContain('page[offset]=0');
    expect((await get('page[offset]=0', offsets)).status).toBe(200);
  },
);
fact('The default page size is 25, the maximum 100.', async () => {
  expect((await get('page[size]=100')).document.data).toHaveLength(100);
  expect((await get('page[size]=101')).status).toBe(400);
});
fact(
  'A larger size, or a `page` parameter that the strategy does not define, is 400 with `PAGE_INVALID`; the error names the parameter. With cursors, a larger size is 400 with `PAGE_SIZE_EXCEEDED`, which the profile requires.',
  async () => {
    expect(problemsOf(await get('page[size]=101'))).toEqual([400, 'PAGE_INVALID page[size]']);
    expect(problemsOf(await get('page[offset]=1'))).toEqual([400, 'PAGE_INVALID page[offset]']);
    expect(problemsOf(await get('page[size]=101', cursors()))).toEqual([400, 'PAGE_SIZE_EXCEEDED page[size]']);
  },
);
fact('| `never` | rejects `page[total]` with 400 |', async () => {
  for (const value of ['true', 'false', 'estimate'])
    expect((await get(`page[total]=${value}`, { pagination: { total: 'never' } })).status).toBe(400);
});
const uncounted = { notes: { list: () => ({ records: [{ id: '1', title: 'x', tags: [] }] }) }, tags: {} };
fact(
  'If a source cannot count, a request with `page[total]=true` receives 400; other requests are not affected.',
  async () => {
    expect((await get('page[total]=true', {}, 1, uncounted)).status).toBe(400);
    expect((await get('', {}, 1, uncounted)).status).toBe(200);
  },
);
fact('If a source can neither estimate nor count: 400.', async () => {
  expect((await get('page[total]=estimate', {}, 1, uncounted)).status).toBe(400);
});
fact(
  'If the response would contain more than `limits.includedResources` resources, the server rejects the request with 400.',
  async () => {
    const limits = { limits: { includedResources: 4 } };
    expect((await get('include=tags', limits, 1, sourcesOf(1, 4))).status).toBe(200);
    expect((await get('include=tags', limits, 1, sourcesOf(1, 5))).status).toBe(400);
  },
);
fact('With `includedSize` (above: 2 comments), each resource shows at most that many members.', async () => {
  const { document } = await get('include=tags', { pagination: { types: { tags: { includedSize: 2 } } } }, 3);
  for (const { relationships } of document.data) expect(relationships.tags.data).toHaveLength(2);
});

const slicing = (slice: object): SyncPaginationStrategy => ({
  names: ['skip', 'top'],
  sizeName: 'top',
  isOrderless: true,
  read: () => ({ slice: slice as never, neighbours: () => ({}) }),
});
const sliced = async (slice: object) => {
  failures.length = 0;
  return (await get('', { pagination: { strategy: slicing(slice) } }, 3)).status;
};
fact('`offset` must be a whole number of 0 or more, and `limit` one of 1 or more.', async () => {
  expect(await sliced({ offset: 0, limit: 1 })).toBe(200);
  for (const slice of [
    { offset: -1, limit: 1 },
    { offset: 0.5, limit: 1 },
    { offset: 0, limit: 0 },
    { offset: 0, limit: 1.5 },
  ])
    expect(await sliced(slice)).toBe(500);
});
fact('Beside `after` or `before`, `offset` must be 0 and `positions` true.', async () => {
  const after = ['1000'];
  expect(await sliced({ offset: 0, limit: 1, positions: true, after })).not.toBe(500);
  expect(await sliced({ offset: 1, limit: 1, positions: true, after })).toBe(500);
  expect(await sliced({ offset: 0, limit: 1, after })).toBe(500);
});
fact("a wrong one is a 500, and `onError` receives the names of the strategy's parameters.", async () => {
  expect(await sliced({ offset: -1, limit: 1 })).toBe(500);
  expect(String(failures[0])).toMatch(/skip.*top/);
});
fact('If a source does not return them, the server responds with 500, and never with a wrong page.', async () => {
  expect((await get('', cursors(), 1, uncounted)).status).toBe(500);
});

const cursorOf = async (server: ReturnType<typeof serve>, index: number) =>
  (await send(server, 'GET /notes')).document.data[index].meta.page.cursor;
cursorFact('| `page[after]` and `page[before]` | A range: everything between both cursors.', async () => {
  const server = serve(cursors(), 3);
  const [first, third] = [await cursorOf(server, 0), await cursorOf(server, 2)];
  const { document } = await send(server, `GET /notes?page[after]=${first}&page[before]=${third}`);
  expect(document.data.map(({ id }: { id: string }) => id)).toEqual(['1001']);
});
cursorFact(
  'A cursor that was changed, or that belongs to another list or order, is a 400 that names the parameter.',
  async () => {
    const server = serve(cursors(), 3);
    const cursor = await cursorOf(server, 0);
    for (const path of [
      `/notes?page[after]=${cursor}x`,
      `/notes?page[after]=${cursor}&sort=-id`,
      `/tags?page[after]=${cursor}`,
    ])
      expect(problemsOf(await send(server, `GET ${path}`))).toEqual([400, 'PAGE_INVALID page[after]']);
  },
);
cursorFact('Every page has `prev` and `next`, which are `null` if the page does not exist.', async () => {
  expect((await get('', cursors(), 3)).document.links).toMatchObject({ prev: null, next: null });
});
cursorFact('`key` must have 32 bytes or more', () => {
  expect(() => cursorPagination({ key: 'k'.repeat(31) })).toThrow(/32/);
  expect(() => cursorPagination({ key: 'k'.repeat(32) })).not.toThrow();
});
cursorFact(
  'Access rules apply to each request in any case, so a cursor never shows what the user cannot read.',
  async () => {
    let hidden: string | undefined;
    const read = () => (hidden === undefined ? true : [{ field: 'id', operator: 'ne', values: [hidden] }]);
    const server = serve({ ...cursors(), access: { notes: { read }, tags: { read: () => true } } }, 3);
    const cursor = await cursorOf(server, 0);
    hidden = '1001';
    expect((await send(server, `GET /notes?page[after]=${cursor}`)).body).not.toContain('Note 1001');
  },
);
cursorFact('All of them have status 400.', async () => {
  const { status, document } = await get('page[size]=0&sort=-id', cursors({ supportsSort: () => false }));
  expect([status, ...document.errors.map((error: { status: string }) => error.status)]).toEqual([400, '400', '400']);
  const ranges = cursors({ ranges: false });
  const cursor = await cursorOf(serve(ranges, 3), 0);
  expect(problemsOf(await get(`page[after]=${cursor}&page[before]=${cursor}`, ranges, 3))).toEqual([
    400,
    'PAGE_RANGE_NOT_SUPPORTED page[before]',
  ]);
});
proven('guide/cursor-pagination.md', [
  '`false` omits `meta.page.cursor`',
  'packages/server/src/extensions/cursor-pagination/cursor-pages.test.ts',
  'CUR-22 without `itemCursors`, only the links contain cursors',
]);
