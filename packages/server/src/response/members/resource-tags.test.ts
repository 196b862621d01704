import { describe, expect, test } from 'vitest';
import { type Blog, blog, blogSources } from '../../../test/blog.ts';
import { type AnyDocument, send } from '../../../test/support.ts';
import { createServer } from '../../pipeline/create-server.ts';
import type { Server } from '../../pipeline/server.ts';
import type { ServerOptions } from '../../pipeline/server-options.ts';
import type { Selection } from '../../sources/port/data-source.ts';

/** A server whose articles state a version. */
function serverWith(options: ServerOptions<unknown, Blog> = {}, version: unknown = 'views') {
  const { articles, ...others } = blogSources();
  const selections: Selection[] = [];
  const source = {
    ...articles,
    version: version as 'views',
    list: (...given: Parameters<NonNullable<typeof articles.list>>) => {
      selections.push(given[0].selection);
      return articles.list?.(...given) ?? { records: [] };
    },
  };
  const server = createServer(blog, { ...others, articles: source }, { resourceTags: ['articles'], ...options });
  return { server: server as Server, selections };
}
const changed = { data: { type: 'articles', id: '1', attributes: { views: 31 } } };
const tagsOf = (resources: readonly AnyDocument[]) => resources.map(({ type, meta }) => [type, typeof meta?.etag]);

describe('resourceTags', () => {
  test.each([
    ['a collection', '/articles', (document: AnyDocument) => document.data[0]],
    ['a collection with a fieldset', '/articles?fields[articles]=title', (document: AnyDocument) => document.data[0]],
    ['related resources', '/people/7/articles', (document: AnyDocument) => document.data[0]],
    ['an included resource', '/people/7?include=articles', (document: AnyDocument) => document.included[0]],
    [
      'included with a fieldset',
      '/people/7?include=articles&fields[articles]=title',
      (it: AnyDocument) => it.included[0],
    ],
    ['a resource', '/articles/1', (document: AnyDocument) => document.data],
    [
      'a relationship URL',
      '/people/7/relationships/articles?include=articles&fields[articles]=title',
      (it: AnyDocument) => it.included[0],
    ],
  ])('the tag in %s is valid for one write', async (_, url, resourceOf) => {
    const { server } = serverWith();
    const { etag } = resourceOf((await send(server, `GET ${url}`)).document).meta;
    const first = await send(server, 'PATCH /articles/1', changed, { 'If-Match': etag });
    expect([first.status, typeof first.document.data.meta.etag]).toEqual([200, 'string']);
    expect((await send(server, 'PATCH /articles/1', changed, { 'If-Match': etag })).status).toBe(412);
  });

  test('a fieldset shows only its fields, although the source is asked for the version', async () => {
    const { server, selections } = serverWith();
    const { document } = await send(server, 'GET /articles?fields[articles]=title');
    expect(document.data[0].attributes).toEqual({ title: 'Bikes' });
    expect([...(selections[0]?.attributes ?? [])].sort()).toEqual(['title', 'views']);
  });

  test('CMP-05 two servers of one API, one of them with tags, show each resource once', async () => {
    const url = 'GET /articles?include=author.articles';
    const expected = (await send(createServer(blog, blogSources()) as Server, url)).document.included.length;
    const { server } = serverWith();
    expect((await send(server, url)).document.included).toHaveLength(expected);
    expect((await send(createServer(blog, blogSources()) as Server, url)).document.included).toHaveLength(expected);
  });

  test('streams have them, also for included resources', async () => {
    const { server } = serverWith({ stream: { people: true } });
    const url = '/people?include=articles&fields[articles]=title';
    const { stream } = await server.handle({ method: 'GET', url, headers: {}, canStream: true });
    let text = '';
    for await (const part of stream ?? []) text += part;
    const { included } = JSON.parse(text);
    expect(tagsOf(included)).toEqual(included.map(() => ['articles', 'string']));
    expect(included.length).toBeGreaterThan(1);
  });

  test('other types have no tags, and identifiers have none', async () => {
    const { server } = serverWith();
    const { document } = await send(server, 'GET /articles?include=author');
    expect(new Set(tagsOf([...document.data, ...document.included]).map(String))).toEqual(
      new Set(['articles,string', 'people,undefined']),
    );
    expect(document.data[0].relationships.author.data.meta).toBeUndefined();
  });

  test('a user who cannot read the version receives no tags', async () => {
    const access = { articles: { read: () => true, fields: () => ['title'] } } as never;
    const { document } = await send(serverWith({ access }).server, 'GET /articles');
    expect(tagsOf(document.data)[0]).toEqual(['articles', 'undefined']);
  });

  test('the version can be a function', async () => {
    const { server } = serverWith({}, ({ views }: { readonly views: number }) => views);
    const { etag } = (await send(server, 'GET /articles')).document.data[0].meta;
    expect((await send(server, 'PATCH /articles/1', changed, { 'If-Match': etag })).status).toBe(200);
  });

  test('meta of the application stays beside the tag', async () => {
    const resources = { articles: { meta: () => ({ seen: true }) } };
    const { document } = await send(serverWith({ resources }).server, 'GET /articles/1');
    expect(document.data.meta).toEqual({ seen: true, etag: expect.any(String) });
  });

  test.each([
    [
      'a source without a version',
      ['people'],
      'resourceTags contains "people", so its source must declare a `version`',
    ],
    ['an unknown type', ['article'], '"article"'],
  ])('%s is an error', (_, resourceTags, message) => {
    expect(() => serverWith({ resourceTags: resourceTags as never })).toThrow(message);
  });
});
