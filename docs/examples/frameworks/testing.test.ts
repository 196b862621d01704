import { expect, test } from 'vitest';

const type = 'application/vnd.api+json';

test('Fastify', async () => {
  // #region fastify
  const { app } = await import('./fastify.ts');
  const response = await app.inject({ url: '/api/articles/1', headers: { accept: type } });
  expect(response.json()).toMatchObject({ data: { attributes: { title: 'Hello' } } });
  // #endregion
});

test('Hono', async () => {
  // #region hono
  const { app } = await import('./hono.ts');
  const response = await app.request('/api/articles/1');
  expect(await response.json()).toMatchObject({ data: { attributes: { title: 'Hello' } } });
  // #endregion
});

test('h3', async () => {
  // #region h3
  const { app } = await import('./h3.ts');
  const response = await app.request('/api/articles/1');
  expect(response.headers.get('Content-Type')).toBe(type);
  // #endregion
});

test('functions from Request to Response', async () => {
  // #region web
  const { respond } = await import('./web.ts');
  const headers = { Authorization: 'Bearer secret' };
  const response = await respond(new Request('http://localhost/api/articles/404', { method: 'DELETE', headers }));
  expect(response.status).toBe(404);
  // #endregion
});

test('without a framework', async () => {
  // #region server
  const { currentUser, server } = await import('./articles.ts');
  const request = { method: 'DELETE', url: '/articles/1', headers: {} };
  expect((await server.handle(request)).status).toBe(403);
  expect((await currentUser.run({ name: 'Ann' }, () => server.handle(request))).status).toBe(204);
  // #endregion
});
