import { type AccessRules, createServer } from '@linkage/server';
import { describe, expect, test } from 'vitest';
import { api, openNewsroom } from '../test/newsroom.ts';

/** Articles with the tag t1: a and c. The person 1. Comments on the article a: 1 and 2. */
const rules: AccessRules<typeof api> = {
  articles: { read: () => [{ field: 'tags', operator: 'eq', values: ['t1'] }] },
  people: { read: () => [{ field: 'id', operator: 'eq', values: [1] }] },
  comments: { read: () => [{ field: 'article', operator: 'eq', values: ['a'] }] },
};

function guarded(access: AccessRules<typeof api> = rules) {
  const { sources, statements } = openNewsroom();
  const server = createServer(api, sources, { defaultAccess: 'allow', access });
  const ask = async (line: string, body?: unknown) => {
    const [method = '', url = ''] = line.split(' ');
    const headers = { 'content-type': 'application/vnd.api+json' };
    const { status, body: text = '{}' } = await server.handle({
      method,
      url,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status, document: JSON.parse(text) };
  };
  return { ask, statements };
}

const idsOf = (data: unknown): unknown =>
  Array.isArray(data) ? data.map(({ type, id }) => `${type} ${id}`) : data === null ? null : idsOf([data]);

describe('hidden rows are treated as missing', () => {
  test.each([
    ['a condition through a join table', '/articles', ['articles a', 'articles c']],
    ['a page', '/articles?page[size]=1&page[number]=2', ['articles c']],
    ['a condition on an integer id', '/people', ['people 1']],
    ['a condition on a foreign key', '/comments', ['comments 1', 'comments 2']],
    ['members by a foreign key', '/people/1/articles', ['articles a']],
    ['members through a join table', '/tags/t2/articles', ['articles a']],
    ['members of the same type', '/articles/a/related', ['articles c']],
    ['their linkage', '/articles/a/relationships/related', ['articles c']],
    ['a page of them', '/articles/a/related?page[size]=1', ['articles c']],
    ['a to-one member', '/articles/c/author', null],
    ['its linkage', '/articles/c/relationships/author', null],
    ['a filter by a hidden id', '/articles?filter[author]=2', []],
    ['a filter by a visible one', '/articles?filter[author]=1,2', ['articles a']],
    ['a filter by hidden members', '/articles?filter[comments]=1,3', ['articles a']],
  ])('%s: %s', async (_, url, expected) => {
    const { status, document } = await guarded().ask(`GET ${url}`);
    expect([status, idsOf(document.data)]).toEqual([200, expected]);
  });

  test('among included resources and in linkage', async () => {
    const { document } = await guarded().ask('GET /articles?include=related.author,comments,author');
    expect(idsOf(document.data)).toEqual(['articles a', 'articles c']);
    expect(new Set(idsOf(document.included) as string[])).toEqual(new Set(['people 1', 'comments 1', 'comments 2']));
    const [a, c] = document.data;
    expect([idsOf(a.relationships.author.data), c.relationships.author.data]).toEqual([['people 1'], null]);
  });

  test('hidden rows cannot be written', async () => {
    const { ask } = guarded();
    for (const id of ['b', 'zzz']) {
      expect((await ask(`DELETE /articles/${id}`)).status).toBe(404);
      expect((await ask(`PATCH /articles/${id}`, { data: { type: 'articles', id } })).status).toBe(404);
    }
    const author = (id: string) => ({ data: { type: 'people', id } });
    expect((await ask('PATCH /articles/a/relationships/author', author('2'))).status).toBe(404);
    expect((await ask('PATCH /articles/a/relationships/author', author('1'))).status).toBe(204);
    // It would be out of sight without the tag.
    expect((await ask('PATCH /articles/a/relationships/tags', { data: [] })).status).toBe(403);
    expect((await ask('GET /articles/a')).status).toBe(200);
  });
});

test('one statement for each type and condition, whatever the number of rows', async () => {
  const count = async (url: string): Promise<number> => {
    const { ask, statements } = guarded();
    await ask(`GET ${url}`);
    return statements.length;
  };
  const few = await count('/articles?include=related,comments&page[size]=1');
  expect(await count('/articles?include=related,comments')).toBe(few);
});
