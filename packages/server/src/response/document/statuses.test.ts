/** The headers and error codes of each status, in one table for reference. */
import { defineProfile, errorObject, JsonApiError } from '@linkage/core';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type AnyDocument, blogServer, send } from '../../../test/support.ts';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

const media = 'application/vnd.api+json';
const person = (rest: object = {}): AnyDocument => ({ data: { type: 'people', attributes: { name: 'x' }, ...rest } });
const article = (rest: object): AnyDocument => ({ data: { type: 'articles', id: '1', ...rest } });
const related = (type: string, id: string): AnyDocument => ({ author: { data: { type, id } } });

/** The request, the status, the minimum headers, and the error codes. */
const cases: readonly (readonly [string, string, AnyDocument, object, number, object, readonly string[]])[] = [
  ['FET-01', 'GET /articles', undefined, {}, 200, { 'Content-Type': media }, []],
  ['FET-02', 'GET /articles/1', undefined, {}, 200, { ETag: expect.stringContaining('-') }, []],
  ['FET-03', 'GET /articles/3/author', undefined, {}, 200, {}, []],
  ['FET-04', 'GET /articles/1/relationships/comments', undefined, {}, 200, {}, []],
  ['FET-08', 'GET /articles/99', undefined, {}, 404, {}, ['NOT_FOUND']],
  ['FET-09', 'GET /articles/99/relationships/author', undefined, {}, 404, {}, ['NOT_FOUND']],
  ['FET-09', 'GET /articles/1/relationships/nope', undefined, {}, 404, {}, ['NOT_FOUND']],
  ['FET-12', 'GET /articles/99/author', undefined, {}, 404, {}, ['NOT_FOUND']],
  ['FET-13', 'HEAD /articles/1', undefined, {}, 200, { 'Content-Type': media }, []],
  ['GEN-05', 'OPTIONS /articles', undefined, {}, 204, { Allow: 'HEAD, GET, POST, OPTIONS', 'Accept-Post': media }, []],
  ['CRE-06', 'POST /people', person({ id: '70' }), {}, 201, { Location: '/people/70' }, []],
  ['CRE-11', 'POST /articles', article({ attributes: { title: 'x' } }), {}, 403, {}, ['CLIENT_ID_FORBIDDEN']],
  [
    'CRE-13',
    'POST /people',
    person({ relationships: { friend: { data: { type: 'people', id: '99' } } } }),
    {},
    404,
    {},
    ['RELATED_RESOURCE_NOT_FOUND'],
  ],
  ['CRE-14', 'POST /people', person({ id: '7' }), {}, 409, {}, ['RESOURCE_EXISTS']],
  ['CRE-15', 'POST /people', person({ type: 'articles' }), {}, 409, {}, ['TYPE_CONFLICT']],
  ['CRE-12', 'POST /notes', person({ type: 'notes' }), {}, 403, {}, ['OPERATION_NOT_SUPPORTED']],
  ['UPD-05', 'PATCH /articles/1', article({ attributes: { title: 'x' } }), {}, 200, { Vary: 'Accept, Prefer' }, []],
  ['UPD-09', 'PATCH /notes/1', article({}), {}, 403, {}, ['OPERATION_NOT_SUPPORTED']],
  ['UPD-10', 'PATCH /articles/99', article({ id: '99' }), {}, 404, {}, ['NOT_FOUND']],
  [
    'UPD-11',
    'PATCH /articles/1',
    article({ relationships: related('people', '99') }),
    {},
    404,
    {},
    ['RELATED_RESOURCE_NOT_FOUND'],
  ],
  ['UPD-12', 'PATCH /articles/1', article({ id: '2' }), {}, 409, {}, ['ID_CONFLICT']],
  ['RUP-12', 'PATCH /articles/1/relationships/author', { data: null }, {}, 204, {}, []],
  ['RUP-13', 'POST /articles/1/relationships/author', { data: [] }, {}, 403, {}, ['OPERATION_NOT_SUPPORTED']],
  ['DEL-04', 'DELETE /articles/1', undefined, {}, 204, {}, []],
  ['DEL-05', 'DELETE /articles/99', undefined, {}, 404, {}, ['NOT_FOUND']],
  ['STA-01', 'GET /articles?include=nope', undefined, {}, 400, {}, ['RELATIONSHIP_PATH_UNKNOWN']],
  ['STA-01', 'POST /people', '{', {}, 400, {}, ['INVALID_JSON']],
  [
    'AMB-16',
    'PUT /articles/1',
    article({}),
    {},
    405,
    { Allow: 'HEAD, GET, PATCH, DELETE, OPTIONS' },
    ['METHOD_NOT_ALLOWED'],
  ],
  ['STA-04', 'GET /articles', undefined, { Accept: 'text/html' }, 406, {}, ['ACCEPT_UNSATISFIABLE']],
  ['GEN-05', 'PATCH /articles/1', article({}), { 'If-Match': '"x"' }, 412, {}, ['PRECONDITION_FAILED']],
  ['LIM-01', 'POST /people', ' '.repeat(3000), {}, 413, {}, ['BODY_TOO_LARGE']],
  ['LIM-01', `GET /articles/${'1'.repeat(9000)}`, undefined, {}, 414, {}, ['URL_TOO_LONG']],
  [
    'STA-06',
    'POST /people',
    '{}',
    { 'content-type': 'text/plain' },
    415,
    { 'Accept-Post': media },
    ['CONTENT_TYPE_UNSUPPORTED'],
  ],
  [
    'STA-06',
    'PATCH /people/7',
    '{}',
    { 'content-type': 'text/plain' },
    415,
    { 'Accept-Patch': media },
    ['CONTENT_TYPE_UNSUPPORTED'],
  ],
  ['STA-07', 'POST /people', person({ attributes: { name: 5 } }), {}, 422, {}, ['ATTRIBUTE_INVALID']],
  ['GEN-05', 'DELETE /comments/4', undefined, {}, 428, {}, ['PRECONDITION_REQUIRED']],
  ['GEN-05', 'GET /articles/1', undefined, { 'If-None-Match': '*' }, 304, { ETag: expect.any(String) }, []],
];

