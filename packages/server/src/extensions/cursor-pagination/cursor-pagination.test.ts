import { attribute, defineApi, defineProfile, formatMediaType, toMany } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type AnyDocument, identities, send } from '../../../test/support.ts';
import { createMemorySources } from '../../memory/create-memory-sources.ts';
import { createServer } from '../../pipeline/create-server.ts';
import type { ServerOptions } from '../../pipeline/server-options.ts';
import { type CursorPaginationOptions, cursorPagination } from './cursor-pagination.ts';

const on = { sort: true, filter: true } as const;
const api = defineApi({
  songs: {
    attributes: {
      title: attribute(z.string(), on),
      plays: attribute(z.number(), on),
      bytes: attribute(z.coerce.bigint(), { ...on, encode: String }),
    },
    relationships: {},
  },
  films: { attributes: { title: attribute(z.string(), on) }, relationships: {} },
  lists: { attributes: {}, relationships: { songs: toMany('songs'), mixed: toMany(['songs', 'films']) } },
});
const ids = Array.from({ length: 12 }, (_, index) => String(index + 1));
const key = 'a key of thirty-two bytes or more';
const uri = 'https://jsonapi.org/profiles/ethanresnick/cursor-pagination/';
const profiled = formatMediaType({ extensions: [], profiles: [uri] });

function serverWith(profile: CursorPaginationOptions = {}, options: ServerOptions = {}) {
  const sources = createMemorySources(api, {
    songs: ids.map((id, index) => ({ id, title: `t${index % 3}`, plays: index % 4, bytes: 2n ** 60n + BigInt(index) })),
    films: ids.map((id) => ({ id, title: id })),
    lists: [
      { id: '1', songs: ids, mixed: ids.flatMap((id) => ['songs', 'films'].map((type) => ({ type, id }))) as never },
    ],
  });
  const profiles = [cursorPagination({ key, applied: 'always', ...profile })];
  return createServer(api, sources, { onError: () => undefined, profiles, ...options } as never);
}

const cursorsOf = (document: AnyDocument): readonly string[] =>
  document.data.map(({ meta }: AnyDocument) => meta.page.cursor);

