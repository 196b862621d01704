import { describe, expect, test } from 'vitest';
import type { Server } from '../pipeline/server.ts';
import { assertMountable, respondOutside, stripPrefix } from './mount.ts';

function serverAt(baseUrl: string | undefined): Server {
  return { baseUrl, bodyLimit: 10, handle: async () => ({ status: 204, headers: {} }) };
}

describe('assertMountable', () => {
  test.each(['', '/api', '/v1/api', '/a'])('takes %j', (prefix) => {
    expect(() => assertMountable(serverAt('/elsewhere'), prefix)).not.toThrow();
  });

  test.each(['api', '/', '/api/', 'https://example.com/api', '/api?x', '/api#x', '/api?', '/#'])(
    'rejects %j',
    (prefix) => {
      expect(() => assertMountable(serverAt('/api'), prefix)).toThrow(TypeError);
      expect(() => assertMountable(serverAt('/api'), prefix)).toThrow('begins with a slash');
    },
  );

  test.each([
    [undefined, 'undefined'],
    [null, 'null'],
    [{}, 'an object without handle'],
    [{ fetch: () => undefined }, 'an object without handle'],
    [Promise.resolve(serverAt('/api')), 'a promise: await it'],
    [() => undefined, 'a function'],
    ['server', 'a string'],
  ])('rejects the server %o by name', (given, name) => {
    for (const prefix of ['', '/api']) {
      expect(() => assertMountable(given as never, prefix)).toThrow(TypeError);
      expect(() => assertMountable(given as never, prefix)).toThrow(
        `server must be a server that createServer returned, but it is ${name}.`,
      );
    }
  });

  test('a server without a base URL has no prefix', () => {
    expect(() => assertMountable(serverAt(undefined), '')).not.toThrow();
    expect(() => assertMountable(serverAt(undefined), '/v1')).toThrow(TypeError);
    expect(() => assertMountable(serverAt(undefined), '/v1')).toThrow('createServer(api, sources, { baseUrl: "/v1" })');
  });
});

describe('stripPrefix', () => {
  test.each([
    ['/api/articles', '/articles'],
    ['/api/articles/a%2Fb?page[size]=5&x=%5B', '/articles/a%2Fb?page[size]=5&x=%5B'],
    ['/api', '/'],
    ['/api/', '/'],
    ['/api?a=/api', '/?a=/api'],
    ['/api#x', '/#x'],
    ['/api//articles', '//articles'],
    ['/api/../x', '/../x'],
    ['http://example.com:8080/api/articles?x', '/articles?x'],
    ['HTTPS://example.com/api', '/'],
  ])('%s below /api is %s', (target, url) => {
    expect(stripPrefix(target, '/api')).toBe(url);
  });

  test.each([
    '/apix',
    '/apix/articles',
    '/api%2Farticles',
    '/%61pi/articles',
    '/API/articles',
    '/v1/api/articles',
    '/?/api',
    '//api/articles',
    'api/articles',
    'http://example.com',
    'http://api/articles',
    '*',
    '',
  ])('%j is not below /api', (target) => {
    expect(stripPrefix(target, '/api')).toBeUndefined();
  });

  test('returns the path unchanged without a prefix', () => {
    expect(stripPrefix('/articles/%C3%A9?x=%zz', '')).toBe('/articles/%C3%A9?x=%zz');
    expect(stripPrefix('//example.com/articles', '')).toBe('//example.com/articles');
    expect(stripPrefix('http://example.com', '')).toBe('/');
    expect(stripPrefix('http://example.com?x', '')).toBe('/?x');
    expect(stripPrefix('*', '')).toBeUndefined();
  });
});

test('respondOutside is an error document', () => {
  const { status, headers, body = '' } = respondOutside();
  expect(status).toBe(404);
  expect(headers['Content-Type']).toBe('application/vnd.api+json');
  expect(JSON.parse(body)).toMatchObject({ errors: [{ status: '404', code: 'NOT_FOUND' }] });
});

test('a property of `Object.prototype` does not change the response', () => {
  const expected = respondOutside();
  const polluted = { negotiated: { contentType: 'text/html' }, links: { self: '/x' }, hooks: { localize: () => ({}) } };
  try {
    Object.assign(Object.prototype, polluted);
    expect(respondOutside()).toEqual(expected);
  } finally {
    for (const name of Object.keys(polluted)) Reflect.deleteProperty(Object.prototype, name);
  }
});
