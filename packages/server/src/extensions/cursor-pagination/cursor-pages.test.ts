import { attribute, defineApi } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type AnyDocument, send } from '../../../test/support.ts';
import { createMemorySources } from '../../memory/create-memory-sources.ts';
import { createServer } from '../../pipeline/create-server.ts';
import type { Server } from '../../pipeline/server.ts';
import type { DataSource } from '../../sources/port/data-source.ts';
import { type CursorPaginationOptions, cursorPagination } from './cursor-pagination.ts';

const on = { sort: true, filter: true } as const;
const api = defineApi({ songs: { attributes: { rank: attribute(z.number(), on) } } });
const ids = ['1', '2', '3', '4', '5', '6'];
const key = 'a key of thirty-two bytes or more';
const uri = 'https://jsonapi.org/profiles/ethanresnick/cursor-pagination/';
const list = '/songs?sort=-rank';

/** Songs 1 to 6. `isPlain`: the source returns the records of a page and their positions, but does not say what is around them. */
function serverWith({ isPlain = false, ...options }: CursorPaginationOptions & { readonly isPlain?: boolean } = {}) {
  const { songs } = createMemorySources(api, { songs: ids.map((id) => ({ id, rank: -id })) }) as {
    readonly songs: Required<DataSource>;
  };
  const plain: DataSource['list'] = async (query, call) => {
    const { records, positions } = await songs.list(query, call);
    return { records, positions };
  };
  const sources = { songs: isPlain ? { ...songs, list: plain } : songs };
  const profiles = [cursorPagination({ key, applied: 'always', ...options })];
  return createServer(api, sources as never, { profiles, onError: () => undefined });
}

const shown = ({ document }: AnyDocument): string => document.data.map(({ id }: AnyDocument) => id).join('');

/** The cursor of each song. */
async function cursorsOf(server: Server): Promise<Readonly<Record<string, string>>> {
  const { document } = await send(server, `GET ${list}`);
  return Object.fromEntries(document.data.map(({ id, meta }: AnyDocument) => [id, meta.page.cursor]));
}

/** The songs of a page, and those of the pages that its links lead to. */
async function around(server: Server, query: string) {
  const page = await send(server, `GET ${list}${query}`);
  const behind = async (name: string): Promise<string | null | undefined> => {
    const link = page.document.links[name];
    return link === null || link === undefined ? link : shown(await send(server, `GET ${link.href}`));
  };
  const { first, last, prev, next } = {
    ...{ first: await behind('first'), last: await behind('last') },
    ...{ prev: await behind('prev'), next: await behind('next') },
  };
  return { songs: shown(page), prev, next, first, last, meta: page.document.meta?.page };
}

/** `after 2 before 4` as query parameters. */
function queryOf(place: string, cursors: Readonly<Record<string, string>>): string {
  const pairs = place.matchAll(/(after|before) (\d)/g);
  return [...pairs].map(([, name, id]) => `&page[${name}]=${cursors[id as string]}`).join('');
}

describe('the pages around a page of 2', () => {
  test.each([
    ['the first page', '12', null, '34'],
    ['after 2', '34', '12', '56'],
    ['after 4', '56', '34', null],
    ['after 5', '6', '45', null],
    ['after 6', '', '56', null],
    ['before 1', '', null, '12'],
    ['before 2', '1', null, '23'],
    ['before 3', '12', null, '34'],
    ['before 5', '34', '12', '56'],
    ['after 2 before 3', '', '12', '34'],
    ['after 1 before 4', '23', '1', '45'],
    ['after 5 before 2', '', '1', '6'],
  ])('CUR-26 CUR-28 %s: %j', async (place, songs, prev, next) => {
    const server = serverWith();
    const page = await around(server, `&page[size]=2${queryOf(place, await cursorsOf(server))}`);
    expect(page).toEqual({ songs, prev, next, first: '12', last: '56', meta: undefined });
  });

  test.each([
    ['the first page', '12', null, '34'],
    ['after 4', '56', '34', null],
    // Without a position after all records, the page before the cursor is the closest one.
    ['after 6', '', '45', null],
    ['before 1', '', null, '12'],
    ['before 3', '12', null, '34'],
    ['before 5', '34', '12', '56'],
    ['after 2 before 3', '', '12', '34'],
  ])('CUR-29 CUR-30 of a source that does not know what is around a page: %s: %j', async (place, songs, prev, next) => {
    const server = serverWith({ isPlain: true });
    const page = await around(server, `&page[size]=2${queryOf(place, await cursorsOf(server))}`);
    expect(page).toEqual({ songs, prev, next, first: '12', last: undefined, meta: undefined });
  });

  test('CUR-30 the last page has no next page', async () => {
    const server = serverWith();
    const { document } = await send(server, `GET ${list}&page[size]=2`);
    const query = document.links.last.href.slice(document.links.last.href.indexOf('&page'));
    expect(await around(server, query)).toMatchObject({ songs: '56', prev: '34', next: null });
  });

  test('CUR-29 no record precedes a cursor whose records were deleted: there is no previous page', async () => {
    const server = serverWith();
    const cursors = await cursorsOf(server);
    for (const id of ['1', '2']) expect((await send(server, `DELETE /songs/${id}`)).status).toBe(204);
    expect(await around(server, `&page[size]=2${queryOf('after 2', cursors)}`)).toMatchObject({
      ...{ songs: '34', prev: null, next: '56' },
    });
  });
});

