import type { Server } from '@linkage/server';
import { expect, test } from 'vitest';
import { app } from './actions.ts';
import { server as audited } from './audit-log.ts';
import { server as computed, computing, toPerson } from './computed-attributes.ts';
import { handler } from './cors.ts';
import { headlines } from './feed.ts';
import { server as hooked, log, logged, sent } from './hooks.ts';
import { server as search } from './search.ts';
import { server as softDelete } from './soft-delete.ts';
import { server as tenants } from './tenants.ts';
import { server as accounts, storedHash } from './write-only-attributes.ts';

const type = 'application/vnd.api+json';

async function send(server: Server, method: string, url: string, data?: object, headers: Record<string, string> = {}) {
  const body = data === undefined ? undefined : JSON.stringify({ data });
  const response = await server.handle({ method, url, headers: { 'content-type': type, ...headers }, body });
  return { ...response, document: response.body === undefined ? undefined : JSON.parse(response.body) };
}
const idsOf = (document: { readonly data: readonly { readonly id: string }[] }) => document.data.map(({ id }) => id);

test('soft delete: a deleted resource is missing, and its row is still there', async () => {
  expect((await send(softDelete, 'GET', '/articles/1')).document.data.attributes).toEqual({ title: 'Hello' });
  const user = { 'x-user': 'ada' };
  expect((await send(softDelete, 'DELETE', '/articles/1')).status).toBe(403);
  expect((await send(softDelete, 'DELETE', '/articles/1', undefined, user)).status).toBe(204);
  expect((await send(softDelete, 'GET', '/articles/1')).status).toBe(404);
  expect((await send(softDelete, 'DELETE', '/articles/1', undefined, user)).status).toBe(404);
  expect(idsOf((await send(softDelete, 'GET', '/articles')).document)).toEqual(['2']);
});

test('search: a parameter of the application filters the collection', async () => {
  expect(idsOf((await send(search, 'GET', '/articles?searchText=trees')).document)).toEqual(['1']);
  expect(idsOf((await send(search, 'GET', '/articles?searchText=nothing')).document)).toEqual([]);
  expect(idsOf((await send(search, 'GET', '/articles')).document)).toEqual(['1', '2']);
  expect((await send(search, 'GET', '/articles?searchText=a')).status).toBe(400);
  expect((await send(search, 'GET', '/articles/1?searchText=trees')).status).toBe(400);
});

test('a collection of several types: a feed, page by page', async () => {
  expect(await headlines()).toEqual(['Ada: Leaves', 'Ada: Which trees?', 'Ada: Trees']);
});

test('computed attributes: a generated column, and a computed member of a record', async () => {
  const { document: byFunction } = await send(computing, 'GET', '/people/1?fields[people]=fullName');
  expect(byFunction.data.attributes).toEqual({ fullName: 'Ada Lovelace' });
  const { document } = await send(computed, 'GET', '/people?filter[fullName]=Ada Lovelace');
  expect(document.data[0].attributes.fullName).toBe('Ada Lovelace');
  const attributes = { firstName: 'Bo', lastName: 'Ek' };
  const created = await send(computed, 'POST', '/people', { type: 'people', attributes });
  expect([created.status, created.document.data.attributes.fullName]).toEqual([201, 'Bo Ek']);
  const rejected = await send(computed, 'POST', '/people', {
    type: 'people',
    attributes: { ...attributes, fullName: 'x' },
  });
  expect(rejected.status).toBe(403);
  expect(toPerson({ id: 1, first: 'Ada', last: 'Lovelace' }).fullName).toBe('Ada Lovelace');
});

test('write-only attributes: stored as a hash, and never in a response', async () => {
  const attributes = { name: 'Ada', password: 'correct horse battery' };
  const created = await send(accounts, 'POST', '/accounts', { type: 'accounts', attributes });
  expect([created.status, created.document.data.attributes]).toEqual([201, { name: 'Ada' }]);
  expect((await send(accounts, 'GET', '/accounts?fields[accounts]=password')).status).toBe(400);
  const first = storedHash();
  expect(first).toMatch(/^[\da-f-]{36}:[\da-f]{64}$/);
  const changes = { type: 'accounts', id: created.document.data.id, attributes: { password: 'another password' } };
  expect((await send(accounts, 'PATCH', '/accounts/1', changes)).status).toBe(200);
  expect(storedHash()).not.toBe(first);
  expect((await send(accounts, 'GET', '/accounts?filter[password]=x')).status).toBe(400);
});

test('hooks: work before and after a write, and a line for each request', async () => {
  const created = await send(hooked, 'POST', '/articles', { type: 'articles', attributes: { title: ' Hello ' } });
  expect(created.document.data.attributes).toEqual({ title: 'Hello' });
  expect(sent).toEqual(['New article: Hello']);
  await send(logged, 'GET', '/articles/99');
  expect(log[0]).toMatch(/^GET \/articles\/\{id\} 404 in \d+ ms, 1 calls$/);
});

