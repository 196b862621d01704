import { defineProfile } from '@linkage/core';
import { describe, expect, test, vi } from 'vitest';
import { blog, blogSources } from '../../test/blog.ts';
import { type AnyDocument, blogServer, send } from '../../test/support.ts';
import { withRest } from '../../test/with-rest.ts';
import { createServer } from './create-server.ts';

const { server } = blogServer();
const media = 'application/vnd.api+json';

describe('methods', () => {
  test.each([
    ['/articles', 'HEAD, GET, POST, OPTIONS'],
    ['/articles/1', 'HEAD, GET, PATCH, DELETE, OPTIONS'],
    ['/articles/1/comments', 'HEAD, GET, OPTIONS'],
    ['/articles/1/relationships/comments', 'HEAD, GET, PATCH, POST, DELETE, OPTIONS'],
    ['/notes', 'HEAD, GET, OPTIONS'],
    ['/notes/1', 'OPTIONS'],
  ])('GEN-05 OPTIONS %s: 204 with Allow', async (url, allow) => {
    const { status, headers } = await send(server, `OPTIONS ${url}`, undefined, { accept: 'text/html' });
    const methods = allow.split(', ');
    expect([status, headers]).toEqual([
      204,
      {
        Allow: allow,
        ...(methods.includes('PATCH') ? { 'Accept-Patch': media } : {}),
        ...(methods.includes('POST') ? { 'Accept-Post': media } : {}),
        Vary: 'Accept',
      },
    ]);
  });

  test.each([
    ['AMB-16 PUT', 'PUT /articles/1', 'HEAD, GET, PATCH, DELETE, OPTIONS'],
    ['AMB-16 POST on a resource', 'POST /articles/1', 'HEAD, GET, PATCH, DELETE, OPTIONS'],
    ['AMB-16 DELETE on a collection', 'DELETE /articles', 'HEAD, GET, POST, OPTIONS'],
    ['GET where the source does not have a find', 'GET /notes/1', 'OPTIONS'],
    ['HEAD where the source does not have a find', 'HEAD /notes/1', 'OPTIONS'],
    ['names of methods have case', 'get /articles', 'HEAD, GET, POST, OPTIONS'],
    ['TRACE', 'TRACE /articles', 'HEAD, GET, POST, OPTIONS'],
    ['names of the language', '__proto__ /articles', 'HEAD, GET, POST, OPTIONS'],
    ['an empty method', ' /articles', 'HEAD, GET, POST, OPTIONS'],
  ])('GEN-05 405 with Allow: %s', async (_, line, allow) => {
    const { status, headers } = await send(server, line);
    expect([status, headers['Allow']]).toEqual([405, allow]);
  });

  test.each([
    ['PUT /articles/1', 'Allowed methods at this URL: HEAD, GET, PATCH, DELETE, OPTIONS.'],
    ['GET /notes/1', 'Resources of type "notes" cannot be fetched by id. Allowed methods at this URL: OPTIONS.'],
    ['GET /notes/1/about', 'Resources of type "notes" cannot be fetched by id. Allowed methods at this URL: OPTIONS.'],
    ['GET /people', 'Resources of type "people" cannot be listed. Allowed methods at this URL: OPTIONS.'],
  ])('405 says what is lacking: %s', async (line, detail) => {
    const { list: _list, create: _create, ...people } = blogSources().people;
    const { document } = await send(createServer(blog, { ...blogSources(), people }), line);
    expect(document.errors.map((error: AnyDocument) => error.detail)).toEqual([detail]);
  });

  test.each([
    ['GET', '/articles/1', 200],
    ['POST', '/articles', 400],
    ['DELETE', '/articles/1/relationships/comments', 400],
  ])('a body that is null is none: %s %s is %s', async (method, url, status) => {
    const received = { method, url, headers: { 'Content-Type': media }, body: null };
    expect((await blogServer().server.handle(received as never)).status).toBe(status);
  });

  test.each(['/articles?include=author', '/articles/1', '/articles/99', '/articles?sort=nope', '/nope'])(
    'FET-13 HEAD %s: the status and headers of GET, without a body',
    async (url) => {
      const get = await send(server, `GET ${url}`);
      const head = await send(server, `HEAD ${url}`);
      expect([head.status, head.headers, head.document]).toEqual([get.status, get.headers, undefined]);
    },
  );
});

