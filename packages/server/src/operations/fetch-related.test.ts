import { describe, expect, test } from 'vitest';
import { blog, blogSources } from '../../test/blog.ts';
import { blogServer, identities, recordCalls, send } from '../../test/support.ts';
import { withRest } from '../../test/with-rest.ts';
import { createServer } from '../pipeline/create-server.ts';

const { server } = blogServer();

describe('GET /{type}/{id}/{relationship}', () => {
  test('FET-03 to-one: the related resource, under its own self link (REC-05)', async () => {
    const { status, document } = await send(server, 'GET /articles/1/author');
    expect(status).toBe(200);
    expect(identities(document.data)).toEqual(['people 7']);
    expect(document.data.links.self).toBe('/people/7');
    expect(document.links).toEqual({ self: '/articles/1/author' });
  });

  test('FET-03 to-many: an array, with pagination links', async () => {
    const { document } = await send(server, 'GET /articles/1/comments?page[size]=2');
    expect(identities(document.data)).toEqual(['comments 4', 'comments 5']);
    expect(document.links).toMatchObject({
      prev: null,
      next: '/articles/1/comments?page%5Bsize%5D=2&page%5Bnumber%5D=2',
    });
    const next = await send(server, `GET ${document.links.next}`);
    expect(identities(next.document.data)).toEqual(['comments 6']);
    expect(next.document.links.next).toBeNull();
  });

  test.each([
    ['REL-08 FET-07 an empty to-one: null', '/articles/3/author', null],
    ['REL-08 an empty to-many: []', '/articles/2/comments', []],
    ['a polymorphic to-one that is empty', '/comments/6/on', null],
    ['a polymorphic to-many that is empty', '/shelves/2/items', []],
  ])('%s', async (_, url, data) => {
    const { status, document } = await send(server, `GET ${url}`);
    expect([status, document.data]).toEqual([200, data]);
  });

  test('a polymorphic relationship returns each resource with its own type', async () => {
    const items = await send(server, 'GET /shelves/1/items?include=author');
    expect(identities(items.document.data)).toEqual(['articles 2', 'comments 4']);
    expect(identities(items.document.included)).toEqual(['people 7', 'people 9']);
    const on = await send(server, 'GET /comments/5/on');
    expect(identities(on.document.data)).toEqual(['comments 4']);
  });

  test('applies sort, filter, include, and fields to the related resources', async () => {
    const { document } = await send(
      server,
      'GET /articles/1/comments?sort=-body&include=author&fields[comments]=body,author',
    );
    expect(identities(document.data)).toEqual(['comments 4', 'comments 5', 'comments 6']);
    expect(document.data.map((comment: { attributes: object }) => comment.attributes)).toEqual([
      { body: 'First!' },
      { body: 'Better' },
      { body: 'Again' },
    ]);
    expect(document.included.length).toBe(3);
  });

  test.each([
    ['FET-12 a missing parent', '/articles/99/author', 404, 'NOT_FOUND'],
    ['FET-09 an unknown relationship', '/articles/1/nope', 404, 'NOT_FOUND'],
    ['an attribute', '/articles/1/title', 404, 'NOT_FOUND'],
    ['names of the language', '/articles/1/constructor', 404, 'NOT_FOUND'],
    ['names of the language', '/articles/1/__proto__', 404, 'NOT_FOUND'],
    ['to-one does not have pages', '/articles/1/author?page[size]=1', 400, 'PARAMETER_NOT_SUPPORTED page[size]'],
    ['several types do not have a common order', '/shelves/1/items?sort=title', 400, 'SORT_NOT_SUPPORTED sort'],
    [
      'INC-07 paths start at the related type',
      '/articles/1/author?include=comments',
      400,
      'RELATIONSHIP_PATH_UNKNOWN include',
    ],
  ])('%s: %s gives %i', async (_, url, status, found) => {
    const answer = await send(server, `GET ${url}`);
    expect([answer.status, ...answer.problems]).toEqual([status, found]);
  });

  test('a related resource that no longer exists is null or absent, but the linkage still contains it', async () => {
    // Articles of a source that does not notice what others delete.
    const { related: _, ...articles } = blogSources().articles;
    const own = createServer(blog, { ...blogSources(), articles });
    await send(own, 'DELETE /people/7');
    await send(own, 'DELETE /comments/5');
    expect((await send(own, 'GET /articles/1/author')).document.data).toBeNull();
    expect(identities((await send(own, 'GET /articles/1/comments')).document.data)).toEqual([
      'comments 4',
      'comments 6',
    ]);
    const linkage = await send(own, 'GET /articles/1/relationships/author');
    expect(linkage.document.data).toEqual({ type: 'people', id: '7' });
    const { document } = await send(own, 'GET /articles/1?include=author,comments');
    expect(identities(document.included)).toEqual(['comments 4', 'comments 6']);
  });

  test('without related, linkage of the record is paginated, but neither sorted nor filtered', async () => {
    const { sources, calls } = recordCalls(blogSources());
    const { related: _, ...articles } = sources.articles;
    const own = createServer(blog, { ...sources, articles });
    const { document } = await send(own, 'GET /articles/1/comments?page[size]=2&page[number]=2');
    expect(identities(document.data)).toEqual(['comments 6']);
    expect(document.links.next).toBeNull();
    expect(calls).toEqual(['articles.find 1', 'comments.find 6']);
    const { status, problems } = await send(own, 'GET /articles/1/comments?sort=body');
    expect([status, ...problems]).toEqual([400, 'PARAMETER_NOT_SUPPORTED sort']);
  });

  test('without related and without linkage in the record: 404', async () => {
    const own = createServer(
      blog,
      withRest(blog, { articles: { find: (ids) => ids.map((id) => ({ id, title: 'x', views: 1 })) } }),
    );
    expect((await send(own, 'GET /articles/1/comments')).status).toBe(404);
    expect((await send(own, 'GET /articles/1/author')).document.data).toBeUndefined();
  });

  test('related resources of a type without a readable source: 404, not an empty response', async () => {
    const { articles } = blogSources();
    const own = createServer(blog, withRest(blog, { articles }));
    expect((await send(own, 'GET /articles/1/author')).status).toBe(404);
    expect((await send(own, 'GET /articles/3/author')).document.data).toBeNull();
  });
});
