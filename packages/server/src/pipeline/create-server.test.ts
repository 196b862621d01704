import { errorObject, JsonApiError } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { blog, blogSources } from '../../test/blog.ts';
import { blogServer, send } from '../../test/support.ts';
import { withRest } from '../../test/with-rest.ts';
import type { ServerLimits } from '../request/limits.ts';
import { createServer } from './create-server.ts';
import { defineContext } from './define-context.ts';
import type { ServerOptions } from './server-options.ts';

describe('createServer', () => {
  test('is frozen, and contains the values that adapters need', () => {
    const server = createServer(blog, blogSources(), { baseUrl: '/api', limits: { bodyBytes: 5 } });
    expect(server).toMatchObject({ baseUrl: '/api', bodyLimit: 5 });
    expect(Object.isFrozen(server)).toBe(true);
  });

  test.each<[string, object, string]>([
    ['a source for a type there is not', { nope: {} }, 'createServer: sources: unknown resource type "nope"'],
    ['a source that is not an object', { articles: null }, 'createServer: `sources.articles` must be an object'],
  ])('rejects %s', (_, sources, message) => {
    expect(() => createServer(blog, { ...blogSources(), ...sources } as never)).toThrow(message);
  });

  test.each<[string, object, string]>([
    ['a type there is not', { nope: [] }, 'unknown resource type "nope"'],
    ['no list', { articles: 'author' }, 'uncheckedInverses.articles must be an array'],
    ['an object', { articles: {} }, 'uncheckedInverses.articles must be an array'],
    ['null in a list', { articles: [null] }, 'uncheckedInverses.articles[0] must be a string, but it is null'],
    ['a list in a list', { articles: [['author']] }, 'uncheckedInverses.articles[0] must be a string'],
  ])('rejects uncheckedInverses with %s', (_, uncheckedInverses, message) => {
    expect(() =>
      createServer(blog, withRest(blog, {}), { uncheckedInverses } as ServerOptions<unknown, typeof blog>),
    ).toThrow(message);
  });

  test.each(['https://example.com?x', '/api#x', '/ä', '/a b', '/a\r\nX: y'])('rejects the base URL %j', (baseUrl) => {
    expect(() => createServer(blog, withRest(blog, {}), { baseUrl })).toThrow(TypeError);
  });

  test.each(['/a%zz', '/a<b>', 'https://[x', '/a|b'])(
    'rejects the base URL %j, which links cannot begin with',
    (baseUrl) => {
      const url = JSON.stringify(`${baseUrl}/articles`);
      const message = `createServer: links must be URLs, but ${url} is not a URL. Check \`baseUrl\` and \`urls\`.`;
      expect(() => createServer(blog, withRest(blog, {}), { baseUrl })).toThrow(message);
    },
  );

  test.each<[string, object]>([
    ['an unknown limit', { bodybytes: 1 }],
    ['a limit that is not a number', { urlLength: '1' }],
    ['NaN', { urlLength: Number.NaN }],
    ['a negative limit', { bodyDepth: -1 }],
    ['no error at all', { errors: 0 }],
    ['a page of nothing', { pageSize: 0 }],
    ['a default page larger than the largest', { pageSize: 11, pageSizeMaximum: 10 }],
  ])('rejects %s', (_, limits) => {
    expect(() => createServer(blog, withRest(blog, {}), { limits: limits as Partial<ServerLimits> })).toThrow(
      TypeError,
    );
  });

  test('LIM-02 the default page size is at most the maximum', async () => {
    const { server } = blogServer({ limits: { pageSizeMaximum: 2 } });
    expect((await send(server, 'GET /articles')).document.data.length).toBe(2);
  });

  test('an undefined limit has its default', async () => {
    const limits = { pageSizeMaximum: undefined } as unknown as Partial<ServerLimits>;
    expect((await send(blogServer({ limits }).server, 'GET /articles?page[size]=100')).status).toBe(200);
  });

  test('a type whose source is empty has no URLs', async () => {
    const server = createServer(blog, { ...blogSources(), people: {} });
    expect((await send(server, 'GET /people')).status).toBe(404);
  });

  test.each<[string, object, string]>([
    ['no sources', {}, '"articles", "people", "comments", "shelves", "notes"'],
    ['a missing source', { articles: {}, comments: {}, shelves: {}, notes: {} }, '"people"'],
    ['an undefined source', { ...blogSources(), notes: undefined }, '"notes"'],
  ])('rejects %s', (_, sources, names) => {
    expect(() => createServer(blog, sources as never)).toThrow(
      `createServer: sources: pass a source for ${names}, or {} for a type that has no URLs.`,
    );
  });
});

describe('context', () => {
  test('is required if a source reads it', () => {
    const people = { ...blogSources().people, readsContext: {} };
    const sources = { ...blogSources(), people } as never;
    expect(() => createServer(blog, sources, { context: () => 'Ann' })).not.toThrow();
    expect(() => createServer(blog, sources)).toThrow(
      'createServer: sources.people reads the context, so createServer requires the option `context`.',
    );
  });

  test('defineContext returns its function, and rejects anything else', () => {
    const context = () => 'Ann';
    expect(defineContext(context)).toBe(context);
    expect(() => defineContext('Ann' as never)).toThrow(
      'defineContext: `context` must be a function, but it is "Ann".',
    );
  });

  const serverWith = (context: ServerOptions['context']) => {
    const seen: unknown[] = [];
    const list = (_: unknown, call: unknown) => {
      seen.push(call);
      return { records: [] };
    };
    return { seen, server: createServer(blog, withRest(blog, { articles: { list } }), { context }) };
  };

  test('reaches every source, with a signal', async () => {
    const { seen, server } = serverWith(async ({ headers }) => ({ user: headers['x-user'] }));
    await send(server, 'GET /articles', undefined, { 'x-user': 'ann' });
    expect(seen).toEqual([{ context: { user: 'ann' }, signal: expect.any(AbortSignal) }]);
  });

  test('can reject a request: the response contains its error', async () => {
    const { seen, server } = serverWith(() => {
      throw new JsonApiError(
        { ...errorObject('NOT_FOUND', 'x'), status: '401' },
        { headers: { 'WWW-Authenticate': 'Bearer' } },
      );
    });
    const { status, headers } = await send(server, 'GET /articles');
    expect([status, headers['WWW-Authenticate'], seen]).toEqual([401, 'Bearer', []]);
  });
});
