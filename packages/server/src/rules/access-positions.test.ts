import { defineApi, toMany } from '@linkage/core';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { keysetStrategy, trackSources, tracks } from '../../test/keyset.ts';
import { identities, send } from '../../test/support.ts';
import { cursorPagination } from '../extensions/cursor-pagination/cursor-pagination.ts';
import { createMemorySources } from '../memory/create-memory-sources.ts';
import { createServer } from '../pipeline/create-server.ts';

const pagination = { strategy: keysetStrategy, includedSize: 2 };

test('members of several types, some of them hidden: the server cuts the pages, with positions of its own', async () => {
  const api = defineApi({
    boxes: { attributes: {}, relationships: { items: toMany(['cups', 'pens']) } },
    cups: { attributes: { name: z.string() } },
    pens: { attributes: { name: z.string() } },
  });
  const named = (id: string) => ({ id, name: id });
  const link = (type: 'cups' | 'pens') => (id: string) => ({ type, id });
  const sources = createMemorySources(api, {
    boxes: [{ id: '1', items: [...['a', 'b', 'c'].map(link('cups')), ...['d', 'e'].map(link('pens'))] }],
    cups: ['a', 'b', 'c'].map(named),
    pens: ['d', 'e'].map(named),
  });
  const failures: unknown[] = [];
  const access = { cups: { read: () => [{ field: 'name', values: ['b', 'c'] } as const] } };
  const server = createServer(api, sources, {
    defaultAccess: 'allow',
    access,
    pagination,
    onError: (it) => failures.push(it),
  });
  const { document } = await send(server, 'GET /boxes/1?include=items');
  expect(failures).toEqual([]);
  expect(identities(document.data.relationships.items.data)).toEqual(['cups b', 'cups c']);
  const next = await send(server, `GET ${document.data.relationships.items.links.next}`);
  expect([identities(next.document.data), next.document.links.next]).toEqual([['pens d', 'pens e'], null]);
});

test('conditions that a source leaves be: the included page is cut from what is shown, with positions of the source', async () => {
  const rows = new Map(['a', 'b', 'c', 'd', 'e'].map((id, plays) => [id, { id, title: id, plays }]));
  const failures: unknown[] = [];
  const access = { tracks: { read: () => [{ field: 'plays', operator: 'ge', values: [1] } as const] } };
  const options = { defaultAccess: 'allow' as const, access, pagination, onError: (it: unknown) => failures.push(it) };
  const { document } = await send(createServer(tracks, trackSources(rows), options), 'GET /albums/1?include=tracks');
  expect(failures).toEqual([]);
  expect(identities(document.included)).toEqual(['tracks b', 'tracks c']);
  expect(document.data.relationships.tracks.links.next).toMatch('page%5Bafter%5D=');
});

test.each(['/albums/1/tracks', '/albums/1/relationships/tracks', '/albums/1?include=tracks'])(
  'a related type that is hidden completely: %s with cursors is an empty page',
  async (url) => {
    const rows = new Map(['a', 'b'].map((id, plays) => [id, { id, title: id, plays }]));
    const failures: unknown[] = [];
    const profiles = [cursorPagination({ key: 'x'.repeat(32), applied: 'always' })];
    const options = {
      defaultAccess: 'allow' as const,
      access: { tracks: { read: () => false } },
      profiles,
      onError: (it: unknown) => failures.push(it),
    };
    const { status, document } = await send(createServer(tracks, trackSources(rows), options), `GET ${url}`);
    expect([status, failures]).toEqual([200, []]);
    expect(document.included ?? document.data).toEqual([]);
  },
);

test('a member that the source returns twice is on the page once, as without access rules', async () => {
  const rows = new Map(['a', 'b', 'c'].map((id, plays) => [id, { id, title: id, plays }]));
  const { tracks: source, albums } = trackSources(rows);
  const twice = <Value>([first, ...others]: readonly Value[] = []): readonly Value[] =>
    first === undefined ? others : [first, first, ...others];
  const related: typeof albums.related = async (...given) => {
    const pages = (await albums.related?.(...given)) as ReadonlyMap<string, { records: object[]; positions: object[] }>;
    return new Map(
      [...pages].map(([id, page]) => [id, { ...page, records: twice(page.records), positions: twice(page.positions) }]),
    ) as never;
  };
  for (const access of [undefined, { tracks: { read: () => true } }, { albums: { read: () => true } }]) {
    const failures: unknown[] = [];
    const options = {
      ...(access && { access, defaultAccess: 'allow' as const }),
      pagination,
      onError: (it: unknown) => failures.push(it),
    };
    const server = createServer(tracks, { tracks: source, albums: { ...albums, related } }, options as never);
    const { document } = await send(server, 'GET /albums/1/tracks?page[size]=2');
    expect([failures, document.data && identities(document.data)]).toEqual([[], ['tracks a', 'tracks b']]);
  }
});
