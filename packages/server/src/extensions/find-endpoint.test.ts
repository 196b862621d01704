import { createUrlScheme, defineApi, defineExtension, formatMediaType, type UrlSchemeOptions } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { withRest } from '../../test/with-rest.ts';
import { createMemorySources } from '../memory/create-memory-sources.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { EndpointResponse } from './server-extension.ts';

const api = defineApi({ articles: { attributes: {} }, people: { attributes: {} } });
const extension = defineExtension({ uri: 'https://example.com/e', namespace: 'e', members: {} });
const below: UrlSchemeOptions = { collection: (type) => `/v1/${type}` };
const renamed: UrlSchemeOptions = { collection: (type) => (type === 'people' ? '/person' : '/text/articles') };

function serve(path: string, { collection }: UrlSchemeOptions, answer: EndpointResponse = { status: 204 }) {
  const endpoint = { name: 'x', method: 'GET', path, statuses: [200], run: () => answer } as const;
  return createServer(api, createMemorySources(api, { articles: [{ id: '1' }], people: [{ id: '1' }] }), {
    urls: collection && { collection },
    extensions: [{ extension, endpoints: [endpoint] }],
    vary: ['Cookie'],
  });
}

describe('the path of an endpoint does not take the URL of a resource', () => {
  test.each<[string, UrlSchemeOptions]>([
    ['/articles', {}],
    ['/articles/bulk', {}],
    ['/{type}', {}],
    ['/{type}/bulk', {}],
    ['/v1/articles', below],
    ['/v1/articles/1/bulk/of/some/depth', below],
    ['/v1/{type}', below],
    ['/v1/{type}/bulk', below],
    ['/person', renamed],
    ['/person/x', renamed],
    ['/text/{type}', renamed],
    ['/text/{any}', renamed],
    ['/{any}/articles', renamed],
    ['/{any}/articles/{id}/x', renamed],
  ])('%s is rejected (%#)', (path, options) => {
    expect(() => serve(path, options)).toThrow(/must not begin with the path of a collection.*with a hyphen/);
  });

  test.each<[string, UrlSchemeOptions]>([
    ['/operations', {}],
    ['/bulk/{type}', {}],
    ['/articles/bulk', below],
    ['/v1/operations', below],
    ['/people', renamed],
    ['/text', renamed],
  ])('%s is answered where no collection is (%#)', async (path, options) => {
    const accept = `application/vnd.api+json; ext="${extension.uri}"`;
    const url = path.replace('{type}', 'people');
    expect((await serve(path, options).handle({ method: 'GET', url, headers: { accept } })).status).toBe(204);
    const collection = createUrlScheme(api, options).collection('people');
    expect((await serve(path, options).handle({ method: 'GET', url: collection, headers: {} })).status).toBe(200);
  });
});

test('two endpoints cannot have the same method and path', () => {
  const endpoint = { name: 'x', method: 'POST', path: '/bulk', statuses: [204], run: () => ({ status: 204 }) } as const;
  const open = (...endpoints: readonly object[]) =>
    createServer(api, withRest(api, {}), { extensions: [{ extension, endpoints: endpoints as never }] });
  expect(() => open(endpoint, { ...endpoint, name: 'y' })).toThrow(
    'two endpoints must not have the same method and path',
  );
  expect(() => open(endpoint, { ...endpoint, method: 'PATCH' })).not.toThrow();
});

test.each([['maybe'], [true], [null]])('`defaultAccess` must not be %j', (defaultAccess) => {
  expect(() => createServer(api, withRest(api, {}), { defaultAccess: defaultAccess as never })).toThrow(TypeError);
});

describe('an endpoint of an extension that the request does not apply', () => {
  const plain = 'application/vnd.api+json';
  const open = (method: 'GET' | 'POST' | 'PATCH') => {
    const endpoint = { name: 'x', method, path: '/x', statuses: [204], run: () => ({ status: 204 }) } as const;
    return createServer(api, withRest(api, {}), { extensions: [{ extension, endpoints: [endpoint] }] });
  };
  const needed = `${plain}; ext="${extension.uri}"`;

  test.each([
    ['GET', undefined, 406, 'ACCEPT_UNSATISFIABLE', 'Accept', undefined],
    ['POST', plain, 415, 'CONTENT_TYPE_UNSUPPORTED', 'Content-Type', 'Accept-Post'],
    ['PATCH', plain, 415, 'CONTENT_TYPE_UNSUPPORTED', 'Content-Type', 'Accept-Patch'],
  ] as const)('%s with the content type %s is %d', async (method, contentType, status, code, header, name) => {
    const sent = contentType === undefined ? {} : { headers: { 'content-type': contentType }, body: '{}' };
    const response = await open(method).handle({ method, url: '/x', headers: {}, ...sent });
    expect(response.status).toBe(status);
    expect(JSON.parse(response.body ?? '').errors).toMatchObject([{ code, source: { header } }]);
    const { 'Accept-Post': post, 'Accept-Patch': patch } = response.headers;
    const expected = formatMediaType({ extensions: [extension.uri], profiles: [] });
    expect({ post, patch }).toEqual({
      post: name === 'Accept-Post' ? expected : undefined,
      patch: name === 'Accept-Patch' ? expected : undefined,
    });
  });

  test.each([
    ['GET', { accept: needed }],
    ['PATCH', { accept: needed, 'content-type': needed }],
  ] as const)('%s with the extension is answered', async (method, headers) => {
    const body = method === 'GET' ? undefined : '{}';
    expect((await open(method).handle({ method, url: '/x', headers, body })).status).toBe(204);
  });
});
