import { jsonApiPlugin } from '@linkage/fastify';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { type Authenticated, server } from './framework-context.ts';

test('the access rules see the user that a hook of Fastify set', async () => {
  const app = Fastify();
  app.addHook('onRequest', async (request: Authenticated) => {
    const id = request.headers['x-user'];
    if (typeof id === 'string') request.user = { id };
  });
  await app.register(jsonApiPlugin, { server, prefix: '/api' });
  const payload = JSON.stringify({ data: { type: 'articles', attributes: { title: 'Hello' } } });
  const create = (user: object) =>
    app.inject({
      method: 'POST',
      url: '/api/articles',
      headers: { 'content-type': 'application/vnd.api+json', ...user },
      payload,
    });
  expect([(await create({})).statusCode, (await create({ 'x-user': '7' })).statusCode]).toEqual([403, 201]);
});
