import { attribute, defineApi, defineCollection } from '@linkage/core';
import { cursorStrategy } from '@linkage/core/cursor-pagination';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createMemorySources } from '../memory/create-memory-sources.ts';
import { createServer } from '../pipeline/create-server.ts';

const at = attribute(z.iso.datetime().nullable(), { sort: true, filter: ['eq', 'ge'] });
const words = attribute(z.union([z.int(), z.string()]), { sort: true });
const api = defineApi({
  articles: { attributes: { title: z.string(), at, words } },
  comments: { attributes: { at: attribute(z.iso.datetime().nullable(), { sort: true, filter: true }), words } },
  people: { attributes: { name: z.string() } },
});
const loose = defineCollection as unknown as (...given: readonly unknown[]) => never;
const types = ['articles', 'comments'];
const feed = loose(api, 'feed', { types, sort: ['-at', 'words'], filter: ['at'] });
const collections = cursorStrategy({ key: 'x'.repeat(32) });
const time = (hour: number, fraction = '') => `2026-05-01T0${hour}:00:00${fraction}Z`;

function served(articles: readonly object[], comments: readonly object[], more: object = {}) {
  const sources = createMemorySources(api, { articles, comments, people: [] } as never);
  const failures: string[] = [];
  const onError = (error: unknown) => failures.push(String((error as Error).message));
  const server = createServer(api, sources, { collections: [feed], pagination: { collections }, onError, ...more });
  const send = async (line: string, headers: Readonly<Record<string, string>> = {}, body?: object) => {
    const [method = '', url = ''] = line.split(' ');
    const text = body && JSON.stringify(body);
    const type = body === undefined ? {} : { 'content-type': 'application/vnd.api+json' };
    const response = await server.handle({ method, url, headers: { ...headers, ...type }, body: text });
    const document = JSON.parse(response.body ?? '{}');
    const names = Array.isArray(document.data) ? document.data.map((it: never) => `${it['type']} ${it['id']}`) : [];
    return { ...response, document, names: names.join() };
  };
  return { server, send, failures };
}
const articles = [
  { id: '1', title: 'Sun', at: time(1), words: 1 },
  { id: '2', title: 'Moon', at: time(3), words: 3 },
];
const comments = [
  { id: '1', at: time(2), words: 2 },
  { id: '2', at: time(3, '.5'), words: 4 },
];

describe('a collection of several types', () => {
  test('is read in one order, has a version, and can only be read', async () => {
    const { send } = served(articles, comments);
    const whole = await send('GET /feed');
    expect(whole.names).toBe('comments 2,articles 2,comments 1,articles 1');
    expect(whole.document.data[0].links.self).toBe('/comments/2');
    const { ETag = '' } = whole.headers;
    expect((await send('GET /feed', { 'if-none-match': ETag })).status).toBe(304);
    expect((await send('HEAD /feed')).body).toBeUndefined();
    const post = await send('POST /feed', {}, { data: { type: 'articles' } });
    expect([post.status, post.headers['Allow']]).toEqual([405, 'HEAD, GET, OPTIONS']);
    expect((await send('OPTIONS /feed')).headers['Allow']).toBe('HEAD, GET, OPTIONS');
    expect((await send('GET /feed/1')).status).toBe(404);
    expect((await send('GET /feed?filter[at][gt]=2026-05-01T00:00:00Z')).status).toBe(400);
  });

  test('CUR-01 what is created in front of a cursor is not behind it', async () => {
    const { send, failures } = served(articles, comments);
    const { document } = await send('GET /feed?page[size]=1');
    const created = { data: { type: 'articles', attributes: { title: 'New', at: time(9), words: 9 } } };
    expect((await send('POST /articles', {}, created)).status).toBe(201);
    const second = await send(`GET ${document.links.next}`);
    expect(second.names).toBe('articles 2');
    // In front of the second page is now also what is new.
    const before = second.document.links.prev.replace('size%5D=1', 'size%5D=9');
    expect((await send(`GET ${before}`)).names).toBe('articles 3,comments 2');
    expect(failures).toEqual([]);
  });

  test.each([
    ['no value', { id: '3', at: null, words: 1 }, '-at', 'Each resource of "comments" must have a value of `at`'],
    ['a value of another kind', { id: '3', at: time(1), words: 'many' }, 'words', 'cannot be compared'],
  ])('%s in its order is a failure of the server', async (_, comment, sort, message) => {
    const { send, failures } = served(articles, [comment]);
    expect((await send(`GET /feed?sort=${sort}`)).status).toBe(500);
    expect(failures[0]).toContain(message);
  });

  test('is described with the operators that all types have', async () => {
    const { server } = served(articles, comments);
    const [endpoint] = (await server.describe()).endpoints;
    expect(endpoint).toMatchObject({
      ...{
        name: 'fetch-mixed',
        method: 'GET',
        path: '/feed',
        types,
        statuses: [200, 304, 400, 406, 412, 414, 500, 503, 504],
      },
      families: ['include', 'fields', 'sort', 'filter', 'page'],
      collection: {
        name: 'feed',
        sort: ['-at', 'words'],
        filter: { at: ['eq', 'ge', 'in'] },
        page: { strategy: 'cursor', names: ['size', 'after', 'before'] },
      },
    });
  });

  test.each([
    ['a value', [{ name: 'feed' }], {}, 'must contain results of `defineCollection`'],
    ['pages by number', [feed], { pagination: {} }, 'needs pages by positions'],
    [
      'the path of a type',
      [loose(api, 'feed', { types, sort: ['at'], path: '/people' })],
      {},
      'must not have the path',
    ],
    ['the name of a type', [loose(api, 'people', { types, sort: ['at'] })], {}, 'must not have the name'],
    ['two of a name', [feed, feed], {}, 'two collections must not have'],
  ])('a server with %s does not start', (_, given, more, message) => {
    expect(() => served([], [], { collections: given, ...more })).toThrow(message);
  });
});
