import { describe, expect, test } from 'vitest';
import { blog } from '../../test/blog.ts';
import { type AnyDocument, blogServer, identities, send } from '../../test/support.ts';
import { createServer } from '../pipeline/create-server.ts';

const article = (rest: object = {}): AnyDocument => ({
  data: { type: 'articles', attributes: { title: 'New' }, ...rest },
});
const updateRelationship = (name: string, data: unknown): AnyDocument =>
  article({ relationships: { [name]: { data } } });
const idsOf = async (server: ReturnType<typeof blogServer>['server']): Promise<readonly string[]> =>
  identities((await send(server, 'GET /articles')).document.data);

describe('POST /{type}', () => {
  test('CRE-05 CRE-06 CRE-07 responds with 201, and Location is the self link of the resource', async () => {
    const { server } = blogServer();
    const { status, headers, document } = await send(server, 'POST /articles', article());
    expect(status).toBe(201);
    expect(document.data).toMatchObject({ type: 'articles', id: '4', attributes: { title: 'New', views: 0 } });
    expect(headers['Location']).toBe('/articles/4');
    expect(document.data.links.self).toBe(headers['Location']);
    expect(document.links.self).toBe(headers['Location']);
    const again = await send(server, `GET ${headers['Location']}`);
    expect(again.document.data).toEqual(document.data);
  });

  test('with a base URL Location and links begin with it', async () => {
    const { server } = blogServer({ baseUrl: 'https://example.com/api/' });
    const { headers, document } = await send(server, 'POST /articles', article());
    expect(headers['Location']).toBe('https://example.com/api/articles/4');
    expect(document.data.links.self).toBe(headers['Location']);
  });

  test('CRE-02 accepts a client-generated id if the type allows it, and encodes it in URLs', async () => {
    const { server } = blogServer();
    const person = { data: { type: 'people', id: 'ä/?#% 1', attributes: { name: 'Odd' } } };
    const { status, headers } = await send(server, 'POST /people', person);
    expect([status, headers['Location']]).toEqual([201, '/people/%C3%A4%2F%3F%23%25%201']);
    expect((await send(server, `GET ${headers['Location']}`)).document.data.id).toBe('ä/?#% 1');
  });

  test('CRE-03 INC-08 FLD-06 sets relationships, includes them, and applies fieldsets', async () => {
    const { server } = blogServer();
    const body = updateRelationship('comments', [
      { type: 'comments', id: '5' },
      { type: 'comments', id: '4' },
      { type: 'comments', id: '5' },
    ]);
    const { status, document } = await send(
      server,
      'POST /articles?include=comments.author&fields[articles]=comments&fields[people]=name',
      body,
    );
    expect(status).toBe(201);
    expect(document.data.attributes).toBeUndefined();
    expect(identities(document.data.relationships.comments.data)).toEqual(['comments 5', 'comments 4']);
    expect(identities(document.included).toSorted()).toEqual(['comments 4', 'comments 5', 'people 7', 'people 9']);
    // DOC-17: the document is that of the new resource.
    expect(document.links.self).toMatch(/^\/articles\/4\?include=comments.author&fields/);
  });

  test('does not assign an id twice, not even the id of a deleted resource', async () => {
    const { server } = blogServer();
    await send(server, 'POST /articles', article());
    await send(server, 'DELETE /articles/4');
    expect((await send(server, 'POST /articles', article())).document.data.id).toBe('5');
  });

  test('AMB-32 DOC-05 ignores unknown members of the document', async () => {
    const { server } = blogServer();
    const body = {
      ...article({ links: { self: '/evil' }, '@x': 1 }),
      included: [{ type: 'people', id: '1' }],
      '@y': [],
    };
    expect((await send(server, 'POST /articles', body)).status).toBe(201);
    const { document } = await send(server, 'GET /people');
    expect(document.data.length).toBe(3);
  });

  test.each<[string, unknown, number, readonly string[]]>([
    ['CRE-11 an id where none is allowed', article({ id: '77' }), 403, ['CLIENT_ID_FORBIDDEN /data/id']],
    ['CRE-11 an empty id where none is allowed', article({ id: '' }), 403, ['CLIENT_ID_FORBIDDEN /data/id']],
    ['CRE-11 a dot segment where none is allowed', article({ id: '..' }), 403, ['CLIENT_ID_FORBIDDEN /data/id']],
    ['CRE-11 a long one', article({ id: 'x'.repeat(256) }), 403, ['CLIENT_ID_FORBIDDEN /data/id']],
    ['RES-03 a number for an id', article({ id: 7 }), 400, ['DOCUMENT_INVALID /data/id']],
    ['CRE-15 another type', { data: { type: 'people' } }, 409, ['TYPE_CONFLICT /data/type']],
    ['AMB-17 no data', {}, 400, ['DOCUMENT_INVALID ']],
    ['no resource object', { data: [] }, 400, ['DOCUMENT_INVALID /data']],
    ['RES-01 no type', { data: { attributes: { title: 'x' } } }, 400, ['DOCUMENT_INVALID /data']],
    ['no document object', [], 400, ['DOCUMENT_INVALID ']],
    ['a required attribute is missing', { data: { type: 'articles' } }, 422, ['ATTRIBUTE_INVALID /data']],
    ['an invalid attribute', article({ attributes: { title: '' } }), 422, ['ATTRIBUTE_INVALID /data/attributes/title']],
    [
      'an attribute that is read-only',
      article({ attributes: { title: 'x', publishedAt: '2024-01-01T00:00:00Z' } }),
      403,
      ['FIELD_READ_ONLY /data/attributes/publishedAt'],
    ],
    [
      'an unknown attribute',
      article({ attributes: { title: 'x', nope: 1 } }),
      422,
      ['ATTRIBUTE_UNKNOWN /data/attributes/nope'],
    ],
    [
      'a name of the language',
      article({ attributes: { title: 'x', constructor: 1 } }),
      422,
      ['ATTRIBUTE_UNKNOWN /data/attributes/constructor'],
    ],
    [
      'an unknown relationship',
      updateRelationship('toString', null),
      422,
      ['RELATIONSHIP_UNKNOWN /data/relationships/toString'],
    ],
    [
      'a relationship that is read-only',
      updateRelationship('history', []),
      403,
      ['FIELD_READ_ONLY /data/relationships/history'],
    ],
    [
      'CRE-03 a relationship without data',
      article({ relationships: { author: {} } }),
      400,
      ['DOCUMENT_INVALID /data/relationships/author'],
    ],
    [
      'an array for to-one',
      updateRelationship('author', []),
      400,
      ['DOCUMENT_INVALID /data/relationships/author/data'],
    ],
    [
      'an identifier of another type',
      updateRelationship('author', { type: 'articles', id: '1' }),
      409,
      ['TYPE_CONFLICT /data/relationships/author/data/type'],
    ],
    [
      'CRE-13 a related resource that does not exist',
      updateRelationship('author', { type: 'people', id: '99' }),
      404,
      ['RELATED_RESOURCE_NOT_FOUND /data/relationships/author/data'],
    ],
    [
      'a local id of nothing that is created',
      updateRelationship('author', { type: 'people', lid: 'x' }),
      400,
      ['LOCAL_ID_UNKNOWN /data/relationships/author/data/lid'],
    ],
    [
      'CRE-11 ERR-04 several problems at once: the status that the text demands',
      article({ id: '1', attributes: { title: '', nope: 1 } }),
      403,
      [
        'CLIENT_ID_FORBIDDEN /data/id',
        'ATTRIBUTE_INVALID /data/attributes/title',
        'ATTRIBUTE_UNKNOWN /data/attributes/nope',
      ],
    ],
  ])('%s: nothing is created', async (_, body, status, found) => {
    const { server, calls } = blogServer();
    const answer = await send(server, 'POST /articles', body);
    expect([answer.status, ...answer.problems]).toEqual([status, ...found]);
    expect(calls.filter((call) => !call.includes('.find'))).toEqual([]);
  });

  test('rejects a local id of the resource itself if its source has no transactions', async () => {
    const { sources } = blogServer();
    const { transaction: _, ...people } = sources.people;
    const server = createServer(blog, { ...sources, people });
    const friend = { data: { type: 'people', lid: 'me' } };
    const person = { data: { type: 'people', lid: 'me', attributes: { name: 'x' }, relationships: { friend } } };
    const { status, problems } = await send(server, 'POST /people', person);
    expect([status, ...problems]).toEqual([403, 'OPERATION_NOT_SUPPORTED /data/relationships/friend/data']);
  });

  test.each([
    ['CRE-14 a taken id', '7', 409, 'RESOURCE_EXISTS /data/id'],
    ['AMB-07 an empty id', '', 400, 'DOCUMENT_INVALID /data/id'],
    ['an id that is too long for a URL', 'x'.repeat(256), 400, 'DOCUMENT_INVALID /data/id'],
    ['half a character', '\ud800', 400, 'DOCUMENT_INVALID /data/id'],
    ['a dot segment, which no URL can name', '..', 400, 'DOCUMENT_INVALID /data/id'],
  ])('%s is rejected', async (_, id, status, found) => {
    const { server } = blogServer();
    const answer = await send(server, 'POST /people', { data: { type: 'people', id, attributes: { name: 'x' } } });
    expect([answer.status, ...answer.problems]).toEqual([status, found]);
    expect((await send(server, 'GET /people')).document.data.length).toBe(3);
  });

  test.each([
    ['an unknown path', 'include=nope'],
    ['an unknown field', 'fields[articles]=nope'],
    ['sort', 'sort=title'],
    ['page', 'page[size]=1'],
  ])('problems of the query are found before anything is written: %s', async (_, query) => {
    const { server, calls } = blogServer();
    expect((await send(server, `POST /articles?${query}`, article())).status).toBe(400);
    expect(calls).toEqual([]);
  });

  test('CRE-04 does not write if the response cannot be created', async () => {
    const { server } = blogServer({ limits: { includedResources: 1 } });
    const before = await idsOf(server);
    const body = updateRelationship('comments', [
      { type: 'comments', id: '4' },
      { type: 'comments', id: '5' },
    ]);
    const { status, problems } = await send(server, 'POST /articles?include=comments', body);
    expect([status, ...problems]).toEqual([400, 'INCLUDED_TOO_MANY include']);
    expect(await idsOf(server)).toEqual(before);
  });

  test('CRE-12 a source without create: 403', async () => {
    const { server } = blogServer();
    const answer = await send(server, 'POST /notes', { data: { type: 'notes', attributes: { text: 'x' } } });
    expect([answer.status, ...answer.problems]).toEqual([403, 'OPERATION_NOT_SUPPORTED']);
  });
});
