/** The interface allows strategies of another kind: one over opaque positions, in one file of `test`. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { keysetStrategy, type Track, trackSources, tracks } from '../../../test/keyset.ts';
import { type AnyDocument, identities, send } from '../../../test/support.ts';
import { createMemorySources } from '../../memory/create-memory-sources.ts';
import { createServer } from '../../pipeline/create-server.ts';

function serverOf(all: readonly Track[]) {
  const rows = new Map(all.map((track) => [track.id, track]));
  const options = { pagination: { strategy: keysetStrategy, includedSize: 2 }, onError() {} };
  return { rows, server: createServer(tracks, trackSources(rows), options) };
}

const few: readonly Track[] = ['a', 'b', 'c', 'd', 'e'].map((id, index) => ({
  id,
  title: `t${index % 2}`,
  plays: 9 - index,
}));
const idsOf = (document: AnyDocument): string => document.data.map(({ id }: AnyDocument) => id).join('');

describe('a strategy by position', () => {
  test('PAG-04 next returns every resource once and in order, and prev goes back, over random data and orders', async () => {
    const track = fc.record({ title: fc.constantFrom('x', 'y', 'ü'), plays: fc.nat(3) });
    const sort = fc.constantFrom('', 'title', '-plays', 'title,-plays');
    await fc.assert(
      fc.asyncProperty(
        fc.array(track, { maxLength: 12 }),
        sort,
        fc.integer({ min: 1, max: 5 }),
        async (all, by, size) => {
          const { server } = serverOf(all.map((it, index) => ({ ...it, id: String((index * 7) % 13) })));
          const start = `/tracks?page[size]=${size}${by === '' ? '' : `&sort=${by}`}`;
          const whole = identities(
            (await send(server, `GET ${start.replace(/size\]=\d/, 'size]=100')}`)).document.data,
          );
          const pages: (readonly string[])[] = [];
          let document: AnyDocument;
          for (let url: string | null = start; url !== null; url = document.links.next) {
            ({ document } = await send(server, `GET ${url}`));
            pages.push(identities(document.data));
          }
          expect(pages.flat()).toEqual(whole);
          expect(whole.length).toBe(all.length);
          for (let page = pages.length - 2; page >= 0; page--) {
            ({ document } = await send(server, `GET ${document.links.prev}`));
            expect(identities(document.data)).toEqual(pages[page]);
          }
          expect(document.links.prev).toBeNull();
        },
      ),
      { numRuns: 60 },
    );
  });

  test('CUR-24 each resource has its cursor, and the document has the meta of the page', async () => {
    const { server } = serverOf(few);
    const { document } = await send(server, 'GET /tracks?page[size]=2');
    expect(document.meta).toEqual({ page: { count: 2 } });
    expect(Object.keys(document.links)).toEqual(['self', 'first', 'prev', 'next']);
    const { cursor } = document.data[0].meta.page;
    const behind = await send(server, `GET /tracks?page[after]=${encodeURIComponent(cursor)}`);
    expect(idsOf(behind.document)).toBe('bcde');
  });

  test('a position is still valid after its resource was deleted', async () => {
    const { server, rows } = serverOf(few);
    const { document } = await send(server, 'GET /tracks?page[size]=2');
    rows.delete('b');
    expect(idsOf((await send(server, `GET ${document.links.next}`)).document)).toBe('cd');
  });

  test('linkage has the same pages, and its identifiers have the cursors', async () => {
    const { server } = serverOf(few);
    const url = '/albums/1/relationships/tracks?page[size]=2';
    const { document } = await send(server, `GET ${url}`);
    expect(document.data[1]).toEqual({ type: 'tracks', id: 'b', meta: { page: { cursor: expect.any(String) } } });
    expect((await send(server, `GET ${url}&include=tracks`)).document.data).toEqual(document.data);
    expect(idsOf((await send(server, `GET ${document.links.next}`)).document)).toBe('cd');
    const related = await send(server, 'GET /albums/1/tracks?page[size]=2');
    expect(related.document.data[0].meta).toEqual({ page: { cursor: expect.any(String) } });
    expect(idsOf((await send(server, `GET ${related.document.links.next}`)).document)).toBe('cd');
  });

  test('the page of an included relationship has a next link', async () => {
    const { server } = serverOf(few);
    const { document } = await send(server, 'GET /albums/1?include=tracks');
    expect(identities(document.included)).toEqual(['tracks a', 'tracks b']);
    const next = await send(server, `GET ${document.data.relationships.tracks.links.next}`);
    expect(idsOf(next.document)).toBe('cd');
  });

  test.each(['x', '', 'bnVsbA==', 'JTVCJTVE'])('QRY-13 %j is not a cursor: 400', async (cursor) => {
    const { server } = serverOf(few);
    const { status, problems } = await send(server, `GET /tracks?page[after]=${encodeURIComponent(cursor)}`);
    expect([status, ...problems]).toEqual([400, 'PAGE_INVALID page[after]']);
  });

  test('AMB-28 a cursor of another order or another collection is rejected with 400', async () => {
    const { server } = serverOf(few);
    const { document } = await send(server, 'GET /tracks?page[size]=2&sort=title');
    const { next } = document.links;
    for (const other of [next.replace('sort=title', 'sort=plays'), next.replace('/tracks', '/albums/1/tracks')]) {
      expect((await send(server, `GET ${other}`)).problems).toEqual(['PAGE_INVALID page[after]']);
    }
  });

  test('a source without positions causes a 500, never a wrong page', async () => {
    const sources = { ...createMemorySources(tracks, {}), tracks: { list: () => ({ records: few }) } };
    const failures: unknown[] = [];
    const onError = (error: unknown) => failures.push(error);
    const server = createServer(tracks, sources, { pagination: { strategy: keysetStrategy }, onError });
    expect((await send(server, 'GET /tracks')).status).toBe(500);
    expect(String(failures[0])).toMatch('must contain one position for each record');
  });
});
