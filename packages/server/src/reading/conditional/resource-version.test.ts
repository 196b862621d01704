import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type Blog, blog, blogSources } from '../../../test/blog.ts';
import { type AnyDocument, blogServer, send } from '../../../test/support.ts';
import { withRest } from '../../../test/with-rest.ts';
import { createServer } from '../../pipeline/create-server.ts';
import type { Server } from '../../pipeline/server.ts';
import type { DataSource, Selection } from '../../sources/port/data-source.ts';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

const versionOf = async (server: Server, url: string): Promise<string | undefined> => {
  const etag = (await send(server, `GET ${url}`)).headers['ETag'] as string;
  return etag.includes('-') ? etag.slice(1, etag.indexOf('-')) : undefined;
};
const article = (attributes: object) => ({ data: { type: 'articles', id: '1', attributes } });

type Version = DataSource<Blog, 'articles'>['version'];
/** A server whose articles state a version. */
function stating(version: unknown): Server {
  const { articles, ...others } = blogSources();
  return createServer(blog, { ...others, articles: { ...articles, version: version as Version } });
}

describe('without a version of the source', () => {
  test.each([
    ['an attribute', 'PATCH /articles/1', article({ title: 'New' })],
    ['a to-one relationship', 'PATCH /articles/1/relationships/reviewer', { data: null }],
    ['a to-many relationship', 'POST /articles/1/relationships/secrets', { data: [{ type: 'people', id: '7' }] }],
  ])('it changes with %s, and back', async (_, line, body) => {
    const { server } = blogServer();
    const before = await versionOf(server, '/articles/1');
    await send(server, line, body);
    expect(await versionOf(server, '/articles/1')).not.toBe(before);
  });

  test('the order in which a record has its members makes no difference', async () => {
    const versionFor = (turn: (record: object) => object): Promise<string | undefined> => {
      const { articles, ...others } = blogSources();
      const find: typeof articles.find = async (...asked) =>
        ((await articles.find?.(...asked)) ?? []).map((record) => turn(record) as typeof record);
      return versionOf(createServer(blog, { ...others, articles: { ...articles, find } }), '/articles/1');
    };
    const reversed = (record: object): object => Object.fromEntries(Object.entries(record).reverse());
    expect(await versionFor(reversed)).toBe(await versionFor((record) => record));
  });

  test('the same resource in the same state has the same version', async () => {
    const { server } = blogServer();
    const before = await versionOf(server, '/articles/1');
    await send(server, 'PATCH /articles/1', article({ title: 'New' }));
    await send(server, 'PATCH /articles/1', article({ title: 'Bikes' }));
    expect(await versionOf(server, '/articles/1')).toBe(before);
  });

  test('it does not change with other resources, included or not', async () => {
    const { server } = blogServer();
    const before = await versionOf(server, '/articles/1');
    await send(server, 'PATCH /people/7', { data: { type: 'people', id: '7', attributes: { name: 'x' } } });
    expect(await versionOf(server, '/articles/1?include=author')).toBe(before);
  });

  test('a resource is read with all fields for its version, also with a fieldset; a collection is not', async () => {
    const asked: Selection[] = [];
    const { articles } = blogSources();
    const server = createServer(
      blog,
      withRest(blog, {
        articles: {
          list(query, call) {
            asked.push(query.selection);
            return articles.list?.(query, call) ?? { records: [] };
          },
          find(ids, selection, call) {
            asked.push(selection);
            return articles.find?.(ids, selection, call) ?? [];
          },
        },
      }),
    );
    await send(server, 'GET /articles/1?fields[articles]=title');
    await send(server, 'GET /articles?fields[articles]=title');
    expect(asked.map(({ attributes, relationships }) => attributes.size + relationships.size)).toEqual([9, 1]);
  });

  test('values are compared as responses write them', async () => {
    const { articles, ...others } = blogSources();
    const dated = (publishedAt: unknown): Server =>
      createServer(blog, {
        ...others,
        articles: { find: () => [{ id: 1, title: 'x', views: 1, publishedAt } as AnyDocument] },
      });
    const [date, text] = [dated(new Date('2024-01-01T00:00:00Z')), dated('2024-01-01T00:00:00.000Z')];
    expect(await versionOf(date, '/articles/1')).toBe(await versionOf(text, '/articles/1'));
    expect(await versionOf(dated('2025-01-01T00:00:00.000Z'), '/articles/1')).not.toBe(
      await versionOf(date, '/articles/1'),
    );
    expect(articles).toBeDefined();
  });
});