describe('content negotiation', () => {
  test.each<[string, string, Readonly<Record<string, string>>, number]>([
    ['NEG-21 no Accept', 'GET /people', {}, 200],
    ['NEG-21 any', 'GET /people', { Accept: '*/*' }, 200],
    ['NEG-13 a parameter', 'GET /people', { Accept: `${media}; charset=utf-8` }, 406],
    ['NEG-12 one instance without', 'GET /people', { Accept: `${media}; charset=utf-8, ${media}` }, 200],
    ['NEG-14 an unsupported extension', 'GET /people', { Accept: `${media}; ext="https://example.com/x"` }, 406],
    ['AMB-10 another type', 'GET /people', { Accept: 'text/html' }, 406],
    ['NEG-23 a body of another type', 'POST /people', { 'Content-Type': 'application/json' }, 415],
    ['NEG-10 a parameter', 'POST /people', { 'Content-Type': `${media}; charset=utf-8` }, 415],
    [
      'NEG-11 an unsupported extension',
      'POST /people',
      { 'Content-Type': `${media}; ext="https://example.com/x"` },
      415,
    ],
    ['two lines of one field', 'POST /people', { 'Content-Type': media, 'content-type': media }, 415],
    ['AMB-26 415 goes before 406', 'POST /people', { 'Content-Type': 'text/plain', Accept: 'text/html' }, 415],
  ])('%s', async (_, line, headers, status) => {
    const request = {
      method: line.split(' ')[0]!,
      url: '/people',
      headers,
      body: line.startsWith('POST') ? '{}' : undefined,
    };
    expect((await server.handle(request)).status).toBe(status);
  });

  test('NEG-23 a body without a type: 415', async () => {
    expect((await send(server, 'POST /people', '{}', { 'content-type': undefined })).status).toBe(415);
  });

  test('a body on GET is not read, but must have the media type', async () => {
    expect((await send(server, 'GET /people', 'no JSON')).status).toBe(200);
    expect((await send(server, 'GET /people', '{}', { 'content-type': 'text/plain' })).status).toBe(415);
  });

  test('NEG-05 DOC-16 a profile is named in Content-Type, jsonapi and links', async () => {
    const profile = defineProfile({ uri: 'https://example.com/profile' });
    const { server: own } = blogServer({ profiles: [profile] });
    const accept = `${media};profile="${profile.uri} https://example.com/unknown"`;
    const { headers, document } = await send(own, 'GET /people?page[size]=1', undefined, { accept });
    expect(headers['Content-Type']).toBe(`${media}; profile="${profile.uri}"`);
    expect(document.jsonapi).toEqual({ version: '1.1', profile: [profile.uri] });
    expect(document.links.self).toEqual({ href: '/people?page%5Bsize%5D=1', type: headers['Content-Type'] });
  });

  test('NEG-11 NEG-14 no extension is executed yet, so none is supported', async () => {
    const ext = `${media};ext="https://jsonapi.org/ext/atomic"`;
    expect((await send(server, 'GET /people', undefined, { accept: ext })).status).toBe(406);
    expect((await send(server, 'POST /people', '{}', { 'content-type': ext })).status).toBe(415);
  });
});

test('without an `onError` hook, a failure is logged with the id in the response', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const failure = new Error('secret');
  const own = createServer(
    blog,
    withRest(blog, {
      people: {
        list() {
          throw failure;
        },
      },
    }),
  );
  const { status, document } = await send(own, 'GET /people');
  expect([status, JSON.stringify(document).includes('secret')]).toEqual([500, false]);
  expect(log.mock.calls).toEqual([[expect.stringContaining(document.errors[0].id), failure]]);
  log.mockRestore();
});

describe('a request that is not of the type `JsonApiRequest`', () => {
  const fields = 'an object whose members are headers, not `Headers`, a map, or an array';
  test.each([
    ['an object as url', { url: {} }, '`url` must be a string, such as "/articles", but it is an object.'],
    [
      'a URL',
      { url: new URL('https://a.b/people') },
      '`url` must be a string, such as "/articles", but it is an object.',
    ],
    ['no url', { url: undefined }, '`url` must be a string, such as "/articles", but it is undefined.'],
    ['a number as method', { method: 5 }, '`method` must be a string, such as "GET", but it is 5.'],
    ['no method', { method: undefined }, '`method` must be a string, such as "GET", but it is undefined.'],
    ['no headers', { headers: undefined }, `\`headers\` must be ${fields}, but it is undefined.`],
    ['null as headers', { headers: null }, `\`headers\` must be ${fields}, but it is null.`],
    ['a string as headers', { headers: 'a: b' }, `\`headers\` must be ${fields}, but it is "a: b".`],
    ['Headers', { headers: new Headers({ accept: media }) }, `\`headers\` must be ${fields}, but it is an object.`],
    ['pairs', { headers: [['accept', media]] }, `\`headers\` must be ${fields}, but it is an array of 1 element.`],
  ])('%s: onError gets a TypeError that says so', async (_, wrong, message) => {
    const failures: unknown[] = [];
    const { server: own } = blogServer({ onError: (failure: unknown) => failures.push(failure) });
    const { status } = await own.handle({ method: 'GET', url: '/people', headers: {}, ...(wrong as object) });
    expect([status, failures]).toEqual([500, [new TypeError(`server.handle: ${message}`)]]);
  });
});

describe('URLs', () => {
  test.each([
    ['/', 404],
    ['', 404],
    ['articles', 404],
    ['//evil.com/articles', 404],
    ['https://evil.com/articles', 404],
    ['/nope', 404],
    ['/__proto__', 404],
    ['/constructor', 404],
    ['/toString/1', 404],
    ['/articles/1/2/3/4', 404],
    ['/articles/%', 400],
    ['/articles/%ff', 400],
    ['/articles?sort=%ff', 400],
    [`/articles/${'1'.repeat(9000)}`, 414],
    ['/articles/\ud800', 404],
    ['/articles/1#fragment', 200],
    ['/ARTICLES', 404],
    ['/articles/%00', 404],
  ])('GET %s answers %i', async (url, status) => {
    expect((await send(server, `GET ${url}`)).status).toBe(status);
  });
});
