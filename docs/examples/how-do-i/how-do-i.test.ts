import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createClient } from '@linkage/client';
import type { Api } from '@linkage/core';
import { jsonApiPlugin } from '@linkage/fastify';
import { toFetchHandler } from '@linkage/fetch';
import { jsonApiMiddleware } from '@linkage/koa';
import { toNodeHandler } from '@linkage/node';
import type { Server } from '@linkage/server';
import express from 'express';
import Fastify, { type FastifyRequest } from 'fastify';
import Koa from 'koa';
import { describe, expect, test } from 'vitest';
import { blocksOf } from '../../../scripts/docs/markdown.ts';
import { root } from '../../../scripts/workspace.ts';
import { server as access } from './access.ts';
import { server as accounts, storedPasswords, withOwnUser } from './accounts.ts';
import { server as attributes } from './attributes.ts';
import { expressServer, fastifyServer, fetchServer, koaServer, type User } from './context.ts';
import { server as errors } from './errors.ts';
import { server as exports } from './exports.ts';
import { server as filters, requests, translated } from './filters.ts';
import { server as hooks, log } from './hooks.ts';
import { server as lenient } from './lenient.ts';
import { server as memory, reloaded, save } from './memory.ts';
import { server as parameters, received } from './parameters.ts';
import { server as relationships, reportServer } from './relationships.ts';
import { server as sorting } from './sorting.ts';

const type = 'application/vnd.api+json';
const atomic = `${type}; ext="https://jsonapi.org/ext/atomic"`;

async function send(server: Server, line: string, document?: object, headers: Record<string, string> = {}) {
  const [method = '', url = ''] = line.split(' ');
  const body = document === undefined ? undefined : JSON.stringify(document);
  const response = await server.handle({ method, url, headers: { 'content-type': type, ...headers }, body });
  return { ...response, document: JSON.parse(response.body ?? '{}') };
}

/** The ids of the primary data, or the status of an error. */
async function idsOf(server: Server, url: string): Promise<unknown> {
  const { status, document } = await send(server, `GET ${url}`);
  return status === 200 ? document.data.map(({ id }: { id: string }) => id).join() : status;
}

