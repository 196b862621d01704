import { errorObject, JsonApiError } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { type Blog, blog, blogSources } from '../../../test/blog.ts';
import type { JsonApiResponse } from '../../http.ts';
import { createServer } from '../../pipeline/create-server.ts';
import type { ServerOptions } from '../../pipeline/server-options.ts';

type Options = ServerOptions<string, Blog>;

const failures: string[] = [];

function ask(options: Options, line: string, headers: Readonly<Record<string, string>> = {}): Promise<JsonApiResponse> {
  const [method = '', url = ''] = line.split(' ');
  failures.length = 0;
  const onError = (error: unknown) => failures.push((error as Error).message);
  return createServer(blog, blogSources(), { onError, ...options }).handle({ method, url, headers });
}

const language: Options = { headers: () => ({ 'Content-Language': 'en', Vary: 'Accept-Language, accept' }) };

describe('headers of the application', () => {
  test.each([
    ['GET /articles', 200],
    ['HEAD /articles/1', 200],
    ['DELETE /articles/1', 204],
    ['OPTIONS /articles', 204],
    ['GET /nothing', 404],
    ['PUT /articles', 405],
  ])('%s has them, also in an error response', async (line, status) => {
    const response = await ask({ ...language, vary: ['Authorization'] }, line);
    expect([response.status, response.headers['Content-Language']]).toEqual([status, 'en']);
    expect(response.headers['Vary']?.split(', ').sort()).toEqual(['Accept', 'Accept-Language', 'Authorization']);
  });

  test('a 304 response has none that describe a document', async () => {
    const { status, headers } = await ask(
      { headers: () => ({ 'Content-Language': 'en', RateLimit: 5 }) },
      'GET /articles',
      { 'if-none-match': '*' },
    );
    expect([status, headers['Content-Language'], headers['RateLimit']]).toEqual([304, undefined, '5']);
  });

  test.each([
    ['GET /articles/1?include=author,comments.author', 'articles-1'],
    ['GET /articles?include=author', 'articles-1'],
    ['GET /articles/1/relationships/author', 'people-'],
    ['GET /articles/1/author', 'people-'],
  ])('%s: the function receives the resources of the document, each once', async (line, first) => {
    const tags: Options = {
      headers: ({ resources }) => ({ 'Cache-Tag': resources.map(({ type, id }) => `${type}-${id}`).join(' ') }),
    };
    const { headers, body } = await ask(tags, line);
    const { data, included = [] } = JSON.parse(body ?? '');
    const all = [data, included].flat(2).map((it: { type: string; id: string }) => `${it.type}-${it.id}`);
    expect(headers['Cache-Tag']).toBe([...new Set(all)].join(' '));
    expect(headers['Cache-Tag']?.startsWith(first)).toBe(true);
  });

  // A cache replaces the fields that it keeps by those of a 304 (RFC 9111, section 3.2): without tags, a purge would not find the document.
  test.each([
    ['GET /articles/1?include=author', undefined],
    ['GET /articles?include=author', undefined],
    ['HEAD /articles/1', undefined],
    ['GET /articles/1/relationships/author', undefined],
    ['GET /people/7?fields[people]=name', 'by the version'],
  ])('%s: a 304 has the resources of the document that the client has (%s)', async (line, byVersion) => {
    const sources = blogSources();
    const versioned = { attributes: ['name'], find: sources.people.find };
    const people = byVersion === undefined ? sources.people : { ...sources.people, version: 'name', versioned };
    const server = createServer(blog, { ...sources, people } as typeof sources, {
      deployment: '1',
      headers: ({ resources }) => ({ 'Cache-Tag': resources.map(({ type, id }) => `${type}-${id}`).join(' ') }),
    });
    const [method = '', url = ''] = line.split(' ');
    const first = await server.handle({ method, url, headers: {} });
    const again = await server.handle({ method, url, headers: { 'if-none-match': first.headers['ETag'] ?? '' } });
    expect([again.status, again.headers['Cache-Tag']]).toEqual([304, first.headers['Cache-Tag']]);
    expect(first.headers['Cache-Tag']).toMatch(/^(articles|people)-\d/);
  });

  test.each(['GET /nothing', 'DELETE /articles/1', 'HEAD /nothing'])('%s: there are no resources', async (line) => {
    const { headers } = await ask({ headers: ({ resources }) => ({ 'X-Count': resources.length }) }, line);
    expect([headers['X-Count'], failures]).toEqual(['0', []]);
  });

  test('a field that is undefined is not sent', async () => {
    const { headers } = await ask({ headers: () => ({ 'X-Trace': undefined, 'X-Other': 'a' }) }, 'GET /articles');
    expect([Object.hasOwn(headers, 'X-Trace'), headers['X-Other'], failures]).toEqual([false, 'a', []]);
  });

  test('the function receives the URL, the status, the context, and the request', async () => {
    const seen: unknown[] = [];
    const spy: Options = {
      context: () => 'me',
      headers({ request, status, kind, type, relationship, context }) {
        seen.push([request.url, status, kind, type, relationship, context]);
        return undefined;
      },
    };
    await ask(spy, 'GET /articles/1/author');
    await ask({ ...spy, defaultAccess: 'allow', access: {} }, 'GET /nothing');
    await ask(
      { ...spy, context: () => Promise.reject(new JsonApiError(errorObject('UNAUTHORIZED', 'No.'))) },
      'GET /notes',
    );
    expect(seen).toEqual([
      ['/articles/1/author', 200, 'related', 'articles', 'author', 'me'],
      ['/nothing', 404, undefined, undefined, undefined, 'me'],
      ['/notes', 401, 'collection', 'notes', undefined, undefined],
    ]);
  });

  test('a field of the response is kept', async () => {
    const thrown = new JsonApiError(errorObject('UNAUTHORIZED', 'No.'), { headers: { 'www-authenticate': 'Bearer' } });
    const context = (): string => {
      throw thrown;
    };
    const { headers } = await ask({ context, headers: () => ({ 'WWW-Authenticate': 'Basic' }) }, 'GET /articles');
    expect([headers['www-authenticate'], headers['WWW-Authenticate']]).toEqual(['Bearer', undefined]);
  });

  test.each<[string, () => unknown, string]>([
    ['replaces a field of the server', () => ({ eTag: '"1"' }), 'because the server sets it'],
    ['frames the body', () => ({ 'Content-Length': 1 }), 'because the server sets it'],
    ['returns a name that is not valid', () => ({ 'a b': 'x' }), 'must have a valid name'],
    ['splits the response', () => ({ 'X-A': 'a\r\nX-B: b' }), 'must have a valid name'],
    ['returns another value', () => ({ 'X-A': {} }), 'must have a valid name'],
    ['returns a name twice', () => ({ 'X-A': 'a', 'x-a': 'b' }), 'must return each field once'],
    ['returns a promise', () => Promise.reject(new Error('x')), 'it returned a promise'],
    ['returns no object', () => 'x', 'must return an object or undefined'],
    [
      'throws',
      () => {
        throw new Error('hook');
      },
      'hook',
    ],
  ])('a function that %s is reported, and the response has no fields of it', async (_, wrong, message) => {
    const plain = await ask({}, 'GET /articles');
    const response = await ask({ headers: wrong as never }, 'GET /articles');
    expect(response).toEqual(plain);
    expect(failures[0]).toContain(message);
  });
});
