import { AsyncLocalStorage } from 'node:async_hooks';
import type { AddressInfo } from 'node:net';
import { createServer, type Server } from '@linkage/server';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isLong, skippedInShort } from '../../../core/test/runs.ts';
import {
  createArticles,
  describeAdapter,
  echo,
  expectNoStaleFields,
  expectRoundTrip,
  last,
  mediaType,
  sendBroken,
  staleFields,
} from '../../../server/test/adapter-suite.ts';
import { blog, blogSources } from '../../../server/test/blog.ts';
import { type Counter, expectNoLostUpdate, sendTo } from '../../../server/test/concurrency-suite.ts';
import { testMemory } from '../../../server/test/test-memory.ts';
import { expectClosed, unsentStream } from '../../../server/test/unsent-stream.ts';
import { api as newsroom, openNewsroom } from '../../../sources/kysely/test/newsroom.ts';
import { jsonApiPlugin } from './json-api-plugin.ts';

/** An application with routes, hooks and handlers of its own beside the API. */
async function listen(): Promise<FastifyInstance> {
  const fastify = Fastify({ bodyLimit: 1_000 });
  fastify.setErrorHandler((error: Error, _, reply) => reply.code(418).send({ application: error.message }));
  fastify.addHook('onRequest', async (request) => {
    if (request.headers['x-fail'] !== undefined) throw new Error('hook');
  });
  fastify.post('/own', (request) => ({ got: request.body }));
  await fastify.register(jsonApiPlugin, { server: echo, prefix: '/api' });
  await fastify.register(async (inner) => inner.register(jsonApiPlugin, { server: echo, prefix: '/inner' }), {
    prefix: '/v1',
  });
  await fastify.listen({ port: 0 });
  return fastify;
}

let host: FastifyInstance;
let origin: string;

beforeAll(async () => {
  host = await listen();
  origin = host.listeningOrigin;
});
afterAll(() => host.close());

describeAdapter(() => origin);

