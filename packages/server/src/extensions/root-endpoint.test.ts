import { errorObject, formatMediaType, JsonApiError, validateDocument } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { type Blog, blog, blogSources } from '../../test/blog.ts';
import type { AnyDocument } from '../../test/support.ts';
import { withRest } from '../../test/with-rest.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { ServerOptions } from '../pipeline/server-options.ts';

type Options = ServerOptions<unknown, Blog>;

async function ask(options: Options, line = 'GET /', headers: object = {}): Promise<AnyDocument> {
  const [method = '', url = ''] = line.split(' ');
  const server = createServer(blog, blogSources(), { root: true, onError: () => undefined, ...options });
  const response = await server.handle({ method, url, headers: headers as never });
  const document = response.body === undefined ? undefined : JSON.parse(response.body);
  if (document !== undefined) expect(validateDocument(document, { as: 'response' }).issues ?? []).toEqual([]);
  return { ...response, ...document, headers: response.headers };
}

const collectionsOf = async (options: Options): Promise<readonly string[]> =>
  Object.keys((await ask(options)).meta.collections);

const names = ['articles', 'people', 'comments', 'shelves', 'notes'];

describe('the root document', () => {
  test('links to all collections, below the base URL', async () => {
    const { status, meta, links, jsonapi, data } = await ask({
      baseUrl: 'https://example.com/api/',
      describedby: '/openapi',
    });
    expect([status, jsonapi.version, data]).toEqual([200, '1.1', undefined]);
    expect(links).toEqual({ self: 'https://example.com/api', describedby: '/openapi' });
    expect(meta.collections).toMatchObject({ articles: 'https://example.com/api/articles' });
    expect(Object.keys(meta.collections)).toEqual(names);
  });

  test('has the paths of `urls`, and its own meta beside that of all documents', async () => {
    const { meta, links } = await ask({
      root: { meta: { name: 'Blog' } },
      documents: { meta: ({ kind }) => ({ kind }) },
      urls: { collection: (type) => `/v1/${type}` },
    });
    expect([links.self, meta.name, meta.kind, meta.collections.notes]).toEqual(['/', 'Blog', 'endpoint', '/v1/notes']);
  });

  test.each<[string, number, string | undefined]>([
    ['HEAD /', 200, undefined],
    ['OPTIONS /', 204, 'HEAD, GET, OPTIONS'],
    ['POST /', 405, 'HEAD, GET, OPTIONS'],
    ['GET /?x=1', 400, undefined],
    ['GET /?include=author', 400, undefined],
    ['GET //', 404, undefined],
  ])('%s: %d', async (line, status, allow) => {
    const response = await ask({}, line);
    expect([response.status, response.headers['Allow']]).toEqual([status, allow]);
    if (line.startsWith('HEAD')) expect(response['body']).toBeUndefined();
  });

  test('is negotiated, and is 404 without the option', async () => {
    const wrong = { accept: `${formatMediaType()}; charset=utf-8` };
    expect((await ask({}, 'GET /', wrong)).status).toBe(406);
    const { headers } = await ask({});
    expect([headers['Content-Type'], headers['Vary'], headers['Cache-Control']]).toEqual([
      formatMediaType(),
      'Accept',
      'no-store',
    ]);
    expect((await ask({ root: false })).status).toBe(404);
  });

  test.each<[string, Options, readonly string[]]>([
    [
      'a rule that returns false',
      { defaultAccess: 'allow', access: { people: { read: () => false } } },
      names.filter((name) => name !== 'people'),
    ],
    [
      'conditions',
      { defaultAccess: 'allow', access: { people: { read: () => [{ field: 'name', values: ['x'] }] } } },
      names,
    ],
    ['a default of deny', { defaultAccess: 'deny', access: { people: { read: () => true } } }, ['people']],
    [
      'a rule that rejects the user',
      {
        defaultAccess: 'allow',
        access: {
          people: {
            read() {
              throw new JsonApiError(errorObject('UNAUTHORIZED', 'No.'));
            },
          },
        },
      },
      names.filter((name) => name !== 'people'),
    ],
  ])('links only what the user can read: %s', async (_, options, expected) => {
    expect(await collectionsOf(options)).toEqual(expected);
  });

  test('an unexpected failure of a rule is a 500', async () => {
    const read = (): never => {
      throw new Error('secret');
    };
    expect((await ask({ defaultAccess: 'allow', access: { people: { read } } })).status).toBe(500);
  });

  test('a type that cannot be listed is not linked', async () => {
    const { articles, people } = blogSources();
    const { list: _, ...unlisted } = people as Required<typeof people>;
    const server = createServer(blog, withRest(blog, { articles, people: unlisted } as never), { root: true });
    const { body = '' } = await server.handle({ method: 'GET', url: '/', headers: {} });
    expect(Object.keys(JSON.parse(body).meta.collections)).toEqual(['articles']);
  });

  test.each([5, 'yes', null])('the option must not be %j', (root) => {
    expect(() => createServer(blog, withRest(blog, {}), { root } as never)).toThrow(/root/);
  });
});
