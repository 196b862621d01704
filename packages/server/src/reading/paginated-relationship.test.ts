import { offsetStrategy } from '@linkage/core/http';
import { describe, expect, test } from 'vitest';
import { postsServer, toAll } from '../../test/posts.ts';
import { type AnyDocument, blogServer, identities, send } from '../../test/support.ts';

const pagination = { includedSize: 2 };

describe('an included to-many relationship of more members than are shown', () => {
  test('PAG-06 REL-07 carries its own pagination links, to its own URL', async () => {
    const { server } = blogServer({ pagination });
    const { document } = await send(server, 'GET /articles?include=comments&filter[title]=Bikes&page[size]=1');
    const { comments } = document.data[0].relationships;
    expect(identities(comments.data)).toEqual(['comments 4', 'comments 5']);
    const url = '/articles/1/relationships/comments';
    const query = 'include=comments&page%5Bsize%5D=2&page%5Bnumber%5D';
    expect(comments.links).toEqual({
      self: url,
      related: '/articles/1/comments',
      first: `${url}?${query}=1`,
      prev: null,
      next: `${url}?${query}=2`,
    });
    // Full linkage: what is not linked is not included.
    expect(identities(document.included)).toEqual(['comments 4', 'comments 5']);
    const next = (await send(server, `GET ${comments.links.next}`)).document;
    expect([identities(next.data), identities(next.included)]).toEqual([['comments 6'], ['comments 6']]);
    expect(next.links.next).toBeNull();
    const first = (await send(server, `GET ${comments.links.first}`)).document;
    expect(identities(first.data)).toEqual(['comments 4', 'comments 5']);
  });

  test('a relationship with all members has no pagination links', async () => {
    const { server } = blogServer({ pagination: { includedSize: 3 } });
    const { document } = await send(server, 'GET /articles?include=comments');
    for (const { relationships } of document.data) {
      expect(Object.keys(relationships.comments.links)).toEqual(['self', 'related']);
    }
  });

  test('DOC-20 the links keep fieldsets and the remaining include paths', async () => {
    const { server } = blogServer({ pagination: { includedSize: 1 } });
    const fields = '&fields[people]=name,articles&fields[comments]=body,author,on';
    const { document } = await send(
      server,
      `GET /articles/1?include=comments.author.articles,comments.on,author${fields}&fields[articles]=comments,author`,
    );
    const { next } = document.data.relationships.comments.links;
    const { searchParams } = new URL(next, 'http://localhost');
    expect(Object.fromEntries(searchParams)).toEqual({
      include: 'comments,comments.author.articles,comments.on',
      'fields[people]': 'name,articles',
      'fields[comments]': 'body,author,on',
      'fields[articles]': 'comments,author',
      'page[size]': '1',
      'page[number]': '2',
    });
    const page = (await send(server, `GET ${next}`)).document;
    expect(identities(page.data)).toEqual(['comments 5']);
    expect(identities(page.included)).toEqual(['comments 5', 'people 7', 'comments 4', 'articles 1']);
    // The articles of person 7, two levels deep, are cut as well.
    const deep = page.included[1].relationships.articles;
    expect(identities(deep.data)).toEqual(['articles 1']);
    const rest = (await send(server, `GET ${deep.links.next}`)).document;
    expect([identities(rest.data), rest.links.next]).toEqual([['articles 2'], null]);
  });

  test('uses the strategy of its own type, and its maximum page size', async () => {
    const types = { comments: { strategy: offsetStrategy, includedSize: 5, pageSizeMaximum: 1 } };
    const { server } = blogServer({ pagination: { types } });
    const { document } = await send(server, 'GET /articles/1?include=comments,author.articles');
    const { comments } = document.data.relationships;
    expect(identities(comments.data)).toEqual(['comments 4']);
    expect(comments.links.next).toMatch(/\?include=comments&page%5Blimit%5D=1&page%5Boffset%5D=1$/);
    expect(
      document.included.find(({ type }: AnyDocument) => type === 'people').relationships.articles.links,
    ).not.toHaveProperty('next');
  });

  test('a page of the relationship itself has the size that its own URL asks for', async () => {
    const { server } = blogServer({ pagination: { includedSize: 1 } });
    const url = '/articles/1/relationships/comments?include=comments.author&page[size]=2';
    const { document } = await send(server, `GET ${url}`);
    expect(identities(document.data)).toEqual(['comments 4', 'comments 5']);
    expect(identities(document.included)).toEqual(['comments 4', 'comments 5', 'people 9', 'people 7']);
  });

  test('POST and PATCH return the same links', async () => {
    const { server } = blogServer({ pagination: { includedSize: 1 } });
    const data = { type: 'articles', id: '1', attributes: { title: 'Boats' } };
    const { document } = await send(server, 'PATCH /articles/1?include=comments', { data });
    expect(document.data.relationships.comments.links.next).toMatch(/number%5D=2$/);
  });
});