describe('CUR-18 AMB-28 a cursor is valid as the server wrote it, and where', () => {
  const start = '/songs?sort=plays,-title&filter[plays][ge]=1';

  test('a cursor with one changed byte is rejected with 400', async () => {
    const server = serverWith();
    const cursors: [string, string][] = [];
    for (const sort of [
      'plays',
      '-plays',
      'title',
      'bytes',
      '-bytes',
      'plays,title',
      'title,-plays',
      '-title',
      'plays,bytes',
    ]) {
      const url = `/songs?sort=${sort}`;
      for (const cursor of cursorsOf((await send(server, `GET ${url}`)).document)) cursors.push([url, cursor]);
    }
    const some = cursors.slice(0, 100);
    expect(some).toHaveLength(100);
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    for (const [number, [url, cursor]] of some.entries()) {
      for (let place = 0; place < cursor.length; place++) {
        // The character next in the alphabet differs in the last bits, which a careless reader ignores at the end.
        const step = place % 2 === 0 ? 1 : 1 + ((place + number) % 62);
        const other = alphabet[(alphabet.indexOf(cursor[place] as string) + step) % 64];
        const changed = cursor.slice(0, place) + other + cursor.slice(place + 1);
        const response = await server.handle({ method: 'GET', url: `${url}&page[after]=${changed}`, headers: {} });
        if (response.status !== 400) expect([changed, response.status]).toEqual([cursor, 400]);
      }
    }
  }, 60_000);

  test.each([
    ['another type', '/films?sort=title'],
    ['another sort', '/songs?sort=-plays,-title&filter[plays][ge]=1'],
    ['fewer keys', '/songs?sort=plays&filter[plays][ge]=1'],
    ['another filter', '/songs?sort=plays,-title&filter[plays][ge]=2'],
    ['another operator', '/songs?sort=plays,-title&filter[plays][gt]=1'],
    ['another field', '/songs?sort=plays,-title&filter[title]=1'],
    ['no filter', '/songs?sort=plays,-title'],
    ['another list', '/lists/1/songs?sort=plays,-title&filter[plays][ge]=1'],
  ])('%s: 400', async (_, url) => {
    const server = serverWith();
    const [cursor] = cursorsOf((await send(server, `GET ${start}`)).document);
    for (const name of ['after', 'before']) {
      const own = await send(server, `GET ${start}&page[${name}]=${cursor}`);
      expect(own.status).toBe(200);
      const { status, problems } = await send(server, `GET ${url}&page[${name}]=${cursor}`);
      expect([status, problems]).toEqual([400, [`PAGE_INVALID page[${name}]`]]);
    }
  });

  test('a cursor that is longer, shorter, or repeated is rejected with 400', async () => {
    const server = serverWith();
    const [cursor = ''] = cursorsOf((await send(server, 'GET /songs')).document);
    for (const changed of [
      `${cursor}A`,
      `${cursor}=`,
      cursor.slice(0, -1),
      cursor + cursor,
      ` ${cursor}`,
      `${cursor} `,
      `${cursor}%00`,
    ]) {
      const { problems } = await send(server, `GET /songs?page[after]=${changed}`);
      expect([changed, problems]).toEqual([changed, ['PAGE_INVALID page[after]']]);
    }
  });

  test('another key is rejected with 400; a replaced key still verifies, but no longer signs', async () => {
    const next = 'another key of 32 bytes or more, which is new';
    const [old, both, without] = [serverWith(), serverWith({ key: [next, key] }), serverWith({ key: next })];
    const [first = ''] = cursorsOf((await send(old, 'GET /songs')).document);
    const answer = await send(both, `GET /songs?page[after]=${first}`);
    expect(answer.status).toBe(200);
    expect((await send(without, `GET /songs?page[after]=${first}`)).problems).toEqual(['PAGE_INVALID page[after]']);
    const [second = ''] = cursorsOf(answer.document);
    expect((await send(without, `GET /songs?page[after]=${second}`)).status).toBe(200);
    expect((await send(old, `GET /songs?page[after]=${second}`)).problems).toEqual(['PAGE_INVALID page[after]']);
  });

  test('a cursor of another user is rejected with 400 if cursors belong to users', async () => {
    const context = ({ headers }: { readonly headers: object }) => ({ user: (headers as { user?: string }).user });
    const user = ({ user }: { readonly user: string }) => ({ user });
    const server = serverWith({}, { context, pagination: { user } } as never);
    const [cursor] = cursorsOf((await send(server, 'GET /songs', undefined, { user: 'a' })).document);
    expect((await send(server, `GET /songs?page[after]=${cursor}`, undefined, { user: 'a' })).status).toBe(200);
    const other = await send(server, `GET /songs?page[after]=${cursor}`, undefined, { user: 'b' });
    expect(other.problems).toEqual(['PAGE_INVALID page[after]']);
  });

  test('a promise as the user is a 500', async () => {
    const server = serverWith({}, { pagination: { user: async () => 'a' } });
    expect((await send(server, 'GET /songs?page[size]=1')).status).toBe(500);
  });

  test('an invalid filter does not cause an error about the cursor', async () => {
    const server = serverWith();
    const [cursor] = cursorsOf((await send(server, `GET ${start}`)).document);
    const { problems } = await send(server, `GET ${start}&filter[nope]=1&page[after]=${cursor}`);
    expect(problems).toEqual(['FILTER_NOT_SUPPORTED filter[nope]']);
  });

  test('the cursor does not name its list, and a bigint in it is exact', async () => {
    const server = serverWith();
    const { document } = await send(server, 'GET /songs?sort=-bytes&page[size]=5');
    expect(identities((await send(server, `GET ${document.links.next.href}`)).document.data)[0]).toBe('songs 7');
  });
});

