import { attribute, defineApi, defineCollection, defineExtension } from '@linkage/core';
import { cursorStrategy } from '@linkage/core/cursor-pagination';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { blog, blogSources } from '../../test/blog.ts';
import { createMemorySources } from '../memory/create-memory-sources.ts';
import { createServer } from '../pipeline/create-server.ts';
import { atomicOperations } from './atomic/atomic-operations.ts';
import type { ExtensionEndpoint, ExtensionPlace, ServerExtension } from './server-extension.ts';

const plain = 'application/vnd.api+json';
const atomic = `${plain}; ext="https://jsonapi.org/ext/atomic"`;
const uri = 'https://example.com/extensions/places';
const own = `${plain}; ext="${uri}"`;
const endpoint: ExtensionEndpoint = {
  name: 'count',
  method: 'POST',
  path: '/count',
  statuses: [200],
  run: () => ({ status: 200, document: { meta: { count: 1 } } }),
};
const extension = defineExtension({ uri, namespace: 'places', parameters: ['deep'] });

function create(options: object = {}) {
  return createServer(blog, blogSources(), { extensions: [atomicOperations()], onError: () => undefined, ...options });
}

function serving(more: Partial<ServerExtension>) {
  return create({ extensions: [atomicOperations(), { extension, ...more }] });
}

type Server = ReturnType<typeof create>;

interface Sent {
  readonly method?: string;
  readonly accept?: string;
  readonly type?: string;
  readonly document?: object;
}

async function send(server: Server, url: string, { method = 'GET', accept = plain, type, document }: Sent = {}) {
  const headers = { accept, ...(type === undefined ? {} : { 'content-type': type }) };
  const body = document === undefined ? undefined : JSON.stringify(document);
  const answer = await server.handle({ method, url, headers, body });
  const [error] = answer.body === undefined ? [] : (JSON.parse(answer.body).errors ?? []);
  return { ...answer, error, type: answer.headers['Content-Type'] };
}

const person = { data: { type: 'people', attributes: { name: 'x' } } };
const author = { data: { type: 'people', id: '9' } };
const reads = ['/articles', '/articles/1', '/articles/1/author', '/articles/1/relationships/author', '/articles?x=1'];
const writes: readonly (readonly [string, string, object | undefined])[] = [
  ['POST', '/people', person],
  ['PATCH', '/articles/1', { data: { type: 'articles', id: '1', attributes: { title: 'x' } } }],
  ['PATCH', '/articles/1/relationships/author', author],
  ['POST', '/articles/1/relationships/comments', { data: [] }],
  ['DELETE', '/articles/1/relationships/comments', { data: [] }],
  ['DELETE', '/articles/1', { data: null }],
];

describe('Atomic Operations at URLs that are not its own', () => {
  test.each(writes)('ATM-02 NEG-11 %s %s with ext is 415', async (method, url, document) => {
    const server = create();
    const { status, type, error, headers } = await send(server, url, {
      method,
      type: atomic,
      document: document ?? {},
    });
    expect([status, type, error.source]).toEqual([415, plain, { header: 'Content-Type' }]);
    expect(headers['Accept']).toBe(plain);
    expect(error.detail).toContain('supported: none');
    expect((await send(server, '/articles/1')).status).toBe(200);
  });

  test.each(reads)('ATM-02 NEG-14 GET %s whose Accept has only ext is 406', async (url) => {
    const { status, type, error } = await send(create(), url, { accept: atomic });
    expect([status, type, error.source]).toEqual([406, plain, { header: 'Accept' }]);
  });

  test.each(reads.slice(0, 4))('ATM-02 GET %s passes over an instance with ext', async (url) => {
    const { status, type, headers } = await send(create(), url, { accept: `${atomic}, ${plain};q=0.1` });
    expect([status, type, headers['Vary']]).toEqual([200, plain, 'Accept']);
  });

  test.each(writes)(
    'ATM-02 %s %s without ext is not labelled, whatever Accept prefers',
    async (method, url, document) => {
      const given = { method, type: plain, accept: `${atomic}, ${plain};q=0.1`, ...(document && { document }) };
      const { status, type = plain } = await send(create(), url, given);
      expect([status < 300, type]).toEqual([true, plain]);
    },
  );

  test.each([true, false])('errors are not labelled either, lenient: %s', async (lenientMediaTypes) => {
    const server = create({ lenientMediaTypes });
    const accept = `${atomic}, ${plain};q=0.1`;
    for (const url of ['/articles/404', '/nowhere', '/articles?sort=nope']) {
      const { status, type } = await send(server, url, { accept });
      expect([status >= 400, type]).toEqual([true, plain]);
    }
  });

  test('at an endpoint of the application, and at the root', async () => {
    const server = create({ endpoints: [endpoint], root: true });
    expect((await send(server, '/count', { method: 'POST', type: atomic, document: {} })).status).toBe(415);
    expect((await send(server, '/count', { method: 'POST', accept: atomic })).status).toBe(406);
    expect((await send(server, '/', { accept: atomic })).status).toBe(406);
  });
});

