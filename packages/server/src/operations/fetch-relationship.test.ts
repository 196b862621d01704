import { describe, expect, test } from 'vitest';
import { blogServer, identities, send } from '../../test/support.ts';

const { server } = blogServer();

describe('GET /{type}/{id}/relationships/{relationship}', () => {
  test.each([
    ['FET-04 to-one', '/articles/1/relationships/author', { type: 'people', id: '7' }],
    ['FET-10 an empty to-one', '/articles/3/relationships/author', null],
    ['FET-10 an empty to-many', '/articles/2/relationships/comments', []],
    ['to-many', '/articles/3/relationships/comments', [{ type: 'comments', id: '6' }]],
    ['polymorphic to-one', '/comments/5/relationships/on', { type: 'comments', id: '4' }],
    [
      'polymorphic to-many',
      '/shelves/1/relationships/items',
      [
        { type: 'articles', id: '2' },
        { type: 'comments', id: '4' },
      ],
    ],
  ])('%s: linkage, and nothing included', async (_, url, data) => {
    const { status, document } = await send(server, `GET ${url}`);
    expect([status, document.data]).toEqual([200, data]);
    expect(document.included).toBeUndefined();
    // DOC-18: the related resource link stands beside self.
    expect(document.links).toMatchObject({ self: url, related: url.replace('/relationships', '') });
  });

  test('PAG-05 REL-07 paginates the linkage', async () => {
    const { document } = await send(server, 'GET /articles/1/relationships/comments?page[size]=2');
    expect(identities(document.data)).toEqual(['comments 4', 'comments 5']);
    const next = await send(server, `GET ${document.links.next}`);
    expect(identities(next.document.data)).toEqual(['comments 6']);
  });

  test.each([
    [
      'INC-08 paths start with the relationship',
      'comments?include=comments',
      ['comments 4', 'comments 5', 'comments 6'],
    ],
    ['INC-04 nothing relates', 'comments?include=comments.on&page[number]=9', []],
    [
      'CMP-07 the parent may be included',
      'history?include=history.author.articles',
      ['articles 2', 'people 7', 'articles 1'],
    ],
    ['to-one', 'author?include=author.friend', ['people 7', 'people 8']],
    ['INC-03 empty', 'author?include=', []],
  ])('%s: %s', async (_, rest, included) => {
    const { document } = await send(server, `GET /articles/1/relationships/${rest}`);
    expect(identities(document.included)).toEqual(included);
  });

  test('a resource that is related to itself is included once', async () => {
    const { document } = await send(server, 'GET /people/9/relationships/friend?include=friend');
    expect(identities(document.data)).toEqual(['people 9']);
    expect(document.included[0].attributes).toEqual({ name: 'Klabnik' });
  });

  test('includes only the resources of the page', async () => {
    const { document } = await send(
      server,
      'GET /articles/1/relationships/comments?page[size]=1&include=comments.author',
    );
    expect(identities(document.included)).toEqual(['comments 4', 'people 9']);
  });

  test.each([
    ['FET-09 a missing parent', '/articles/99/relationships/author', 404, 'NOT_FOUND'],
    ['FET-09 an unknown relationship', '/articles/1/relationships/nope', 404, 'NOT_FOUND'],
    ['names of the language', '/articles/1/relationships/__proto__', 404, 'NOT_FOUND'],
    [
      'INC-07 a path that starts elsewhere',
      '/articles/1/relationships/comments?include=author',
      400,
      'RELATIONSHIP_PATH_UNKNOWN include',
    ],
    ['to-one does not have order', '/articles/1/relationships/author?sort=name', 400, 'PARAMETER_NOT_SUPPORTED sort'],
    [
      'AMB-13 include twice',
      '/articles/1/relationships/author?include=author&include=author',
      400,
      'PARAMETER_REPEATED include',
    ],
  ])('%s: %s gives %i', async (_, url, status, found) => {
    const answer = await send(server, `GET ${url}`);
    expect([answer.status, ...answer.problems]).toEqual([status, found]);
  });
});