describe('a range', () => {
  test('CUR-20 CUR-21 that does not fit on a page is truncated, and its next page ends at the same cursor', async () => {
    const server = serverWith();
    const cursors = await cursorsOf(server);
    const page = await around(server, `&page[size]=2${queryOf('after 1 before 6', cursors)}`);
    expect(page).toMatchObject({ songs: '23', prev: '1', next: '45', meta: { rangeTruncated: true } });
    const exact = await around(server, `&page[size]=4${queryOf('after 1 before 6', cursors)}`);
    expect([exact.songs, exact.meta]).toEqual(['2345', undefined]);
  });

  test('CUR-19 without a size is complete up to the maximum, not to the default', async () => {
    const profiles = [cursorPagination({ key, applied: 'always' })];
    const songs = ids.map((id) => ({ id, rank: -id }));
    const options = { profiles, limits: { pageSize: 1, pageSizeMaximum: 3 } };
    const server = createServer(api, createMemorySources(api, { songs }), options);
    const cursorOf = async (after: string) => {
      const { document } = await send(server, `GET ${list}&page[size]=1${after}`);
      return document.data[0].meta.page.cursor as string;
    };
    const first = await cursorOf('');
    const second = await cursorOf(`&page[after]=${first}`);
    const range = await send(server, `GET ${list}&page[after]=${first}&page[before]=${second}`);
    expect(shown(range)).toBe('');
    const { document } = await send(server, `GET ${list}&page[size]=3&page[after]=${second}`);
    const end = document.data[2].meta.page.cursor;
    const inside = await send(server, `GET ${list}&page[after]=${first}&page[before]=${end}`);
    expect([shown(inside), inside.document.meta]).toEqual(['234', undefined]);
    expect(shown(await send(server, `GET ${list}&page[after]=${first}`))).toBe('2');
  });

  test('CUR-36 CUR-37 is rejected with the error of the profile if the server does not support ranges', async () => {
    const server = serverWith({ ranges: false });
    const cursors = await cursorsOf(server);
    const { status, problems, document } = await send(server, `GET ${list}${queryOf('after 1 before 3', cursors)}`);
    expect([status, problems]).toEqual([400, ['PAGE_RANGE_NOT_SUPPORTED page[before]']]);
    expect(document.errors[0].links.type).toBe(`${uri}range-pagination-not-supported`);
    expect(shown(await send(server, `GET ${list}${queryOf('after 4', cursors)}`))).toBe('56');
  });
});

describe('options', () => {
  test.each(['', 'x', '-1', '1.5', '+1', '0', '٣'])(
    'CUR-10 the page size %j is not a number of 1 or more: 400',
    async (size) => {
      const { status, problems } = await send(serverWith(), `GET ${list}&page[size]=${encodeURIComponent(size)}`);
      expect([status, problems]).toEqual([400, ['PAGE_INVALID page[size]']]);
    },
  );

  test('CUR-06 CUR-33 an order that `supportsSort` excludes is rejected, and every other order is paginated', async () => {
    const asked: unknown[] = [];
    const supportsSort = (fields: readonly string[], types: readonly string[]) => {
      asked.push([fields, types]);
      return fields[0] !== '-rank';
    };
    const server = serverWith({ supportsSort });
    const { problems, document } = await send(server, `GET ${list}&page[size]=2`);
    expect([problems, document.errors[0].links.type]).toEqual([['SORT_NOT_SUPPORTED sort'], `${uri}unsupported-sort`]);
    expect((await send(server, 'GET /songs?sort=rank,-id&page[size]=2')).status).toBe(200);
    expect((await send(server, 'GET /songs?page[size]=2')).status).toBe(200);
    expect(asked).toEqual([['-rank'], ['rank', '-id'], []].map((fields) => [fields, ['songs']]));
  });

  test('CUR-22 without `itemCursors`, only the links contain cursors', async () => {
    const { document } = await send(serverWith({ itemCursors: false }), `GET ${list}&page[size]=2`);
    expect(document.data.map(({ meta }: AnyDocument) => meta)).toEqual([undefined, undefined]);
    expect(document.links.next.href).toContain('page%5Bafter%5D=');
  });
});

test('CUR-18 a cursor is bound to the groups of a filter', async () => {
  const server = serverWith();
  const either = '/songs?filter=or(eq(rank,-2),eq(rank,-4))';
  const { document } = await send(server, `GET ${either}`);
  const [first] = document.data.map(({ meta }: AnyDocument) => meta.page.cursor);
  expect(shown(await send(server, `GET ${either}&page[after]=${first}`))).toBe('4');
  for (const other of ['or(eq(rank,-2),eq(rank,-5))', 'not(or(eq(rank,-2),eq(rank,-4)))', 'eq(rank,-2)']) {
    const { problems } = await send(server, `GET /songs?filter=${other}&page[after]=${first}`);
    expect([other, problems]).toEqual([other, ['PAGE_INVALID page[after]']]);
  }
});

test.each(['1', '1A', `1${'A'.repeat(21)}`, `1${'A'.repeat(22)}`, `1${'A'.repeat(23)}`, '2', ''])(
  'CUR-35 the text %j is not a cursor: 400',
  async (text) => {
    const { status, problems } = await send(serverWith(), `GET ${list}&page[after]=${text}`);
    expect([status, problems]).toEqual([400, ['PAGE_INVALID page[after]']]);
  },
);