describe('the source', () => {
  const members = (...ids: number[]) => ({ records: ids.map((id) => ({ id, name: 'x' })) });
  const tagsOf = async (given: AnyDocument, options = {}) => {
    const { server, queries, calls } = postsServer(
      { count: 2, related: (_: string, ids: readonly string[]) => toAll(ids, given) },
      { onError() {}, ...options },
    );
    const answer = await send(server, 'GET /posts?include=tags');
    return { ...answer, queries, calls, tags: answer.document.data?.[0].relationships.tags };
  };

  test('receives one call, for one member more than each resource shows', async () => {
    const { queries, calls, tags } = await tagsOf(members(1, 2, 3), { pagination });
    expect(calls).toEqual(['posts.related tags of 1,2']);
    expect(queries[0]).toMatchObject({ pagePerParent: { offset: 0, limit: 3 }, atMost: 5001 });
    expect(identities(tags.data)).toEqual(['tags 1', 'tags 2']);
    expect(tags.links.next).toMatch(/page%5Bnumber%5D=2$/);
  });

  test('receives a request for all members without a page size', async () => {
    expect((await tagsOf(members(1, 2, 3))).queries[0]).toMatchObject({ pagePerParent: undefined });
  });

  test('can return one page and say so: the links continue after it', async () => {
    const { tags } = await tagsOf({ ...members(1, 2, 3), hasMore: true });
    expect(identities(tags.data)).toEqual(['tags 1', 'tags 2', 'tags 3']);
    expect(tags.links.next).toMatch(/page%5Bsize%5D=3&page%5Bnumber%5D=2$/);
  });

  test('reports more members of a relationship that does not have a URL: 500', async () => {
    const errors: unknown[] = [];
    const list = () => ({ records: [{ id: 1, name: 'x', tags: { ...members(1, 2, 3), hasMore: true } }] });
    const { server } = postsServer({ posts: { list } }, { onError: (error: unknown) => errors.push(error) });
    expect((await send(server, 'GET /posts?include=tags')).status).toBe(500);
    expect(String(errors[0])).toContain('`posts.related` returned 3 of more members of `tags`');
  });

  test('cuts several relationships of one type, each with its own links', async () => {
    const related = (name: string, ids: readonly string[]) =>
      toAll(ids, name === 'tags' ? [1, 2, 3] : ['4', '5', '6'].map((id) => ({ type: 'tags', id })));
    const { server } = postsServer({ count: 2, related }, { pagination });
    const { document } = await send(server, 'GET /posts?include=tags,parts');
    for (const { relationships } of document.data) {
      expect(relationships.tags.links.next).toMatch(/relationships\/tags\?.*page%5Bnumber%5D=2$/);
      expect(relationships.parts.links.next).toMatch(/relationships\/parts\?.*page%5Bnumber%5D=2$/);
    }
  });

  test.each([
    ['shown by the page', { includedSize: 2 }, { prev: null, next: null }],
    ['shown as a whole', {}, {}],
  ])('links all members, as the strategy wants it: %s', async (_, size, links) => {
    const strategy = { ...offsetStrategy, linksWholeLists: true };
    const { tags } = await tagsOf(members(1, 2), { pagination: { strategy, ...size } });
    expect(identities(tags.data)).toEqual(['tags 1', 'tags 2']);
    const { self: _self, related: _related, ...others } = tags.links;
    expect(others).toEqual(links);
  });

  test.each([
    ['a repeated member', [1, 1, 2], true],
    ['a repeated member, and no further members', [1, 1], false],
  ])('can return %s', async (_, ids, hasNext) => {
    const { tags } = await tagsOf(members(...ids), { pagination });
    expect(identities(tags.data)).toEqual([...new Set(ids)].map((id) => `tags ${id}`));
    expect('next' in tags.links).toBe(hasNext);
  });

  test('reports more members without returning any: 500', async () => {
    expect((await tagsOf({ records: [], hasMore: true })).status).toBe(500);
  });

  test('has no relationship URL: the response contains all members', async () => {
    const list = () => ({ records: [{ id: 1, name: 'x', tags: [1, 2, 3] }] });
    const { server } = postsServer({ posts: { list } }, { pagination });
    const { document } = await send(server, 'GET /posts?include=tags');
    expect(document.included.length).toBe(3);
  });
});
