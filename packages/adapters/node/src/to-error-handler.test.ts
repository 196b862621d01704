import { errorObject, JsonApiError } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { createArticles, mediaType } from '../../../server/test/adapter-suite.ts';
import { express, frameworks, listen, type Middleware } from '../test/hosts.ts';
import { toErrorHandler } from './to-error-handler.ts';
import { toNodeHandler } from './to-node-handler.ts';

const server = createArticles();

/** An error as `http-errors` makes them. */
const withStatus = (status: number, more: object = {}) => Object.assign(new Error('secret'), { status, ...more });

const fail = (): never => {
  throw new Error('secret');
};

const thrower =
  (thrown: unknown): Middleware =>
  (_: never, __: never, next: (error: unknown) => void) =>
    next(thrown);

async function respond(name: string, thrown: unknown, path = '/api/articles') {
  const reported: (readonly [unknown, string])[] = [];
  const onError = (error: unknown, id: string) => void reported.push([error, id]);
  const handler = toErrorHandler(server, { prefix: '/api', onError });
  const plain: Middleware = (error: unknown, _: never, response: { end: (body: string) => void }, _next: never) =>
    response.end(`plain ${error}`);
  const app = (frameworks[name] as (typeof frameworks)[string])(thrower(thrown), handler, plain);
  const host = await listen(app);
  const response = await fetch(host.origin + path);
  const body = await response.text();
  host.close();
  return { status: response.status, headers: response.headers, body, reported };
}

describe.each(Object.keys(frameworks))('in %s', (name) => {
  test.each<[string, unknown, number, object]>([
    [
      'a JsonApiError',
      new JsonApiError(errorObject('FORBIDDEN', 'Log in.'), { headers: { 'WWW-Authenticate': 'Bearer' } }),
      403,
      { code: 'FORBIDDEN', detail: 'Log in.' },
    ],
    [
      'an error with a status',
      withStatus(401, { headers: { 'WWW-Authenticate': 'Bearer', Age: 1 } }),
      401,
      { status: '401', title: 'Unauthorized' },
    ],
    [
      'an error with a statusCode',
      Object.assign(new Error('secret'), { statusCode: 429, headers: { 'WWW-Authenticate': 'Bearer' } }),
      429,
      { title: 'Too Many Requests' },
    ],
  ])('%s keeps its status and headers', async (_, thrown, status, error) => {
    const response = await respond(name, thrown);
    expect([response.status, response.headers.get('content-type')]).toEqual([status, mediaType]);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    expect(JSON.parse(response.body).errors).toEqual([expect.objectContaining(error)]);
    expect(response.body).not.toContain('secret');
    expect(response.reported).toEqual([]);
  });

  test.each<[string, unknown, number]>([
    ['an error', new Error('secret'), 500],
    ['a text', 'secret', 500],
    ['an error with a status that is not one of an error', withStatus(200), 500],
    ['an error with a status out of range', withStatus(999), 500],
    ['an error with a server status', withStatus(503), 503],
  ])('%s is reported, with the id in the response', async (_, thrown, status) => {
    const response = await respond(name, thrown);
    expect([response.status, response.headers.get('content-type')]).toEqual([status, mediaType]);
    const [error] = JSON.parse(response.body).errors;
    expect(error.status).toBe(String(status));
    expect(response.reported).toEqual([[thrown, error.id]]);
    expect(response.body).not.toContain('secret');
  });

  test('an error outside the prefix goes to the next error handler', async () => {
    expect(await respond(name, 'outside', '/other')).toMatchObject({ body: 'plain outside', reported: [] });
  });
});

test.each([
  ['malformed JSON', express.json({ type: '*/*' }), '{', 400, 'INVALID_JSON'],
  ['a large body', express.json({ type: '*/*', limit: 1 }), '{ }', 413, 'BODY_TOO_LARGE'],
])('%s that a body parser of Express rejects', async (_, parser, body, status, code) => {
  const app = express().use(parser).use(toNodeHandler(server)).use(toErrorHandler(server));
  const host = await listen(app);
  const headers = { 'Content-Type': mediaType };
  const response = await fetch(`${host.origin}/articles`, { method: 'POST', body, headers });
  expect([response.status, response.headers.get('content-type')]).toEqual([status, mediaType]);
  expect(await response.json()).toMatchObject({ errors: [{ status: String(status), code }] });
  host.close();
});

test.each([
  ['an error', () => ({ status: 401, message: 'secret' }), 401],
  ['an error with a getter that throws', () => Object.defineProperty({}, 'status', { get: fail }), 500],
  ['a proxy', () => new Proxy({}, { get: fail, getPrototypeOf: fail, has: fail }), 500],
])('%s after headers of another body: a complete document', async (_, make, status) => {
  const others = { 'Content-Length': '5', 'Content-Encoding': 'gzip', 'Content-Range': 'bytes 0-4/9', ETag: '"a"' };
  const app = express()
    .use(((_request: never, response: { set: (fields: object) => void }, next: (error: unknown) => void) => {
      response.set(others);
      next(make());
    }) as never)
    .use(toErrorHandler(server, { onError: () => undefined }));
  const host = await listen(app);
  const response = await fetch(host.origin);
  expect([response.status, response.headers.get('content-type')]).toEqual([status, mediaType]);
  expect(await response.json()).toMatchObject({ errors: [{ status: String(status) }] });
  for (const name of ['Content-Encoding', 'Content-Range', 'ETag']) expect(response.headers.get(name)).toBeNull();
  host.close();
});

test('a hook that fails does not prevent the response', async () => {
  const onError = () => {
    throw new Error('hook');
  };
  for (const thrown of [new Error('x'), withStatus(502)]) {
    const app = express()
      .use(thrower(thrown) as never)
      .use(toErrorHandler(server, { onError }));
    const host = await listen(app);
    expect((await fetch(host.origin)).headers.get('content-type')).toBe(mediaType);
    host.close();
  }
});

test('cannot be mounted', () => {
  expect(() => toErrorHandler(undefined as never)).toThrow('server must be a server');
  expect(() => toErrorHandler(server, { prefix: 'api' })).toThrow(TypeError);
});
