import { validateDocument } from '@linkage/core';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type AnyDocument, blogServer, send } from '../../../test/support.ts';
import type { ServerOptions } from '../../pipeline/server-options.ts';
import type { Cacheable } from '../headers/cacheable.ts';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

describe('Cache-Control', () => {
  const cacheControlOf = async (line: string, cacheControl: ServerOptions['cacheControl'], body?: AnyDocument) =>
    (await send(blogServer({ cacheControl }).server, line, body)).headers['Cache-Control'];

  test.each([
    ['GET /articles/1', 'private, no-cache'],
    ['HEAD /articles', 'private, no-cache'],
    ['GET /nope', 'no-store'],
    ['GET /articles/99', 'no-store'],
    ['PUT /articles/1', 'no-store'],
    ['OPTIONS /articles', undefined],
    ['DELETE /articles/1', undefined],
  ])('%s: %s', async (line, value) => {
    expect(await cacheControlOf(line, undefined)).toBe(value);
  });

  test('the hook receives the kind of the response and the context', async () => {
    const asked: Cacheable[] = [];
    const { server } = blogServer({
      context: () => 'ann',
      cacheControl: (answer) => {
        asked.push(answer);
        return answer.kind === 'collection' ? 'public, max-age=60' : undefined;
      },
    });
    const urls = ['/articles', '/articles/1', '/articles/1/author', '/articles/1/relationships/comments'];
    const values: unknown[] = [];
    for (const url of urls) values.push((await send(server, `GET ${url}`)).headers['Cache-Control']);
    expect(values).toEqual(['public, max-age=60', 'private, no-cache', 'private, no-cache', 'private, no-cache']);
    expect(asked).toEqual([
      { kind: 'collection', type: 'articles', relationship: undefined, context: 'ann' },
      { kind: 'resource', type: 'articles', relationship: undefined, context: 'ann' },
      { kind: 'related', type: 'articles', relationship: 'author', context: 'ann' },
      { kind: 'relationship', type: 'articles', relationship: 'comments', context: 'ann' },
    ]);
  });

  test('is not called for errors and writes', async () => {
    const body = { data: { type: 'articles', id: '1', attributes: { title: 'x' } } };
    expect(await cacheControlOf('GET /articles/99', () => 'public')).toBe('no-store');
    expect(await cacheControlOf('PATCH /articles/1', () => 'public', body)).toBeUndefined();
  });

  test('a 304 has the same value', async () => {
    const { server } = blogServer({ cacheControl: () => 'max-age=5' });
    const { headers } = await send(server, 'GET /articles', undefined, { 'If-None-Match': '*' });
    expect(headers['Cache-Control']).toBe('max-age=5');
  });

  const shared = ['public, max-age=60', 'max-age=1, s-maxage=60', 'PUBLIC', 'max-age=60', 'must-revalidate', ''];
  test.each([...shared, 'private="set-cookie", max-age=60', 'x="a, private, b"'])(
    '%s with access rules: 500, unless `vary` says who gets the response',
    async (value) => {
      const access = { articles: { read: () => true } };
      const options = { access, defaultAccess: 'allow', cacheControl: () => value } as ServerOptions;
      const statusOf = async (given: ServerOptions) => (await send(blogServer(given).server, 'GET /articles')).status;
      expect([await statusOf(options), await statusOf({ cacheControl: () => value })]).toEqual([500, 200]);
      expect([
        await statusOf({ ...options, vary: ['Accept-Language'] }),
        await statusOf({ ...options, vary: [] }),
      ]).toEqual([200, 200]);
      for (const kept of ['private, max-age=60', 'max-age=60, Private', 'no-store', 'no-cache'])
        expect([kept, await statusOf({ ...options, cacheControl: () => kept })]).toEqual([kept, 200]);
    },
  );

  test.each(['a\r\nX: y', 'é', '\u0000'])('%j cannot stand in a header: 500', async (value) => {
    expect((await send(blogServer({ cacheControl: () => value }).server, 'GET /articles')).status).toBe(500);
  });
});

describe('describedby', () => {
  const linkOf = async (line: string, describedby: ServerOptions['describedby'], body?: AnyDocument) =>
    (await send(blogServer({ describedby }).server, line, body)).document.links.describedby;
  const byType = (type: string) => (type === 'comments' ? undefined : `/schemas/${type}.json`);

  test.each([
    ['GET /articles', '/schemas/articles.json'],
    ['GET /articles/1', '/schemas/articles.json'],
    ['GET /articles/1/author', '/schemas/people.json'],
    ['GET /articles/1/relationships/author', '/schemas/articles.json'],
    ['GET /articles/1/comments', undefined],
    ['GET /shelves/1/items', undefined],
  ])('DOC-19 %s: by the type of its document', async (line, link) => {
    expect(await linkOf(line, byType)).toBe(link);
  });

  test('DOC-19 one URL for all types, also in responses to writes', async () => {
    const body = { data: { type: 'people', attributes: { name: 'x' } } };
    expect(await linkOf('GET /articles/1/comments', '/openapi.json')).toBe('/openapi.json');
    expect(await linkOf('POST /people', '/openapi.json', body)).toBe('/openapi.json');
  });

  const comment = { data: { type: 'comments', attributes: { title: 'x' } } };

  test.each<[string, ServerOptions['describedby'], number, string | undefined, AnyDocument?]>([
    ['GET /articles/nope', byType, 404, '/schemas/articles.json'],
    ['GET /articles?sort=nope', byType, 400, '/schemas/articles.json'],
    ['POST /articles', byType, 409, '/schemas/articles.json', comment],
    ['PUT /articles/1', byType, 405, '/schemas/articles.json'],
    ['GET /articles/1/comments?sort=nope', byType, 400, undefined],
    ['GET /missing', byType, 404, undefined],
    ['GET /missing', '/openapi.json', 404, '/openapi.json'],
    ['GET /articles/nope', '/openapi.json', 404, '/openapi.json'],
    ['GET /articles/nope', () => 'no url', 404, undefined],
    ['GET /articles/nope', () => null as never, 404, undefined],
    ['GET /articles/nope', (() => Promise.reject(new Error('late'))) as never, 404, undefined],
    [
      'GET /articles/nope',
      () => {
        throw new Error('describedby');
      },
      404,
      undefined,
    ],
  ])('DOC-13 DOC-19 in error documents: %s', async (line, describedby, status, link, body) => {
    const answer = await send(blogServer({ describedby }).server, line, body);
    expect(answer.status).toBe(status);
    expect(answer.document.links).toEqual(link === undefined ? undefined : { describedby: link });
    expect(validateDocument(answer.document, { as: 'response' }).issues).toBe(undefined);
  });

  test('DOC-19 one URL for all types, also for documents with several types', async () => {
    expect(await linkOf('GET /shelves/1/items', '/openapi.json')).toBe('/openapi.json');
  });

  test('createServer rejects a description that is not a URL', () => {
    expect(() => blogServer({ describedby: 'no url' })).toThrow(
      new TypeError('createServer: `describedby` must be a URL, or a function that returns a URL.'),
    );
  });

  test('DOC-19 without the option, documents have no describedby link', async () => {
    expect((await send(blogServer().server, 'GET /articles')).document.links).not.toHaveProperty('describedby');
  });
});