describe('statuses with their headers', () => {
  test.each(cases)('%s %s', async (_, line, body, headers, status, having, codes) => {
    const { server } = blogServer({ requireIfMatch: ['comments'], limits: { bodyBytes: 2000 } });
    const answer = await send(server, line, body, { ...headers });
    expect([answer.status, answer.headers]).toEqual([status, expect.objectContaining(having)]);
    expect((answer.document?.errors ?? []).map(({ code }: AnyDocument) => code)).toEqual(codes);
  });

  test.each(cases)('ERR-10 FET-13 %s %s: HEAD has the headers of GET', async (_, line, body, headers) => {
    if (!line.startsWith('GET ')) return;
    const { server } = blogServer();
    const get = await send(server, line, body, { ...headers });
    const head = await send(server, line.replace('GET', 'HEAD'), body, { ...headers });
    expect([head.status, head.headers]).toEqual([get.status, get.headers]);
  });

  test.each(['', '/api', 'https://example.com/api/'])(
    'CRE-07 with base URL %j Location is data.links.self and top-level self, and answers',
    async (baseUrl) => {
      const { server } = blogServer({ baseUrl });
      const host = { Host: 'evil.com', 'X-Forwarded-Host': 'evil.com', Forwarded: 'host=evil.com' };
      const { headers, document } = await send(server, 'POST /people', person({ id: 'a/b' }), host);
      const location = headers['Location'] as string;
      expect(location).toBe(`${baseUrl.replace(/\/$/, '')}/people/a%2Fb`);
      expect([document.data.links.self, document.links.self]).toEqual([location, location]);
      expect((await send(server, 'GET /people/a%2Fb')).document.data.id).toBe('a/b');
    },
  );
});

describe('links.self', () => {
  test.each([
    '/articles?sort=-views,title&filter[views][ge]=10&page[size]=2&include=author&fields[people]=name',
    '/articles/1?include=comments.author&fields%5Barticles%5D=title%2Ccomments',
    '/articles/1/comments?page[size]=1&page[number]=2&include=author',
    '/articles/1/relationships/comments?page[size]=2&include=comments.author',
    '/articles/1?include=',
    '/articles?filter[title]=a+b%26c%3D%C3%A9',
  ])('DOC-17 GET %s: self has its parameters, in their order, and leads to the same document', async (url) => {
    const { server } = blogServer();
    const { document, headers } = await send(server, `GET ${url}`);
    const again = await send(server, `GET ${document.links.self}`);
    expect([again.status, again.document]).toEqual([200, document]);
    expect(again.headers['ETag']).toBe(headers['ETag']);
    const names = [...new URLSearchParams(url.split('?')[1])];
    expect([...new URLSearchParams(document.links.self.split('?')[1])]).toEqual(names);
    // Some readers of URLs do not read a plus sign as a space.
    expect(document.links.self).not.toContain('+');
  });
});

describe('profiles', () => {
  const profile = defineProfile({ uri: 'https://example.com/profile' });
  const contentType = `${media}; profile="${profile.uri}"`;
  const accept = { Accept: `${media};profile="${profile.uri}"` };

  test.each([
    ['GET /people/7', undefined, 200],
    ['POST /people', person(), 201],
    ['PATCH /people/7', person({ id: '7' }), 200],
    ['GET /people/99', undefined, 404],
    ['GET /people?sort=nope', undefined, 400],
    ['POST /people', '{', 400],
    ['POST /people', person({ id: '7' }), 409],
    ['PATCH /people/7', person({ id: '7', attributes: { name: 5 } }), 422],
  ])('NEG-05 JAP-04 DOC-16 %s: Content-Type, jsonapi and self agree (%#)', async (line, body, status) => {
    const { server } = blogServer({ profiles: [profile] });
    const answer = await send(server, line, body, accept);
    expect([answer.status, answer.headers['Content-Type']]).toEqual([status, contentType]);
    expect(answer.document.jsonapi).toEqual({ version: '1.1', profile: [profile.uri] });
    if (status < 300) expect(answer.document.links.self).toMatchObject({ type: contentType });
  });

  test('NEG-05 a failure and an error of the context name the profile too', async () => {
    const reject = () => {
      throw new JsonApiError({ ...errorObject('NOT_FOUND', 'x'), status: '401' });
    };
    const fail = () => {
      throw new Error('secret');
    };
    for (const context of [reject, fail]) {
      const { headers, document } = await send(
        blogServer({ profiles: [profile], context }).server,
        'GET /people',
        undefined,
        accept,
      );
      expect([headers['Content-Type'], document.jsonapi.profile]).toEqual([contentType, [profile.uri]]);
    }
  });

  test('NEG-16 a response before negotiation names no profile', async () => {
    const { server } = blogServer({ profiles: [profile] });
    const { headers, document } = await send(server, 'GET /nope', undefined, accept);
    expect([headers['Content-Type'], document.jsonapi]).toEqual([media, { version: '1.1' }]);
  });
});
