import { describe, expect, test } from 'vitest';
import { problemsOf, requestOf, shop } from '../../test/http-requests.ts';
import { documentOptions } from './document-options.ts';
import { checkPreconditions, documentResponse, operationsResponse } from './document-response.ts';
import { readResourceRequest } from './read-requests.ts';
import { readUpdateRequest } from './write-requests.ts';

const media = 'application/vnd.api+json';
const text = '{"data":null}';
const get = (headers = {}, method = 'GET') =>
  readResourceRequest(shop, 'articles', requestOf(`${method} /articles/1`, undefined, headers));
const patch = (headers = {}) =>
  readUpdateRequest(
    shop,
    'articles',
    '1',
    requestOf('PATCH /articles/1', { data: { type: 'articles', id: '1' } }, headers),
  );
const tagOf = (version?: number) => documentResponse(get(), 200, text, { version }).headers['ETag'] ?? '';

describe('documentResponse', () => {
  test('has the headers of negotiation and of the application', () => {
    const headers = { Location: '/articles/1', Vary: 'Origin', 'Cache-Control': undefined };
    expect(documentResponse(get(), 404, text, { headers })).toEqual({
      status: 404,
      headers: { Location: '/articles/1', 'Content-Type': media, Vary: 'Origin, Accept' },
      body: text,
    });
  });

  test('a document as a value becomes text, and no document has no Content-Type', () => {
    expect(documentResponse(get(), 200, { data: null }).body).toBe(text);
    expect(documentResponse(get(), 204)).toEqual({ status: 204, headers: { Vary: 'Accept' } });
  });

  test('HEAD has the headers of GET', () => {
    const { body, ...others } = documentResponse(get(), 200, text);
    expect(documentResponse(get({}, 'HEAD'), 200, text)).toEqual(others);
    expect(body).toBe(text);
  });

  test('the tag of a GET contains its version, of which only a hash is seen', () => {
    expect(tagOf()).toMatch(/^"[\da-f]{16}"$/);
    expect(tagOf(7)).toMatch(/^"[\da-f]{16}-[\da-f]{16}"$/);
    expect(tagOf(8)).not.toBe(tagOf(7));
    expect(documentResponse(get(), 404, text).headers).not.toHaveProperty('ETag');
  });

  test('a write has a tag only with a version', async () => {
    const request = await patch();
    expect(documentResponse(request, 200, text).headers).not.toHaveProperty('ETag');
    expect(documentResponse(request, 200, text, { version: 7 }).headers['ETag']).toBe(tagOf(7));
    expect(documentResponse(request, 204, undefined, { version: 7 }).headers['ETag']).toMatch(/^"[\da-f]{16}-"$/);
  });

  test.each<[string, (tag: string) => object, status: number]>([
    ['the same tag', (tag) => ({ 'if-none-match': tag }), 304],
    ['the same tag, weak, as proxies make it', (tag) => ({ 'if-none-match': `W/${tag}` }), 304],
    ['any tag', () => ({ 'if-none-match': '*' }), 304],
    ['another tag', () => ({ 'if-none-match': '"x"' }), 200],
    ['the same tag in If-Match', (tag) => ({ 'if-match': tag }), 200],
  ])('%s', (_, headers, status) => {
    for (const version of [undefined, 7]) {
      const tag = tagOf(version);
      const given = { version, headers: { 'Content-Language': 'de', 'Cache-Control': 'no-cache' } };
      const response = documentResponse(get(headers(tag)), 200, text, given);
      const ofDocument = { 'Content-Type': media, 'Content-Language': 'de' };
      expect(response).toEqual({
        status,
        headers: { ETag: tag, Vary: 'Accept', 'Cache-Control': 'no-cache', ...(status === 200 ? ofDocument : {}) },
        ...(status === 200 ? { body: text } : {}),
      });
    }
  });

  test('If-Match of another version is 412', async () => {
    expect(await problemsOf(() => documentResponse(get({ 'if-match': '"x"' }), 200, text))).toEqual([
      412,
      'PRECONDITION_FAILED If-Match',
    ]);
  });

  test.each<[string, given: object, message: string]>([
    [
      'a field that the function sets',
      { headers: { 'content-type': 'text/html' } },
      '`headers` must not contain "content-type"',
    ],
    ['a line feed', { headers: { 'X-A': 'a\nb' } }, '`headers` must not contain "X-A"'],
    ['a version of another kind', { version: {} }, '`version` must be a string, a number'],
    ['an invalid date', { version: new Date('x') }, '`version` must be'],
    ['an unknown option', { etag: '"a"' }, 'documentResponse: unknown option "etag"'],
  ])('%s is a mistake of the program', (_, given, message) => {
    expect(() => documentResponse(get(), 200, text, given)).toThrow(message);
  });
});

