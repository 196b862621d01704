import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { createArticles, mediaType } from '../../../server/test/adapter-suite.ts';
import { jsonApiFrameworkErrors, jsonApiNotFound, jsonApiPlugin } from './index.ts';

const server = { ...createArticles(), baseUrl: undefined };

describe('jsonApiFrameworkErrors', () => {
  async function listen(prefix: string) {
    const options = { server: createArticles(), prefix };
    const fastify = Fastify({ frameworkErrors: jsonApiFrameworkErrors(options) });
    fastify.addHook('onSend', async (_, reply) => void reply.header('X-Seen', '1'));
    fastify.get('/own/:id', () => ({}));
    await fastify.register(jsonApiPlugin, options);
    return { origin: await fastify.listen({ port: 0 }), close: () => fastify.close() };
  }

  test.each([
    ['GET', '/api/articles/%zz', 400],
    ['GET', '/api/%E0%A4?page[size]=1', 400],
    ['HEAD', '/api/articles/%', 400],
    ['POST', '/api/articles/%ff', 400],
    ['PROPFIND', '/api/articles/%', 400],
  ])('%s %s is answered with an error document', async (method, path, status) => {
    const { origin, close } = await listen('/api');
    const body = method === 'POST' ? { body: '{}', headers: { 'Content-Type': mediaType } } : {};
    const response = await fetch(origin + path, { method, ...body });
    expect([response.status, response.headers.get('content-type')]).toEqual([status, mediaType]);
    expect(response.headers.get('vary')).toBe('Accept');
    const text = await response.text();
    if (method !== 'HEAD') expect(JSON.parse(text).errors[0].code).toBe('URL_INVALID');
    await close();
  });

  test('an API without a prefix has all malformed URLs', async () => {
    const options = { server };
    const fastify = Fastify({ frameworkErrors: jsonApiFrameworkErrors(options) });
    await fastify.register(jsonApiPlugin, options);
    const response = await fetch(`${await fastify.listen({ port: 0 })}/%`);
    expect([response.status, response.headers.get('content-type')]).toEqual([400, mediaType]);
    await fastify.close();
  });

  test('leaves URLs of the application, and other errors, to what Fastify does', async () => {
    const { origin, close } = await listen('/api');
    const plain = Fastify();
    plain.get('/own/:id', () => ({}));
    const plainOrigin = await plain.listen({ port: 0 });
    for (const path of ['/own/%zz', '/apix/%']) {
      const [answer, usual] = await Promise.all([fetch(origin + path), fetch(plainOrigin + path)]);
      expect([answer.status, await answer.json()]).toEqual([usual.status, await usual.json()]);
    }
    const long = await fetch(`${origin}/own/${'x'.repeat(200)}`);
    expect([long.status, ((await long.json()) as { code: string }).code]).toEqual([414, 'FST_ERR_MAX_PARAM_LENGTH']);
    await plain.close();
    await close();
  });
});

test('jsonApiNotFound answers methods that Fastify does not route', async () => {
  const fastify = Fastify();
  await fastify.register(jsonApiPlugin, { server });
  fastify.setNotFoundHandler(jsonApiNotFound({ server }));
  const origin = await fastify.listen({ port: 0 });
  for (const [method, path, status] of [
    ['PROPFIND', '/articles/1', 405],
    ['MKCOL', '/nope', 404],
  ] as const) {
    const response = await fetch(origin + path, {
      method,
      body: '{}',
      headers: { 'Content-Type': 'application/json' },
    });
    expect([response.status, response.headers.get('content-type')]).toEqual([status, mediaType]);
    expect(await response.json()).toMatchObject({ errors: [{ status: String(status) }] });
  }
  await fastify.close();
});

test('are not made below a malformed prefix', () => {
  expect(() => jsonApiFrameworkErrors({ server, prefix: 'api' })).toThrow(TypeError);
  expect(() => jsonApiNotFound({ server, prefix: '/api' })).toThrow('{ baseUrl: "/api" }');
});