/** The places at which a server labels responses with the extension, and those at which it rejects it. */
async function places(server: Server) {
  const asked: readonly (readonly [string, string, object?])[] = [
    ...reads.slice(0, 4).map((url) => ['GET', url] as const),
    ['POST', '/people', person],
    ['POST', '/count', {}],
  ];
  const applied: string[] = [];
  for (const [method, url, document] of asked) {
    const sent = document === undefined ? {} : { type: own, document };
    const { status, type } = await send(server, url, { method, accept: own, ...sent });
    if (status < 300 && type === own) applied.push(`${method} ${url}`);
    else expect([url, status, type]).toEqual([url, document === undefined ? 406 : 415, plain]);
  }
  return applied;
}

const everywhere = [...reads.slice(0, 4).map((url) => `GET ${url}`), 'POST /people', 'POST /count'];

describe('where an extension applies', () => {
  test.each<[string, Partial<ServerExtension>, readonly string[]]>([
    ['that says nothing and has endpoints: at them', { endpoints: [endpoint] }, ['POST /count']],
    ['`endpoints`', { endpoints: [endpoint], appliesTo: 'endpoints' }, ['POST /count']],
    ['`everywhere`', { endpoints: [endpoint], appliesTo: 'everywhere' }, everywhere],
    [
      'a function: at its own endpoints, too',
      { endpoints: [endpoint], appliesTo: ({ method, type }) => method === 'GET' && type === 'articles' },
      [...everywhere.slice(0, 4), 'POST /count'],
    ],
    [
      'a function of names',
      {
        endpoints: [endpoint],
        appliesTo: ({ name, relationship }) => name === 'fetch-related' && relationship === 'author',
      },
      ['GET /articles/1/author', 'POST /count'],
    ],
  ])('%s', async (_, more, expected) => {
    expect(await places(serving(more))).toEqual(expected);
  });

  test('that says nothing and has no endpoints: everywhere, also at endpoints of others', async () => {
    const server = create({ extensions: [{ extension }], endpoints: [endpoint] });
    expect(await places(server)).toEqual(everywhere);
  });

  test('a function receives every operation and every endpoint of others, once and at start', async () => {
    const asked: ExtensionPlace[] = [];
    const appliesTo = (place: ExtensionPlace) => asked.push(place) > 0;
    const server = create({
      extensions: [atomicOperations(), { extension, appliesTo }],
      endpoints: [endpoint],
      root: true,
    });
    const count = asked.length;
    await send(server, '/articles', { accept: own });
    expect(asked).toHaveLength(count);
    expect(new Set(asked.map((place) => JSON.stringify(place))).size).toBe(count);
    expect(asked).toContainEqual({ name: 'atomic-operations', method: 'POST', path: '/operations' });
    expect(asked).toContainEqual({ name: 'count', method: 'POST', path: '/count' });
    expect(asked).toContainEqual({ name: 'root', method: 'GET', path: '/' });
    expect(asked).toContainEqual({
      ...{ name: 'fetch-relationship', method: 'GET', path: '/articles/{id}/relationships/author' },
      ...{ type: 'articles', relationship: 'author' },
    });
  });

  test('EXT-10 its query parameters are unknown elsewhere', async () => {
    const server = serving({ appliesTo: ({ name }) => name === 'fetch-collection' });
    const accept = `${own}, ${plain};q=0.1`;
    expect((await send(server, '/articles?places:deep=1', { accept })).status).toBe(200);
    const { status, error } = await send(server, '/articles/1?places:deep=1', { accept });
    expect([status, error.source]).toEqual([400, { parameter: 'places:deep' }]);
  });

  test('a 415 names what the URL supports', async () => {
    const server = serving({ appliesTo: ({ name }) => name === 'create-resource' });
    const { headers, error } = await send(server, '/people', { method: 'POST', type: atomic, document: person });
    expect(headers['Accept']).toBe(`${plain}, ${own}`);
    expect(error.detail).toContain(`supported: "${uri}"`);
  });

  test('two extensions apply together where both do', async () => {
    const server = serving({});
    const both = `${plain}; ext="https://jsonapi.org/ext/atomic ${uri}"`;
    const document = { 'atomic:operations': [{ op: 'add', data: person.data }] };
    expect((await send(server, '/operations', { method: 'POST', type: both, document })).type).toBe(both);
    expect((await send(server, '/people', { method: 'POST', type: both, document: person })).status).toBe(415);
  });

  test('a response to operations does not say that other URLs accept the extension', async () => {
    const document = { 'atomic:operations': [{ op: 'add', data: person.data }] };
    const { body } = await send(create(), '/operations', { method: 'POST', type: atomic, document });
    const { data } = JSON.parse(body ?? '{}')['atomic:results'][0];
    expect(data.links.self).toBe(`/people/${data.id}`);
  });

  test('the description and its endpoints say it', async () => {
    const { endpoints, types } = await serving({ appliesTo: ({ method }) => method === 'GET' }).describe();
    expect(endpoints[0]).toMatchObject({ path: '/operations', extension: 'https://jsonapi.org/ext/atomic' });
    const listed = types['articles']?.endpoints.map(({ method, extensions }) => [method, extensions]);
    expect(listed).toContainEqual(['GET', [uri]]);
    expect(listed).toContainEqual(['POST', undefined]);
  });

  test('a collection of several types is a place, too', async () => {
    const of = attribute(z.int(), { sort: true });
    const api = defineApi({ articles: { attributes: { of } }, notes: { attributes: { of } } });
    const feed = defineCollection(api, 'feed', { types: ['articles', 'notes'], sort: ['of'] });
    const asked: ExtensionPlace[] = [];
    const appliesTo = (place: ExtensionPlace): boolean => {
      asked.push(place);
      return place.name === 'fetch-mixed';
    };
    const server = createServer(api, createMemorySources(api, {}), {
      extensions: [{ extension, appliesTo }],
      collections: [feed],
      pagination: { collections: cursorStrategy({ key: 'x'.repeat(32) }) },
    });
    expect(asked).toContainEqual({ name: 'fetch-mixed', method: 'GET', path: '/feed' });
    expect((await send(server as never, '/feed', { accept: own })).status).toBe(200);
    expect((await send(server as never, '/articles', { accept: own })).status).toBe(406);
  });

  test.each<[string, unknown, string]>([
    ['another text', 'always', '`appliesTo` must be "endpoints", "everywhere", or a function, but it is "always".'],
    [
      'a list',
      ['/articles'],
      '`appliesTo` must be "endpoints", "everywhere", or a function, but it is an array of 1 element.',
    ],
    ['`endpoints` without one', 'endpoints', '`appliesTo` is "endpoints", so `endpoints` must not be empty.'],
    ['a promise', async () => true, '`appliesTo` must return a boolean, but it returned a promise.'],
    [
      'a function that returns nothing',
      () => undefined,
      '`appliesTo` must return a boolean, but it returned undefined.',
    ],
  ])('%s is a TypeError at start', (_, appliesTo, message) => {
    expect(() => serving({ appliesTo } as Partial<ServerExtension>)).toThrow(TypeError);
    expect(() => serving({ appliesTo } as Partial<ServerExtension>)).toThrow(message);
  });
});
