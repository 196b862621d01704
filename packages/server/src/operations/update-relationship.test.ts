import { describe, expect, test } from 'vitest';
import { blog } from '../../test/blog.ts';
import { type AnyDocument, blogServer, identities, send } from '../../test/support.ts';
import { withRest } from '../../test/with-rest.ts';
import { createServer } from '../pipeline/create-server.ts';

const comments = (...ids: readonly string[]): AnyDocument => ({ data: ids.map((id) => ({ type: 'comments', id })) });
const person = (id: string): AnyDocument => ({ data: { type: 'people', id } });

describe('PATCH /{type}/{id}/relationships/{relationship}', () => {
  test.each<[string, string, AnyDocument, readonly string[]]>([
    ['RUP-01 to-one is replaced', '/articles/1/relationships/author', person('9'), ['people 9']],
    ['RUP-01 null clears it', '/articles/1/relationships/author', { data: null }, []],
    [
      'RUP-02 to-many is replaced',
      '/articles/1/relationships/comments',
      comments('6', '4'),
      ['comments 6', 'comments 4'],
    ],
    ['RUP-02 an empty array clears it', '/articles/1/relationships/comments', comments(), []],
    [
      'AMB-33 a repeated identifier counts once',
      '/articles/1/relationships/comments',
      comments('6', '6'),
      ['comments 6'],
    ],
    [
      'polymorphic to-many',
      '/shelves/2/relationships/items',
      {
        data: [
          { type: 'articles', id: '1' },
          { type: 'comments', id: '6' },
        ],
      },
      ['articles 1', 'comments 6'],
    ],
    ['polymorphic to-one', '/comments/6/relationships/on', { data: { type: 'articles', id: '3' } }, ['articles 3']],
  ])('%s: RUP-12 204', async (_, url, body, linkage) => {
    const { server } = blogServer();
    const { status, document } = await send(server, `PATCH ${url}`, body);
    expect([status, document]).toEqual([204, undefined]);
    expect(identities((await send(server, `GET ${url}`)).document.data)).toEqual(linkage);
  });

  test('RUP-08 only the link changes', async () => {
    const { server } = blogServer();
    await send(server, 'PATCH /articles/1/relationships/comments', comments());
    expect((await send(server, 'GET /comments/4')).status).toBe(200);
  });

  test.each<[string, string, unknown, number, readonly string[]]>([
    ['a missing parent', '/articles/99/relationships/author', person('9'), 404, ['NOT_FOUND']],
    ['an unknown relationship', '/articles/1/relationships/nope', person('9'), 404, ['NOT_FOUND']],
    [
      'a related resource that does not exist',
      '/articles/1/relationships/author',
      person('99'),
      404,
      ['RELATED_RESOURCE_NOT_FOUND /data'],
    ],
    [
      'one of several does not exist',
      '/articles/1/relationships/comments',
      comments('4', '99'),
      404,
      ['RELATED_RESOURCE_NOT_FOUND /data/1'],
    ],
    ['another type', '/articles/1/relationships/author', comments('4').data[0], 400, ['DOCUMENT_INVALID ']],
    [
      'an identifier of another type',
      '/articles/1/relationships/comments',
      { data: [person('7').data] },
      409,
      ['TYPE_CONFLICT /data/0/type'],
    ],
    ['an array for to-one', '/articles/1/relationships/author', { data: [] }, 400, ['DOCUMENT_INVALID /data']],
    ['null for to-many', '/articles/1/relationships/comments', { data: null }, 400, ['DOCUMENT_INVALID /data']],
    ['AMB-17 no data', '/articles/1/relationships/comments', {}, 400, ['DOCUMENT_INVALID ']],
    [
      'UPD-09 a relationship that is read-only',
      '/articles/1/relationships/history',
      { data: [] },
      403,
      ['OPERATION_NOT_SUPPORTED'],
    ],
    [
      'a source without updateRelationship',
      '/notes/1/relationships/about',
      { data: null },
      403,
      ['OPERATION_NOT_SUPPORTED'],
    ],
    [
      'a query that cannot be answered',
      '/articles/1/relationships/author?include=comments',
      person('9'),
      400,
      ['RELATIONSHIP_PATH_UNKNOWN include'],
    ],
  ])('%s: nothing changes', async (_, url, body, status, found) => {
    const { server, calls } = blogServer({ limits: { linkageMembers: 3 } });
    const answer = await send(server, `PATCH ${url}`, body);
    expect([answer.status, ...answer.problems]).toEqual([status, ...found]);
    expect(calls.filter((call) => !call.includes('.find'))).toEqual([]);
  });

  test.each<[string, string, string, AnyDocument, readonly string[], readonly string[] | undefined]>([
    ['to-one with include', 'PATCH', 'author?include=author.friend', person('9'), ['people 9'], ['people 9']],
    ['fields alone', 'PATCH', 'author?fields[people]=name', person('8'), ['people 8'], undefined],
    [
      'to-many, sorted',
      'POST',
      'comments?sort=body',
      comments('6'),
      ['comments 6', 'comments 5', 'comments 4'],
      undefined,
    ],
    ['a page of it', 'DELETE', 'comments?page[size]=1', comments('4'), ['comments 5'], undefined],
  ])('INC-08 RUP-09 with query parameters the answer is the linkage after the change: %s', async (...given) => {
    const [, method, rest, body, linkage, included] = given;
    const { server } = blogServer();
    const { status, document } = await send(server, `${method} /articles/1/relationships/${rest}`, body);
    expect([status, identities(document.data)]).toEqual([200, linkage]);
    expect(document.included && identities(document.included)).toEqual(included);
    expect((await send(server, `GET ${document.links.self}`)).document).toEqual(document);
  });

  test('rejects more identifiers than allowed with 422', async () => {
    const { server } = blogServer({ limits: { linkageMembers: 2 } });
    const answer = await send(server, 'PATCH /articles/1/relationships/comments', comments('4', '5', '6'));
    expect([answer.status, ...answer.problems]).toEqual([422, 'LINKAGE_TOO_LARGE /data']);
  });
});

test('without `find`, the response cannot have data: parameters are rejected before the write', async () => {
  const written: unknown[] = [];
  const people = { updateRelationship: (...given: unknown[]) => written.push(given) > 0 };
  const server = createServer(blog, withRest(blog, { people } as never));
  const body = { data: null };
  const rejected = await send(server, 'PATCH /people/7/relationships/friend?include=friend', body);
  expect([rejected.status, rejected.problems]).toEqual([400, ['PARAMETER_NOT_SUPPORTED include']]);
  expect(written).toEqual([]);
  expect((await send(server, 'PATCH /people/7/relationships/friend', body)).status).toBe(204);
  expect(written).toHaveLength(1);
});
