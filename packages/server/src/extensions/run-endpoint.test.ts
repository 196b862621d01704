import { defineApi, defineExtension } from '@linkage/core';
import { expect, test } from 'vitest';
import { createMemorySources } from '../memory/create-memory-sources.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { EndpointRequest, EndpointResponse } from './server-extension.ts';

const api = defineApi({ articles: { attributes: {} } });
const extension = defineExtension({ uri: 'https://example.com/e', namespace: 'e', members: {} });
const mediaType = `application/vnd.api+json; ext="${extension.uri}"`;

function send(run: (request: EndpointRequest) => EndpointResponse | Promise<EndpointResponse>) {
  const server = createServer(api, createMemorySources(api, { articles: [{ id: '1' }] }), {
    extensions: [{ extension, endpoints: [{ name: 'x', method: 'GET', path: '/x', statuses: [200], run }] }],
    onError: () => undefined,
    vary: ['Cookie'],
  });
  const get = (url: string, accept = mediaType) => server.handle({ method: 'GET', url, headers: { accept } });
  return { get };
}

test('an endpoint sets each header once, and `Vary` is merged', async () => {
  const headers = {
    vary: 'Origin',
    Vary: 'Cookie',
    'cache-control': 'public',
    'content-type': 'text/html',
    'content-length': '7',
    'Transfer-Encoding': 'gzip',
    'X-A': '1',
  };
  const expected = { 'X-A': '1', Vary: 'Origin, Cookie, Accept', 'Cache-Control': 'no-store' };
  const document = { meta: {} };
  expect((await send(() => ({ status: 204, headers })).get('/x')).headers).toEqual(expected);
  expect((await send(() => ({ status: 200, headers, document })).get('/x')).headers).toEqual({
    ...expected,
    'Content-Type': mediaType,
  });
});

test.each<[string, unknown]>([
  ['a line feed', { 'X-A': 'a\r\nSet-Cookie: b' }],
  ['a letter beyond ASCII', { 'X-A': 'ä' }],
  ['a space in a name', { 'X A': '1' }],
  ['no name', { '': '1' }],
  ['an object as a value', { 'X-A': { toString: () => '1' } }],
  ['a wrong `Vary`', { Vary: 'a\nb' }],
  ['a text instead of fields', 'X-A: 1'],
  ['pairs instead of fields', [['X-A', '1']]],
])('headers with %s are an error of the endpoint', async (_, headers) => {
  const { status, headers: sent } = await send(() => ({ status: 200, headers, document: { meta: {} } }) as never).get(
    '/x',
  );
  expect([status, Object.keys(sent).sort()]).toEqual([500, ['Cache-Control', 'Content-Type', 'Vary']]);
});

test('an operation that its target does not support is rejected, without the `Allow` of another URL', async () => {
  const run = async (request: EndpointRequest): Promise<EndpointResponse> => {
    await request.execute({ method: 'DELETE', target: { type: 'articles' }, pointer: '/operations/0' });
    return { status: 204 };
  };
  const { status, headers, body } = await send(run).get('/x');
  expect([status, headers['Allow']]).toEqual([403, undefined]);
  expect(JSON.parse(body ?? '').errors).toMatchObject([
    { status: '403', code: 'OPERATION_NOT_SUPPORTED', source: { pointer: '/operations/0' } },
  ]);
});

test('a relationship without the id of its resource is rejected, not read as the collection', async () => {
  const run = async (request: EndpointRequest): Promise<EndpointResponse> => {
    await request.execute({ method: 'GET', target: { type: 'articles', relationship: 'author' }, pointer: '/a' });
    return { status: 204 };
  };
  expect((await send(run).get('/x')).status).toBe(404);
});

/** Runs with these properties on `Object.prototype`. */
async function polluted<Result>(properties: Record<string, unknown>, run: () => Promise<Result>): Promise<Result> {
  Object.assign(Object.prototype, properties);
  try {
    return await run();
  } finally {
    for (const name of Object.keys(properties)) Reflect.deleteProperty(Object.prototype, name);
  }
}

test.each(['id', 'query', 'ifMatch', 'pointer', 'href', 'relationship', 'headers', 'document', 'signal', 'cause'])(
  'answers the same with `%s` on Object.prototype',
  async (name) => {
    const fetching = async (request: EndpointRequest): Promise<EndpointResponse> => {
      const { status } = await request.execute({ method: 'GET', target: { type: 'articles', id: '1' } });
      return { status, document: { meta: {} } };
    };
    const failing = async (request: EndpointRequest): Promise<EndpointResponse> => {
      const target = { type: 'articles', id: '9' };
      await request.transaction(['articles'], (inside) => inside.execute({ method: 'DELETE', target }));
      return { status: 204 };
    };
    const broken = (): EndpointResponse => {
      throw new Error('broken');
    };
    const ids = /"id":"[0-9a-f-]{36}"/;
    const answer = async (run: typeof fetching | typeof broken) => {
      const { status, headers, body } = await send(run).get('/x');
      return { status, headers: { ...headers }, body: body?.replace(ids, '"id":""') };
    };
    for (const run of [fetching, failing, () => ({ status: 204 }), broken]) {
      expect(await polluted({ [name]: '/polluted' }, () => answer(run))).toEqual(await answer(run));
    }
  },
);

test.each(['[]', '"text"', '5', 'null'])('a document that is not an object is rejected: %s', async (body) => {
  const run = ({ document }: EndpointRequest): EndpointResponse => ({
    status: 200,
    document: { meta: { ...document } },
  });
  const server = createServer(api, createMemorySources(api), {
    endpoints: [{ name: 'x', method: 'POST', path: '/-x', statuses: [200], run }],
  });
  const headers = { 'content-type': 'application/vnd.api+json' };
  const { status, body: text } = await server.handle({ method: 'POST', url: '/-x', headers, body });
  expect([status, JSON.parse(text ?? '').errors]).toMatchObject([
    400,
    [{ code: 'DOCUMENT_INVALID', detail: 'A request document must be an object.', source: { pointer: '' } }],
  ]);
  expect((await server.handle({ method: 'POST', url: '/-x', headers, body: '{"a":1}' })).status).toBe(200);
});