describe('checkPreconditions', () => {
  const version = 7;
  test.each<[string, headers: object, problems: readonly unknown[]]>([
    ['none', {}, []],
    ['the tag of this version', { 'if-match': tagOf(version) }, []],
    ['the tag of another representation of this version', { 'if-match': tagOf(version).replace(/-.*"/, '-0123"') }, []],
    ['one of several tags', { 'if-match': `"x", ${tagOf(version)}` }, []],
    ['any version', { 'if-match': '*' }, []],
    ['a weak tag, which never matches', { 'if-match': `W/${tagOf(version)}` }, [412, 'PRECONDITION_FAILED If-Match']],
    ['the tag of an earlier version', { 'if-match': tagOf(6) }, [412, 'PRECONDITION_FAILED If-Match']],
    ['a tag without a version', { 'if-match': tagOf() }, [412, 'PRECONDITION_FAILED If-Match']],
    ['a version that must not be', { 'if-none-match': tagOf(version) }, [412, 'PRECONDITION_FAILED If-None-Match']],
    ['nothing must exist', { 'if-none-match': '*' }, [412, 'PRECONDITION_FAILED If-None-Match']],
  ])('%s', async (_, headers, problems) => {
    const request = await patch(headers);
    expect(await problemsOf(() => checkPreconditions(request, version))).toEqual(problems);
  });

  test('required: a write without If-Match is 428', async () => {
    const check = async (headers: object) => {
      const request = await patch(headers);
      return problemsOf(() => checkPreconditions(request, version, { required: true }));
    };
    expect(await check({})).toEqual([428, 'PRECONDITION_REQUIRED If-Match']);
    expect(await check({ 'if-match': tagOf(version) })).toEqual([]);
  });

  test('an unknown version matches no tag', async () => {
    const request = await patch({ 'if-match': tagOf(version) });
    expect(await problemsOf(() => checkPreconditions(request, undefined))).toEqual([
      412,
      'PRECONDITION_FAILED If-Match',
    ]);
  });
});

test('documentOptions: what the request decides, with and without a page or its URL', () => {
  const read = readResourceRequest(shop, 'articles', requestOf('GET /articles/1?include=author&fields[people]=name'));
  const { jsonapi, extensions } = read;
  const options = { include: ['author'], fields: { people: ['name'] }, jsonapi, extensions };
  expect(documentOptions(read)).toEqual(options);
  const page = { links: { self: '/articles' }, meta: { total: 1 } };
  expect(documentOptions(read, page)).toEqual({ ...options, ...page });
  const self = '/articles/1/relationships/author?include=author&fields%5Bpeople%5D=name';
  expect(documentOptions(read, `${self}#part`)).toEqual({ ...options, links: { self } });
  const [href, negotiated] = ['/articles/1', { ...read.negotiated, profiles: ['https://example.com/p'] }];
  const link = { href, type: negotiated.contentType };
  expect(documentOptions({ ...read, negotiated }, href)).toEqual({ ...options, links: { self: link } });
});

test('operationsResponse: 200 with the results, or 204 if all are empty', () => {
  const headers = { 'Cache-Control': 'no-store' };
  const { status, body = '' } = operationsResponse(get(), [{}, { data: null }]);
  expect([status, JSON.parse(body)]).toEqual([200, { jsonapi: get().jsonapi, 'atomic:results': [{}, { data: null }] }]);
  expect(operationsResponse(get(), [{}, {}], { headers })).toEqual({
    status: 204,
    headers: { ...headers, Vary: 'Accept' },
  });
});
