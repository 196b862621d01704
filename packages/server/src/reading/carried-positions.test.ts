import { describe, expect, test } from 'vitest';
import { keysetStrategy, type Track, trackSources, tracks } from '../../test/keyset.ts';
import { identities, send } from '../../test/support.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { ServerOptions } from '../pipeline/server-options.ts';
import type { DataSource } from '../sources/port/data-source.ts';

const ids = ['a', 'b', 'c', 'd', 'e'];
const rows = (): Map<string, Track> => new Map(ids.map((id, index) => [id, { id, title: `t${id}`, plays: index }]));

/** Albums whose records carry their tracks, with and without a `related`. */
function serverOf(knowsRelated: boolean, members: string[] = [...ids], options: Partial<ServerOptions> = {}) {
  const { albums, tracks: source } = trackSources(rows());
  const { related: _, ...without } = albums;
  const find: DataSource<typeof tracks, 'albums'>['find'] = (asked) =>
    asked.filter((id) => id === '1').map((id) => ({ id, name: 'All', tracks: members }));
  const failures: unknown[] = [];
  const sources = { tracks: source, albums: { ...(knowsRelated ? albums : without), find } };
  const pagination = { strategy: keysetStrategy, includedSize: 2 };
  const server = createServer(tracks, sources, {
    pagination,
    onError: (it) => failures.push(it),
    ...(options as object),
  });
  return { server, failures, members };
}

describe.each([
  ['and a source with related', true],
  ['alone', false],
] as const)('a strategy by position, with linkage that records carry, %s', (_, knowsRelated) => {
  test.each(['/albums/1/tracks', '/albums/1/relationships/tracks'])('%s: next meets every member once', async (url) => {
    const { server } = serverOf(knowsRelated);
    const pages: (readonly string[])[] = [];
    let next: string | null = `${url}?page[size]=2`;
    let last: string | null = null;
    while (next !== null) {
      const { status, document } = await send(server, `GET ${next}`);
      expect(status).toBe(200);
      pages.push(identities(document.data));
      next = document.links.next;
      last = document.links.prev;
    }
    expect(pages).toEqual([['tracks a', 'tracks b'], ['tracks c', 'tracks d'], ['tracks e']]);
    const { document } = await send(server, `GET ${last}`);
    expect(identities(document.data)).toEqual(['tracks c', 'tracks d']);
    expect(identities((await send(server, `GET ${document.links.prev}`)).document.data)).toEqual([
      'tracks a',
      'tracks b',
    ]);
  });

  test.each([
    '/albums/1?include=tracks',
    '/albums/1/relationships/tracks?include=tracks&page[size]=2',
    '/albums/1?include=tracks&fields[albums]=tracks',
  ])('GET %s: a page, and a link that leads on', async (url) => {
    const { server, failures } = serverOf(knowsRelated);
    const { status, document } = await send(server, `GET ${url}`);
    expect([status, failures]).toEqual([200, []]);
    expect(identities(document.included)).toEqual(['tracks a', 'tracks b']);
    const next = document.links.next ?? document.data.relationships.tracks.links.next;
    expect(identities((await send(server, `GET ${next}`)).document.data)).toContain('tracks c');
  });

  test('a relationship that fits on a page needs no positions', async () => {
    const { server } = serverOf(knowsRelated, ['a', 'b']);
    const { document } = await send(server, 'GET /albums/1?include=tracks');
    expect(document.data.relationships.tracks.links).not.toHaveProperty('next');
  });
});

test('a position is still valid after its member was removed', async () => {
  const { server, members } = serverOf(false);
  const { document } = await send(server, 'GET /albums/1/tracks?page[size]=2');
  members.splice(1, 1);
  expect(identities((await send(server, `GET ${document.links.next}`)).document.data)).toEqual([
    'tracks c',
    'tracks d',
  ]);
});

test('CUR-08 no member is skipped if members before it are removed, in any order of the record', async () => {
  const { server, members } = serverOf(false, ['d', 'b', 'e', 'a', 'c']);
  const { document } = await send(server, 'GET /albums/1/tracks?page[size]=2');
  expect(identities(document.data)).toEqual(['tracks a', 'tracks b']);
  members.splice(0, members.length, 'e', 'c', 'd');
  expect(identities((await send(server, `GET ${document.links.next}`)).document.data)).toEqual([
    'tracks c',
    'tracks d',
  ]);
});

test('a cursor with a position that the linkage of the record does not have is rejected with 400', async () => {
  const { server } = serverOf(false);
  const url = '/albums/1/relationships/tracks';
  for (const position of [[1], [null], ['tracks a', 'tracks b'], 'tracks a', {}]) {
    const cursor = btoa(encodeURIComponent(JSON.stringify([JSON.stringify([url, []]), position])));
    const { status, problems } = await send(server, `GET ${url}?page[after]=${encodeURIComponent(cursor)}`);
    expect([status, ...problems]).toEqual([400, 'PAGE_INVALID page[after]']);
  }
});