test('actions: a route beside those of the API', async () => {
  const response = await app.inject({ method: 'POST', url: '/api/articles/1/publish' });
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, type]);
  expect(response.json().data.attributes.status).toBe('published');
  const missing = await app.inject({ method: 'POST', url: '/api/articles/2/publish' });
  expect([missing.statusCode, missing.headers['content-type']]).toEqual([404, type]);
  expect((await app.inject('/api/articles/1')).statusCode).toBe(200);
});

test('CORS: preflight requests, exposed headers, and other origins', async () => {
  const url = 'https://example.com/api/articles/1';
  const headers = { Origin: 'https://app.example.com' };
  const preflight = await handler(
    new Request(url, { method: 'OPTIONS', headers: { ...headers, 'Access-Control-Request-Method': 'PATCH' } }),
  );
  expect([preflight.status, preflight.headers.get('Access-Control-Allow-Methods')]).toEqual([
    204,
    'GET, POST, PATCH, DELETE',
  ]);
  expect(preflight.headers.get('Access-Control-Allow-Headers')).toBe(
    'Content-Type, Authorization, If-Match, If-None-Match, Prefer, Idempotency-Key',
  );
  const read = await handler(new Request(url, { headers }));
  expect(read.headers.get('Access-Control-Expose-Headers')).toBe(
    'ETag, Location, Retry-After, Preference-Applied, Idempotency-Replayed',
  );
  expect(read.headers.get('Vary')).toBe('Accept, Origin');
  const other = await handler(new Request(url, { headers: { Origin: 'https://evil.example' } }));
  expect(other.headers.has('Access-Control-Allow-Origin')).toBe(false);
});

test('tenants: each user reads and writes articles of one tenant', async () => {
  const [ada, cyd] = [{ authorization: 'Bearer ada' }, { authorization: 'Bearer cyd' }];
  expect((await send(tenants, 'GET', '/articles')).status).toBe(401);
  expect(idsOf((await send(tenants, 'GET', '/articles', undefined, ada)).document)).toEqual(['1', '2']);
  expect((await send(tenants, 'GET', '/articles/4', undefined, ada)).status).toBe(404);
  const article = (author: string) => ({
    type: 'articles',
    attributes: { title: 'New', published: true },
    relationships: { author: { data: { type: 'people', id: author } } },
  });
  expect((await send(tenants, 'POST', '/articles', article('9'), ada)).status).toBe(404);
  expect((await send(tenants, 'POST', '/articles', article('7'), ada)).status).toBe(201);
  expect(idsOf((await send(tenants, 'GET', '/articles', undefined, cyd)).document)).toEqual(['4']);
  expect(idsOf((await send(tenants, 'GET', '/languages', undefined, cyd)).document)).toEqual(['1']);
});

test('an audit log: who changed which fields, from and to, and entries outlive their subjects', async () => {
  const [ada, eve] = [{ 'x-user': 'ada' }, { 'x-user': 'eve' }];
  const changed = { type: 'articles', id: '1', attributes: { title: 'New', password: 'other' } };
  expect((await send(audited, 'PATCH', '/articles/1', changed, ada)).status).toBe(200);
  expect((await send(audited, 'DELETE', '/articles/1', undefined, ada)).status).toBe(204);
  expect(idsOf((await send(audited, 'GET', '/entries', undefined, ada)).document)).toEqual([]);
  const { document } = await send(audited, 'GET', '/entries?filter[subject]=articles/1', undefined, eve);
  expect(document.data.map((it: { attributes: object }) => it.attributes)).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({
        ...{ user: 'ada', action: 'update' },
        changes: { title: { from: 'Old', to: 'New' }, password: {} },
      }),
      expect.objectContaining({
        ...{ user: 'ada', action: 'delete' },
        changes: { title: { from: 'New' }, author: { from: { type: 'people', id: '1' } } },
      }),
    ]),
  );

  // A PATCH with stored values has an entry without changes, and a job has that of its context.
  const create = { type: 'articles', attributes: { title: 'A' } };
  const { id } = (await send(audited, 'POST', '/articles', create, ada)).document.data;
  await send(audited, 'PATCH', `/articles/${id}`, { type: 'articles', id, attributes: { title: 'A' } }, ada);
  await audited.transaction({ context: { user: 'job', isAuditor: false } }, ({ writes }) =>
    writes.update('articles', id, { attributes: { title: 'B' } }),
  );
  const entries = await send(audited, 'GET', `/entries?filter[subject]=articles/${id}`, undefined, eve);
  expect(
    entries.document.data.map((it: { attributes: { user: string; changes: object } }) => [
      it.attributes.user,
      it.attributes.changes,
    ]),
  ).toEqual(
    expect.arrayContaining([
      ['ada', {}],
      ['job', { title: { from: 'A', to: 'B' } }],
    ]),
  );
});