describe('with a version of the source', () => {
  test('a version attribute alone determines the version, and is read with every fieldset', async () => {
    const server = stating('views');
    const before = await versionOf(server, '/articles/1');
    await send(server, 'PATCH /articles/1', article({ title: 'New' }));
    expect(await versionOf(server, '/articles/1?fields[articles]=title')).toBe(before);
    await send(server, 'PATCH /articles/1', article({ views: 31 }));
    expect(await versionOf(server, '/articles/1')).not.toBe(before);
  });

  test('the source receives the version attribute besides the fieldset, and no other field', async () => {
    const asked: unknown[] = [];
    const find = (_: unknown, { attributes, relationships }: Selection) => {
      asked.push([...attributes, ...relationships]);
      return [{ id: 1, title: 'x', views: 1 }];
    };
    const server = createServer(blog, withRest(blog, { articles: { find, version: 'views' } }));
    const { document } = await send(server, 'GET /articles/1?fields[articles]=title');
    expect([asked, document.data.attributes]).toEqual([[['title', 'views']], { title: 'x' }]);
  });

  test.each<[string, unknown, unknown]>([
    ['strings', 'a', 'b'],
    ['numbers', 1, 2],
    ['bigints', 9007199254740993n, 9007199254740992n],
    ['dates', new Date(1000), new Date(1001)],
    ['null and a text', null, 'x'],
    ['what is not an entity tag', '"é, \n', '"é, \t'],
  ])('a function: %s', async (_, one, other) => {
    const server = (version: unknown) => stating(() => version);
    const [first, again, second] = [
      await versionOf(server(one), '/articles/1'),
      await versionOf(server(one), '/articles/1'),
      await versionOf(server(other), '/articles/1'),
    ];
    expect([first, first === second]).toEqual([again, false]);
    expect(await versionOf(server(one), '/articles/1/relationships/comments')).toBe(first);
  });

  test.each([undefined, {}, true, new Date(Number.NaN), Number.NaN])('%s is not a version: 500', async (version) => {
    const { status } = await send(
      stating(() => version),
      'GET /articles/1',
    );
    expect(status).toBe(500);
  });

  test('the version does not reveal its value, and differs from that of another resource', async () => {
    const server = stating(() => 'secret');
    const [one, other] = [await versionOf(server, '/articles/1'), await versionOf(server, '/articles/2')];
    expect(one).toMatch(/^[\da-f]{16}$/);
    expect(one).not.toBe(other);
  });

  test('the version function has the source as this', async () => {
    const { articles } = blogSources();
    const source = {
      ...articles,
      revision: 5,
      version(): number {
        return this.revision;
      },
    };
    expect((await send(createServer(blog, withRest(blog, { articles: source })), 'GET /articles/1')).status).toBe(200);
  });
});

describe('a relationship that records do not contain', () => {
  /** Articles whose comments only `related` tells. */
  function apart(count: number): { readonly server: Server; readonly calls: string[]; comments: string[] } {
    const calls: string[] = [];
    const state = { comments: Array.from({ length: count }, (_, index) => String(index)) };
    const server = createServer(
      blog,
      withRest(blog, {
        articles: {
          find: () => {
            calls.push('find');
            return [{ id: 1, title: 'x', views: 1 }];
          },
          related: (_, __, { page, atMost }) => {
            calls.push('related');
            const { offset, limit } = page ?? { offset: 0, limit: atMost as number };
            return new Map([['1', { records: state.comments.slice(offset, offset + limit) }]]);
          },
          updateRelationship: (_, __, change) => {
            if ('remove' in change) {
              const gone = new Set(change.remove.map(({ id }) => id));
              state.comments = state.comments.filter((id) => !gone.has(id));
            }
            return true;
          },
        },
        comments: {},
      }),
      { limits: { includedLinkage: 30 } },
    );
    return Object.assign(state, { server, calls });
  }
  const url = '/articles/1/relationships/comments';

  test('its linkage is part of its version, without another call', async () => {
    const blogs = apart(3);
    const before = await versionOf(blogs.server, url);
    expect(blogs.calls).toEqual(['find', 'related']);
    expect(before).toBeDefined();
    blogs.comments.reverse();
    expect(await versionOf(blogs.server, url), 'linkage does not have order').toBe(before);
    blogs.comments.pop();
    expect(await versionOf(blogs.server, url)).not.toBe(before);
  });

  test('a page of it does not have a version, so a write cannot use it', async () => {
    const { server } = apart(3);
    const tag = (await send(server, `GET ${url}?page[size]=2`)).headers['ETag'] as string;
    expect(tag).toMatch(/^W\/"[\da-f]{16}"$/);
    const body = { data: [{ type: 'comments', id: '1' }] };
    expect((await send(server, `DELETE ${url}`, body, { 'If-Match': tag })).status).toBe(412);
  });

  test('the second of two writes with one tag is rejected', async () => {
    const { server } = apart(3);
    const tag = (await send(server, `GET ${url}`)).headers['ETag'] as string;
    const remove = (id: string) =>
      send(server, `DELETE ${url}`, { data: [{ type: 'comments', id }] }, { 'If-Match': tag });
    const first = await remove('1');
    expect([first.status, (await remove('2')).status]).toEqual([204, 412]);
    const next = { 'If-Match': first.headers['ETag'] as string };
    expect((await send(server, `DELETE ${url}`, { data: [{ type: 'comments', id: '2' }] }, next)).status).toBe(204);
  });

  test('a source that returns neither an array nor a page fails the write, and `onError` receives the reason', async () => {
    const reported: unknown[] = [];
    const articles = {
      find: () => [{ id: 1, title: 'x', views: 1 }],
      related: () => new Map([['1', 5]]) as never,
      updateRelationship: () => true,
    };
    const onError = (error: unknown) => reported.push(String(error));
    const server = createServer(blog, withRest(blog, { articles, comments: {} }), { onError });
    expect((await send(server, `DELETE ${url}`, { data: [] }, { 'If-Match': '"x"' })).status).toBe(500);
    expect(reported).toEqual([expect.stringContaining('the source must return an array or a page')]);
  });

  test('a relationship above the limit does not have a version', async () => {
    const { server } = apart(31);
    const answer = await send(server, `DELETE ${url}`, { data: [] }, { 'If-Match': '"x"' });
    expect([answer.status, answer.document.errors[0].detail]).toEqual([
      412,
      expect.stringContaining('does not have a version'),
    ]);
  });
});