describe('the page', () => {
  const text = readFileSync(join(root, 'docs/guide/how-do-i.md'), 'utf8');
  const shown = blocksOf(text).filter(({ language }) => language === 'ts');

  test('shows at most 15 lines in each snippet', () => {
    const long = shown.filter(({ code }) => code.trimEnd().split('\n').length > 15);
    expect(long.map(({ comment }) => comment)).toEqual([]);
  });

  test('answers each question of the table', () => {
    const sections = [...text.matchAll(/^## (?<heading>.+)$/gm)].map(({ groups }) => groups?.['heading']);
    const rows = [...text.matchAll(/^\| \[(?<row>[^\]]+)\]\(#/gm)].map(({ groups }) => groups?.['row']);
    expect(rows).toEqual(sections);
    const snippets = text
      .split(/^## /m)
      .slice(1)
      .map((section) => section.includes('```ts'));
    expect(snippets.every(Boolean)).toBe(true);
  });
});

test.each(requests)('filters: %s finds %s', async (filter, ids) => {
  expect(await idsOf(filters, `/products?${filter}&sort=id`)).toBe(ids);
});

test.each([
  ['an operator that the field does not allow', '/products?filter[name][contains]=C', 400],
  ['a field without filters', '/products?filter[cost]=1', 400],
])('filters: %s is rejected', async (_, url, status) => {
  expect(await idsOf(filters, url)).toBe(status);
});

test('filters: a language of your own', async () => {
  expect(await idsOf(translated, '/products?filter[price][gte]=10&filter[name][like]=cu')).toBe('1');
  expect(await idsOf(translated, '/products?filter[name][contains]=cu')).toBe(400);
  expect(await idsOf(translated, '/products?filter[id]=1,2')).toBe('1,2');
});

test.each([
  ['/products', '2,3,1'],
  ['/products?sort=price', '1,3,2'],
  ['/products?sort=maker.name,-price', '2,3,1'],
  ['/products?sort=maker.revenue', 400],
  ['/products?sort=addedAt', 400],
])('sorting: %s is %s', async (url, expected) => {
  expect(await idsOf(sorting, url)).toBe(expected);
});

test('exports: all records, or a page', async () => {
  expect((await send(exports, 'GET /readings')).document.data).toHaveLength(2_000);
  expect((await send(exports, 'GET /readings?page[size]=50')).document.data).toHaveLength(50);
});

test('access: groups, paths, columns that are not shown, and all fields but one', async () => {
  expect(await idsOf(access, '/orders')).toBe('1');
  expect(await idsOf(access, '/lines')).toBe('1');
  const { document } = await send(access, 'GET /orders/1');
  expect(document.data.attributes).toEqual({ open: true });
});

describe('context', () => {
  const user: User = { id: '7' };

  test('Fastify', async () => {
    const app = Fastify();
    app.addHook('onRequest', async (request: FastifyRequest & { user?: User }) => {
      if (request.headers['x-user'] !== undefined) request.user = user;
    });
    await app.register(jsonApiPlugin, { server: fastifyServer });
    const status = async (headers: Record<string, string>) =>
      (await app.inject({ url: '/articles/1', headers })).statusCode;
    expect([await status({}), await status({ 'x-user': '7' })]).toEqual([404, 200]);
  });

  const statusesAt = async (listener: Parameters<typeof createServer>[1]) => {
    const host = createServer(listener as never);
    await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(host.address() as AddressInfo).port}/articles/1`;
    const statuses = [(await fetch(url)).status, (await fetch(url, { headers: { 'x-user': '7' } })).status];
    host.closeAllConnections();
    host.close();
    return statuses;
  };

  test('Koa', async () => {
    const app = new Koa();
    app.use((ctx, next) => {
      if (ctx.get('x-user') !== '') ctx.state['user'] = user;
      return next();
    });
    app.use(jsonApiMiddleware(koaServer));
    expect(await statusesAt(app.callback() as never)).toEqual([404, 200]);
  });

  test('Express', async () => {
    const app = express();
    app.use((request: express.Request & { user?: User }, _response, next) => {
      if (request.get('x-user') !== undefined) request.user = user;
      next();
    });
    app.use(toNodeHandler(expressServer as never));
    expect(await statusesAt(app as never)).toEqual([404, 200]);
  });

  test('the environment of fetch', async () => {
    const handler = toFetchHandler(fetchServer);
    const env = { sessions: new Map([['token', user]]) };
    const status = async (headers: Record<string, string>) =>
      (await handler(new Request('http://localhost/articles/1', { headers }), env)).status;
    expect([await status({}), await status({ Authorization: 'token' })]).toEqual([404, 200]);
  });
});

test('attributes: computed, write-only, set by the server, only at the creation, and on request', async () => {
  const ada = { first: 'Ada', last: 'King', password: 'correct horse', email: 'ada@example.com', biography: 'Long.' };
  const post = (given: object) => send(attributes, 'POST /users', { data: { type: 'users', attributes: given } });
  const created = await post(ada);
  const stamp = expect.stringMatching(/^\d{4}-.*Z$/);
  expect(created.status).toBe(201);
  expect(created.document.data.attributes).toEqual({
    first: 'Ada',
    last: 'King',
    name: 'Ada King',
    email: 'ada@example.com',
    createdAt: stamp,
    changedAt: stamp,
  });
  expect((await post({ ...ada, createdAt: '2026-01-01T00:00:00Z' })).status).toBe(403);
  const patch = (given: object) =>
    send(attributes, 'PATCH /users/1', { data: { type: 'users', id: '1', attributes: given } });
  expect((await patch({ last: 'Lovelace' })).document.data.attributes.name).toBe('Ada Lovelace');
  expect((await patch({ email: 'other@example.com' })).status).toBe(403);
  const { document } = await send(attributes, 'GET /users/1?fields[users]=biography');
  expect(document.data.attributes).toEqual({ biography: 'Long.' });
});

test('accounts: registration, hashed passwords, current rows, and 401', async () => {
  const bo = { name: 'Bo', password: 'correct horse battery' };
  const registered = await send(accounts, 'POST /registrations', {
    data: { type: 'registrations', attributes: bo },
  });
  expect([registered.status, registered.document.data.attributes]).toEqual([201, { name: 'Bo' }]);
  expect((await storedPasswords())?.at(1)).toMatch(/^[0-9a-f]{32}:[0-9a-f]{64}$/);
  expect((await send(accounts, 'GET /users')).document.data).toEqual([]);
  const pay = (amount: number, headers = {}) => {
    const user = { data: { type: 'users', id: '1' } };
    const data = { type: 'payments', attributes: { amount }, relationships: { user } };
    return send(accounts, 'POST /payments', { data }, headers);
  };
  const rejected = await send(accounts, 'POST /users', { data: { type: 'users', attributes: bo } });
  expect([rejected.status, rejected.headers['WWW-Authenticate']]).toEqual([401, 'Bearer']);
  expect((await pay(5, { 'x-user': '1' })).status).toBe(201);
  expect((await pay(6, { 'x-user': '1' })).document.errors[0]).toMatchObject({ code: 'VALUE_REJECTED' });
});

test('accounts: the current user', async () => {
  const { document } = await send(withOwnUser, 'GET /me?fields[users]=name', undefined, { 'x-user': '1' });
  expect(document.data).toMatchObject({ type: 'users', id: '1', attributes: { name: 'Ada' } });
  const [fetch, headers] = [toFetchHandler(withOwnUser), () => ({ 'x-user': '1' })];
  const client = createClient<Api>({ baseUrl: 'https://example.com', fetch, headers });
  expect((await client.follow('/me')).data).toMatchObject({ type: 'users', name: 'Ada' });
  expect((await send(withOwnUser, 'GET /me')).status).toBe(401);
});

test('relationships: required, both relationships, and deletions', async () => {
  const post = (order: object | null) =>
    send(relationships, 'POST /lines', {
      data: { type: 'lines', attributes: { text: 'Cup' }, relationships: { order: { data: order } } },
    });
  expect((await post(null)).status).toBe(422);
  expect((await post({ type: 'orders', id: '1' })).status).toBe(201);
  expect((await send(relationships, 'GET /orders/1/relationships/lines')).document.data.length).toBe(2);
  expect((await send(relationships, 'DELETE /products/1')).status).toBe(409);
  expect((await send(relationships, 'DELETE /orders/1')).status).toBe(204);
  expect(await idsOf(relationships, '/lines')).toBe('');
});

test('relationships: hidden, on request, and with one member or more', async () => {
  const person = { type: 'people', id: '9' };
  const reviewer = { data: { type: 'reports', id: '1', relationships: { reviewer: { data: person } } } };
  expect((await send(reportServer, 'PATCH /reports/1', reviewer)).status).toBe(200);
  const shown = async (url: string) =>
    Object.keys((await send(reportServer, `GET ${url}`)).document.data.relationships).join();
  expect(await shown('/reports/1')).toBe('authors');
  expect(await shown('/reports/1?include=sources')).toBe('sources,authors');
  expect((await send(reportServer, 'DELETE /reports/1/relationships/authors', { data: [person] })).status).toBe(403);
});

test('hooks, an action, and several operations', async () => {
  const action = await send(hooks, 'POST /orders/1/-actions/cancel');
  expect([action.status, action.document.data.attributes.status]).toEqual([200, 'canceled']);
  await expect.poll(() => log).toEqual(['changed 1 in a transaction', 'mail: canceled']);
  const operation = (status: string) => ({
    op: 'update',
    data: { type: 'orders', id: '1', attributes: { status } },
  });
  const bulk = (...statuses: readonly string[]) =>
    send(
      hooks,
      'POST /operations',
      { 'atomic:operations': statuses.map(operation) },
      {
        'content-type': atomic,
        accept: atomic,
      },
    );
  expect((await bulk('sent', 'open')).status).toBe(422);
  expect(await idsOf(hooks, '/orders?filter[status]=canceled')).toBe('1');
  expect((await bulk('open', 'sent')).status).toBe(200);
  expect((await send(hooks, 'POST /orders/1/-actions/cancel')).document.errors[0].source.pointer).toBe('/data');
});

test('parameters: at all URLs, for one type, and in a family', async () => {
  expect(await idsOf(parameters, '/orders?orderStats[total]=count&dryRun=true')).toBe('1');
  expect(received).toEqual([{ 'orderStats[total]': 'count', dryRun: true }]);
  expect(await idsOf(parameters, '/people?dryRun=true')).toBe('');
  expect(await idsOf(parameters, '/people?orderStats[total]=count')).toBe(400);
  expect(await idsOf(parameters, '/orders?orderStats[total]=mean')).toBe(400);
});

test('errors: 401, 429, and a code of your own', async () => {
  const anonymous = await send(errors, 'GET /orders');
  expect([anonymous.status, anonymous.headers['WWW-Authenticate']]).toEqual([401, 'Bearer']);
  const order = (amount: number) => ({ data: { type: 'orders', attributes: { amount } } });
  const headers = { authorization: 'Bearer a' };
  const rejected = await send(errors, 'POST /orders', order(11), headers);
  expect([rejected.status, rejected.document.errors[0]]).toMatchObject([
    409,
    { code: 'OUT_OF_STOCK', title: 'Out of stock', source: { pointer: '/data/attributes/amount' } },
  ]);
  expect((await send(errors, 'POST /orders', order(10), headers)).status).toBe(201);
  expect((await send(errors, 'GET /orders', undefined, headers)).status).toBe(200);
  const limited = await send(errors, 'GET /orders', undefined, headers);
  expect([limited.status, limited.headers['Retry-After']]).toEqual([429, '60']);
});

test('lenient media types', async () => {
  const accept = await send(lenient, 'GET /articles', undefined, { accept: 'application/json' });
  expect([accept.status, accept.headers['Content-Type']]).toEqual([200, type]);
  const document = { data: { type: 'articles', attributes: { title: 'New' } } };
  const charset = { 'content-type': `${type}; charset=utf-8` };
  expect((await send(lenient, 'POST /articles', document, charset)).status).toBe(201);
});

test('memory: both relationships, deletions, and a file', async () => {
  expect((await send(memory, 'GET /people/9/relationships/orders')).document.data.length).toBe(1);
  expect((await send(memory, 'DELETE /people/9')).status).toBe(409);
  const order = { type: 'orders', attributes: { item: 'Cup' }, relationships: { buyer: { data: null } } };
  expect((await send(memory, 'POST /orders', { data: order })).status).toBe(201);
  await save();
  const url = 'GET /orders?include=buyer.orders';
  expect((await send(await reloaded(), url)).document).toEqual((await send(memory, url)).document);
});
