import { describe, expect, test } from 'vitest';
import { blog, blogSources } from '../../test/blog.ts';
import { type AnyDocument, blogServer, identities, recordCalls, send } from '../../test/support.ts';
import { withRest } from '../../test/with-rest.ts';
import { createServer } from '../pipeline/create-server.ts';

describe('calls of related and relationship URLs', () => {
  test.each([
    ['to-one that the record carries', '/articles/1/relationships/author', ['articles.find 1']],
    ['its resource', '/articles/1/author', ['articles.find 1', 'people.find 7']],
    [
      'to-many: related gives the page',
      '/articles/1/relationships/comments',
      ['articles.find 1', 'articles.related comments of 1'],
    ],
    ['its resources, which come along', '/articles/1/comments', ['articles.find 1', 'articles.related comments of 1']],
    ['polymorphic, likewise', '/shelves/1/items', ['shelves.find 1', 'shelves.related items of 1']],
    [
      'with paths',
      '/articles/1/comments?include=author',
      ['articles.find 1', 'articles.related comments of 1', 'people.find 9,7,8'],
    ],
    ['a missing parent costs one', '/articles/99/comments', ['articles.find 99']],
    ['a query at fault costs none', '/articles/1/comments?sort=nope', []],
  ])('%s', async (_, url, expected) => {
    const { server, calls } = blogServer();
    await send(server, `GET ${url}`);
    expect(calls).toEqual(expected);
  });

  test('calls related for a to-one relationship that the record does not contain', async () => {
    const totals: unknown[] = [];
    const related = (...[, , { total }]: AnyDocument[]) => {
      totals.push(total);
      return new Map([['1', { type: 'people' as const, id: 7 }]]);
    };
    const { sources, calls } = recordCalls({
      articles: { find: () => [{ id: 1 }], related },
      people: { find: (ids: readonly string[]) => ids.map((id) => ({ id, name: 'x' })) },
    } as AnyDocument);
    const server = createServer(blog, withRest(blog, sources), { pagination: { total: 'always' } });
    expect((await send(server, 'GET /articles/1/relationships/author')).document.data).toEqual({
      type: 'people',
      id: '7',
    });
    expect(identities((await send(server, 'GET /articles/1/author')).document.data)).toEqual(['people 7']);
    expect(calls.slice(2)).toEqual(['articles.find 1', 'articles.related author of 1', 'people.find 7']);
    // One resource does not need to be counted.
    expect(totals.filter((total) => total === true)).toEqual([]);
  });

  test.each([
    ['one member more than shown, nothing behind it', [4, 5, 6], false, true],
    ['exactly the page, and more', [4, 5], true, true],
    ['exactly the page', [4, 5], undefined, false],
    ['a repeated member', [4, 4, 5], undefined, true],
  ])('next is right for %s', async (_, records, hasMore, next) => {
    const { articles, ...sources } = blogSources();
    const related = () => new Map([['1', { records, hasMore }]]);
    const server = createServer(blog, { ...sources, articles: { ...articles, related } });
    for (const url of ['/articles/1/comments', '/articles/1/relationships/comments']) {
      const { document } = await send(server, `GET ${url}?page[size]=2`);
      expect(document.data.length).toBeLessThanOrEqual(2);
      expect(document.links.next !== null).toBe(next);
    }
  });

  test.each([
    ['a number of all members', { pagination: { total: 'always' } }, true],
    ['no number', {}, false],
  ])('a relationship without members is an empty page: %s', async (_, options, total) => {
    const seen: unknown[] = [];
    const { articles, ...sources } = blogSources();
    const related = (...given: AnyDocument[]) => {
      seen.push(given[2].total);
      return new Map();
    };
    const server = createServer(blog, { ...sources, articles: { ...articles, related } }, options as AnyDocument);
    const { status, document } = await send(server, 'GET /articles/1/relationships/comments?page[size]=2');
    expect([status, document.data, document.links.next, document.meta?.page?.total, ...seen]).toEqual([
      200,
      [],
      null,
      total ? 0 : undefined,
      total,
    ]);
  });

  test('the members of a relationship URL are read with the fields of its include paths, or without fields', async () => {
    const seen: AnyDocument[] = [];
    const { articles, ...sources } = blogSources();
    const related = (...given: AnyDocument[]) => {
      seen.push([...given[2].selection.attributes]);
      return new Map();
    };
    const server = createServer(blog, { ...sources, articles: { ...articles, related } });
    await send(server, 'GET /articles/1/relationships/comments');
    await send(server, 'GET /articles/1/relationships/comments?include=comments');
    expect(seen).toEqual([[], ['body']]);
  });
});