describe('jsonApiPlugin', () => {
  test('serves an API', async () => {
    const articles = Fastify();
    await articles.register(jsonApiPlugin, { server: createArticles(), prefix: '/api' });
    await expectRoundTrip(`${await articles.listen({ port: 0 })}/api`);
    await articles.close();
  });

  // The sources themselves have such tests in the short form as well.
  test.skipIf(!isLong).each<[string, () => Server, Counter]>([
    ['memory', () => createServer(blog, blogSources()), { type: 'articles', id: '1', attribute: 'views' }],
    ['SQLite', () => createServer(newsroom, openNewsroom().sources), { type: 'articles', id: 'a', attribute: 'words' }],
  ])(
    `64 clients over sockets that read, change and write in %s: no update is lost${skippedInShort}`,
    async (_, open, counter) => {
      const fastify = Fastify();
      await fastify.register(jsonApiPlugin, { server: open() });
      await expectNoLostUpdate(sendTo(await fastify.listen({ port: 0 })), counter);
      await fastify.close();
    },
  );

  test('leaves parsers and handlers of the application as they are', async () => {
    const post = (type: string) =>
      fetch(`${origin}/own`, { method: 'POST', body: '{"a":1}', headers: { 'Content-Type': type } });
    expect(await (await post('application/json')).json()).toEqual({ got: { a: 1 } });
    expect((await post(mediaType)).status).toBe(418);
    expect(await (await fetch(`${origin}/nowhere`)).json()).toMatchObject({ error: 'Not Found' });
  });

  test('leaves errors of hooks to the application', async () => {
    const response = await fetch(`${origin}/api/articles`, { headers: { 'X-Fail': '' } });
    expect(response.status).toBe(418);
    expect(await response.json()).toEqual({ application: 'hook' });
  });

  test('takes off the prefixes of enclosing plugins', async () => {
    await fetch(`${origin}/v1/inner/articles/1?x`);
    expect(last().url).toBe('/articles/1?x');
    await fetch(`${origin}/v1/inner`, { method: 'PROPFIND' });
    expect(last()).toMatchObject({ method: 'PROPFIND', url: '/' });
  });

  test('answers a path which only Fastify takes for the prefix with an error document', async () => {
    const response = await fetch(`${origin}/%61pi/articles`);
    expect(response.headers.get('content-type')).toBe(mediaType);
    expect(await response.json()).toMatchObject({ errors: [{ status: '404' }] });
  });

  test('takes ids of any length, and methods with a body that Fastify requires a media type for', async () => {
    const id = 'x'.repeat(2_000);
    await fetch(`${origin}/api/articles/${id}`);
    expect(last().url).toBe(`/articles/${id}`);
    await fetch(`${origin}/api/articles`, { method: 'QUERY', body: new Uint8Array(3) });
    expect(last()).toMatchObject({ method: 'QUERY', body: new Uint8Array(3) });
  });

  test('hooks of the application see the body as bytes', async () => {
    const fastify = Fastify();
    const bodies: unknown[] = [];
    fastify.addHook('preHandler', async (request) => bodies.push(request.body));
    await fastify.register(jsonApiPlugin, { server: { ...echo, baseUrl: undefined } });
    const url = await fastify.listen({ port: 0 });
    await fetch(`${url}/`, { method: 'POST', body: 'x' });
    await fastify.close();
    expect(last().url).toBe('/');
    expect(bodies).toEqual([expect.any(Uint8Array)]);
  });

  test.each([
    ['a malformed chunk', 'zz\r\n', /^HTTP\/1.1 400 /, 50],
    ['a malformed chunk that arrives with the head', 'zz\r\n', /^HTTP\/1.1 400 /, 0],
    ['a body that breaks off', undefined, /^$/, 50],
  ])('%s is not an error of the application', async (_, rest, answer, pause) => {
    const fastify = Fastify();
    const errors: unknown[] = [];
    fastify.setErrorHandler((error, _request, reply) => {
      errors.push(error);
      reply.code(500).send({});
    });
    await fastify.register(jsonApiPlugin, { server: echo, prefix: '/api' });
    await fastify.listen({ port: 0 });
    expect(await sendBroken((fastify.server.address() as AddressInfo).port, rest, pause)).toMatch(answer);
    expect(errors).toEqual([]);
    await fastify.close();
  });

  test.each<[string, (reply: FastifyReply) => unknown]>([
    ['on the reply', (reply) => reply.headers(staleFields)],
    ['on the response of Node', (reply) => reply.raw.setHeaders(new Map(Object.entries(staleFields)))],
  ])('removes headers of another body that hooks have set %s', async (_, set) => {
    const fastify = Fastify();
    fastify.addHook('onRequest', async (_request, reply) => void set(reply));
    await fastify.register(jsonApiPlugin, { server: echo, prefix: '/api' });
    await expectNoStaleFields(await fastify.listen({ port: 0 }));
    await fastify.close();
  });

  test.each<[string, unknown, string]>([
    ['no options', undefined, 'undefined'],
    ['no server', { prefix: '/api' }, 'undefined'],
    ['options in place of a server', { server: { server: echo } }, 'an object without handle'],
    ['a promise', { server: Promise.resolve(echo) }, 'a promise: await it'],
  ])('is not registered with %s, and names the option', async (_, options, given) => {
    const fastify = Fastify();
    const registered = async () => fastify.register(jsonApiPlugin, options as never);
    await expect(registered()).rejects.toThrow(
      `server must be a server that createServer returned, but it is ${given}.`,
    );
  });

  test('merges Vary with that of hooks and of middleware', async () => {
    const fastify = Fastify();
    fastify.addHook('onRequest', async (_, reply) => {
      reply.raw.setHeader('vary', 'X-Raw');
      reply.header('vary', ['Origin', 'accept']);
    });
    await fastify.register(jsonApiPlugin, { server: echo, prefix: '/api' });
    const response = await fetch(`${await fastify.listen({ port: 0 })}/api/articles`);
    expect(response.headers.get('vary')).toBe('X-Raw, Origin, accept');
    await fastify.close();
  });

  test('is not mounted without the base URL that its links need, or below a malformed prefix', async () => {
    const mount = async (server: Server, prefix: string) => Fastify().register(jsonApiPlugin, { server, prefix });
    await expect(mount({ ...echo, baseUrl: undefined }, '/api')).rejects.toThrow('{ baseUrl: "/api" }');
    await expect(mount(echo, '/api/')).rejects.toThrow(TypeError);
    await expect(mount(echo, '/')).rejects.toThrow(TypeError);
  });
});

testMemory(new URL('../test/memory-host.ts', import.meta.url));

test('a stream whose host has already responded is closed', async () => {
  const unsent = unsentStream();
  const fastify = Fastify();
  fastify.addHook('preHandler', (_, reply, done) => {
    setImmediate(() => reply.code(503).send('too late'));
    done();
  });
  await fastify.register(jsonApiPlugin, { server: unsent.server });
  await expectClosed(unsent, `${await fastify.listen({ port: 0 })}/articles`);
  await fastify.close();
});

test('the server runs in the asynchronous context of the hooks before it, with or without a body', async () => {
  const storage = new AsyncLocalStorage<string>();
  const seen: unknown[] = [];
  const handle: typeof echo.handle = (request) => {
    seen.push(storage.getStore());
    return echo.handle(request);
  };
  const fastify = Fastify();
  fastify.addHook('onRequest', (request, _reply, done) => storage.run(request.method, done));
  await fastify.register(jsonApiPlugin, { server: { ...echo, handle }, prefix: '/api' });
  const origin = await fastify.listen({ port: 0 });
  await fetch(`${origin}/api`);
  await fetch(`${origin}/api`, { method: 'POST', body: 'x' });
  await fetch(`${origin}/api`, { method: 'POST', body: new TextEncoder().encode('without a media type') });
  await fastify.close();
  expect(seen).toEqual(['GET', 'POST', 'POST']);
});