describe('CUR-01 requests and options that apply the profile', () => {
  const targets = [
    '/songs?page[size]=1',
    '/lists/1/songs',
    '/lists/1/relationships/songs',
    '/songs/1',
    '/songs?page[size]=0',
    '/nope',
  ];

  test.each(targets)('%s: on request, without a request, and always', async (url) => {
    const asked = await send(serverWith({ applied: 'on request' }), `GET ${url}`, undefined, { accept: profiled });
    const always = await send(serverWith(), `GET ${url}`);
    const isFound = url !== '/nope';
    for (const [answer, isApplied] of [
      [asked, isFound],
      [always, true],
    ] as const) {
      expect(answer.headers['Content-Type']).toBe(isApplied ? profiled : formatMediaType());
      expect(answer.document.jsonapi.profile).toEqual(isApplied ? [uri] : undefined);
      if (answer.document.errors === undefined) expect(answer.document.links.self.type).toBe(profiled);
    }
    const plain = await send(serverWith({ applied: 'on request' }), `GET ${url}`);
    expect(plain.headers['Content-Type']).toBe(formatMediaType());
    expect(plain.document.jsonapi).not.toHaveProperty('profile');
    if (plain.status === 200) expect(plain.document.links.self).toEqual(expect.any(String));
    expect(plain.headers['Vary']).toContain('Accept');
  });

  test('without the profile, the strategy of the server paginates and rejects cursors', async () => {
    const server = serverWith({ applied: 'on request' });
    const { document } = await send(server, 'GET /songs?page[size]=2');
    expect(document.links.next).toContain('page%5Bnumber%5D=2');
    expect(document.data[0]).not.toHaveProperty('meta');
    expect((await send(server, 'GET /songs?page[after]=x')).problems).toEqual(['PAGE_INVALID page[after]']);
  });

  test.each([uri, uri.slice(0, -1)])('AMB-19 a request names it as %s', async (named) => {
    const accept = formatMediaType({ extensions: [], profiles: [named] });
    const { document, headers } = await send(serverWith({ applied: 'on request' }), 'GET /songs', undefined, {
      accept,
    });
    expect([headers['Content-Type'], document.links.prev]).toEqual([profiled, null]);
  });

  test('uses its own URI, also for the types of its errors', async () => {
    const own = 'https://example.com/profiles/cursor-pagination';
    const server = serverWith({ uri: own });
    expect((await send(server, 'GET /songs')).document.jsonapi.profile).toEqual([own]);
    const { document } = await send(server, 'GET /songs?page[size]=1000');
    expect(document.errors[0].links.type).toBe(`${own}/max-size-exceeded`);
    expect(() => cursorPagination({ key, uri: 'no uri' })).toThrow('must be a URI');
  });

  test('beside other profiles', async () => {
    const profile = defineProfile({ uri: 'https://example.com/profiles/other', members: { meta: { other: null } } });
    const profiles = [
      cursorPagination({ key }),
      { profile, applied: 'always', meta: { resource: () => ({ other: 1 }) } },
    ] as const;
    const { document } = await send(serverWith({}, { profiles }), 'GET /songs', undefined, { accept: profiled });
    expect(document.data[0].meta).toEqual({ other: 1, page: { cursor: expect.any(String) } });
  });
});

describe('options', () => {
  test.each([
    [{ keys: [key] }, 'Did you mean `key`'],
    [{ key, applied: 'sometimes' }, '`applied` must be'],
    [{ key, ranges: 'yes' }, '`ranges` must be a boolean'],
    [{ key: 'short' }, 'key 1 must have 32 bytes'],
  ])('%j is rejected', (given, message) => {
    expect(() => cursorPagination(given as never)).toThrow(message);
  });
});

describe('a sort order whose values do not fit into a cursor', () => {
  const long = defineApi({ notes: { attributes: { text: attribute(z.string(), on) } } });
  const sources = createMemorySources(long, { notes: ['a', 'b'].map((id) => ({ id, text: id.repeat(5000) })) });
  const server = createServer(long, sources, { profiles: [cursorPagination({ key, applied: 'always' })] });

  test('CUR-06 CUR-33 is not paginated; a list that fits on one page is', async () => {
    const { document, problems } = await send(server, 'GET /notes?sort=text&page[size]=1');
    expect(problems).toEqual(['SORT_NOT_SUPPORTED sort']);
    expect(document.errors[0].links.type).toBe(`${uri}unsupported-sort`);
    const whole = await send(server, 'GET /notes?sort=text');
    expect(identities(whole.document.data)).toEqual(['notes a', 'notes b']);
    expect((await send(server, 'GET /notes?page[size]=1')).status).toBe(200);
  });
});

test('CUR-05 members of several types have an order', async () => {
  const server = serverWith();
  const met: string[] = [];
  let next: string | undefined = '/lists/1/relationships/mixed?page[size]=5';
  while (next !== undefined) {
    const { document }: AnyDocument = await send(server, `GET ${next}`);
    met.push(...identities(document.data));
    next = document.links.next?.href;
  }
  expect(met).toEqual(ids.flatMap((id) => [`films ${id}`, `songs ${id}`]));
});

test('CUR-14 a member that occurs twice in linkage is on one page', async () => {
  const sources = createMemorySources(api, {
    songs: ['a', 'b', 'c'].map((id) => ({ id, title: id, plays: 1, bytes: 1n })),
    lists: [{ id: '1', songs: ['b', 'a', 'b', 'c', 'a'] }],
  });
  const pagination = { types: { songs: { includedSize: 2 } } };
  const server = createServer(api, sources, { profiles: [cursorPagination({ key, applied: 'always' })], pagination });
  const first = await send(server, 'GET /lists/1/relationships/songs?page[size]=2&page[total]=true');
  expect([identities(first.document.data), first.document.meta.page.total]).toEqual([['songs a', 'songs b'], 3]);
  const next = await send(server, `GET ${first.document.links.next.href}`);
  expect([identities(next.document.data), next.document.links.next]).toEqual([['songs c'], null]);
  const { songs } = (await send(server, 'GET /lists/1?include=songs')).document.data.relationships;
  expect(identities(songs.data)).toEqual(['songs a', 'songs b']);
});
