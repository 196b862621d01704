import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { createArticles, mediaType } from '../../../server/test/adapter-suite.ts';
import { describeHostErrors } from '../../../server/test/host-errors.ts';
import { jsonApiErrorHandler, jsonApiPlugin } from './index.ts';

const server = createArticles();

describeHostErrors(async (thrown, path) => {
  const reported: [unknown, string][] = [];
  const onError = (error: unknown, id: string) => reported.push([error, id]);
  const fastify = Fastify();
  fastify.setErrorHandler(jsonApiErrorHandler({ server, prefix: '/api', onError }));
  fastify.addHook('onRequest', async (_, reply) => {
    reply.headers({ 'Content-Encoding': 'gzip', 'Content-Length': '5', Vary: 'Origin' });
    throw thrown;
  });
  fastify.get('/*', () => ({}));
  await fastify.register(jsonApiPlugin, { server, prefix: '/api' });
  const injected = await fastify.inject(path);
  await fastify.close();
  if (path.startsWith('/api/')) expect(injected.headers['content-encoding']).toBeUndefined();
  const headers = new Headers(Object.entries(injected.headers).map(([name, value]) => [name, String(value)]));
  return { response: new Response(injected.body, { status: injected.statusCode, headers }), reported };
});

test('the default of onError is the log of the request', async () => {
  const lines: string[] = [];
  const fastify = Fastify({ logger: { level: 'error', stream: { write: (line) => void lines.push(line) } } });
  fastify.setErrorHandler(jsonApiErrorHandler({ server, prefix: '/api' }));
  fastify.addHook('onRequest', async () => {
    throw new Error('down');
  });
  await fastify.register(jsonApiPlugin, { server, prefix: '/api' });
  const response = await fastify.inject('/api/articles');
  await fastify.close();
  expect([response.statusCode, response.headers['content-type']]).toEqual([500, mediaType]);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ id: response.json().errors[0].id, err: { message: 'down' } });
});

test('is not made without a server', () => {
  expect(() => jsonApiErrorHandler({} as never)).toThrow('server must be a server');
  expect(() => jsonApiErrorHandler({ server, prefix: 'api' })).toThrow(TypeError);
});
