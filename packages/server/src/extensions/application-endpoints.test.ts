import { describe, expect, test } from 'vitest';
import { blog, blogSources } from '../../test/blog.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { ExtensionEndpoint } from './server-extension.ts';

const media = 'application/vnd.api+json';
const rename: ExtensionEndpoint = {
  name: 'rename-article',
  method: 'POST',
  path: '/articles/{id}/-actions/rename',
  statuses: [200],
  async run({ placeholders: { id }, parameters, execute }) {
    const document = { data: { type: 'articles', id, attributes: { title: 'Renamed' } } };
    return execute({ method: 'PATCH', target: { type: 'articles', id }, query: parameters, document });
  },
};
const serve = (endpoints: readonly ExtensionEndpoint[], options = {}) =>
  createServer(blog, blogSources(), { endpoints, ...options });

async function post(url: string, given = {}, options = {}) {
  const headers = { 'content-type': 'application/vnd.api+json', ...given };
  const response = await serve([rename], options).handle({ method: 'POST', url, headers });
  return { ...response, document: response.body === undefined ? undefined : JSON.parse(response.body) };
}

describe('an endpoint of the application below a resource', () => {
  test('runs without an extension, and responds like the other URLs', async () => {
    const { status, headers, document } = await post('/articles/1/-actions/rename?fields[articles]=title');
    expect([status, headers['Content-Type']]).toEqual([200, media]);
    expect(document).toMatchObject({
      jsonapi: { version: '1.1' },
      data: { id: '1', attributes: { title: 'Renamed' } },
    });
  });

  test.each<[string, string, object, object, number, string]>([
    ['a missing resource', '/articles/99/-actions/rename', {}, {}, 404, 'NOT_FOUND'],
    ['an unknown parameter', '/articles/1/-actions/rename?nope=1', {}, {}, 400, 'PARAMETER_UNKNOWN'],
    [
      'another media type',
      '/articles/1/-actions/rename',
      { accept: `${media};ext="x:y"` },
      {},
      406,
      'ACCEPT_UNSATISFIABLE',
    ],
    ['an action that does not exist', '/articles/1/-actions/nope', {}, {}, 404, 'NOT_FOUND'],
    [
      'the access rules',
      '/articles/1/-actions/rename',
      {},
      { defaultAccess: 'allow', access: { articles: { update: () => false } } },
      403,
      'FORBIDDEN',
    ],
  ])('rejects %s with an error document', async (_, url, headers, options, status, code) => {
    const answer = await post(url, headers, options);
    expect([answer.status, answer.document.errors[0].code, answer.headers['Content-Type']]).toEqual([
      status,
      code,
      media,
    ]);
  });

  test('has 405 and OPTIONS with its methods', async () => {
    const server = serve([rename]);
    const url = '/articles/1/-actions/rename';
    const [get, options] = await Promise.all(
      ['GET', 'OPTIONS'].map((method) => server.handle({ method, url, headers: {} })),
    );
    expect([get?.status, get?.headers['Allow'], options?.status]).toEqual([405, 'POST, OPTIONS', 204]);
  });
});

test.each([
  '/articles/{id}/rename',
  '/articles/{id}',
  '/articles/-actions/rename',
  '/articles/{id}/{id}',
  '/{id}',
  '/{id}/-actions',
  '/{id}/{type}',
  '/reports/{no-pe}',
  '/reports/{}',
  '/reports/x{id}',
  '/{first}/{second}',
  '/{section}/1',
  'articles',
])('createServer rejects the path %s', (path) => {
  expect(() => serve([{ ...rename, path }])).toThrow('createServer: the path of the endpoint "rename-article" must');
});

test('an endpoint with fewer placeholders has precedence, whatever the order', async () => {
  const named = (path: string): ExtensionEndpoint => ({
    ...{ name: path, method: 'GET', path, statuses: [200] },
    run: () => ({ status: 200, document: { meta: { path } } }),
  });
  const server = serve([named('/reports/{id}'), named('/reports/-all')]);
  const pathOf = async (url: string) =>
    JSON.parse(String((await server.handle({ method: 'GET', url, headers: {} })).body)).meta.path;
  expect([await pathOf('/reports/1'), await pathOf('/reports/-all')]).toEqual(['/reports/{id}', '/reports/-all']);
});

describe('placeholders', () => {
  const reports: ExtensionEndpoint = {
    ...{ name: 'report', method: 'GET', path: '/reports/{year}/{month}', statuses: [200] },
    run: ({ placeholders }) => ({ status: 200, document: { meta: { placeholders } } }),
  };
  const get = async (url: string) => {
    const { status, body } = await serve([reports]).handle({ method: 'GET', url, headers: {} });
    return [status, status === 200 ? JSON.parse(String(body)).meta.placeholders : undefined];
  };

  test.each([
    ['/reports/2026/11', { year: '2026', month: '11' }],
    ['/reports/a%2Fb/%20', { year: 'a/b', month: ' ' }],
    ['/reports/constructor/articles', { year: 'constructor', month: 'articles' }],
  ])('%s has the values of its segments', async (url, values) => {
    expect(await get(url)).toEqual([200, values]);
  });

  test.each(['/reports/2026', '/reports/2026/', '/reports//11', '/reports/2026/11/1'])('%s is 404', async (url) => {
    expect(await get(url)).toEqual([404, undefined]);
  });

  test('of other names do not distinguish endpoints', () => {
    expect(() => serve([reports, { ...reports, path: '/reports/{a}/{b}' }])).toThrow('the same method and path');
    expect(() => serve([reports, { ...reports, path: '/reports/{a}/b' }])).not.toThrow();
  });

  test('can have any name for the id of a resource', () => {
    expect(() => serve([{ ...reports, path: '/articles/{article}/-x' }])).not.toThrow();
    expect(() => serve([{ ...reports, path: '/articles/{article}/x' }])).toThrow('path of a collection');
  });
});
