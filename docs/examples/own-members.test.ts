import type { Server } from '@linkage/server';
import { expect, test } from 'vitest';
import { including, limited, linked, server } from './own-members.ts';
import { fetchHandler } from './trailing-slash.ts';

const get = async (from: Server, url: string) => {
  const { body = '{}', headers } = await from.handle({ method: 'GET', url, headers: { 'accept-language': 'de' } });
  return { ...JSON.parse(body), headers };
};

test('documents and resources have the meta and links of the application', async () => {
  const { meta, links, data } = await get(server, '/orders/1');
  expect([meta, links['@status']]).toEqual([
    { copyright: 'Example Inc.', about: 'orders' },
    'https://status.example.com',
  ]);
  // Other tests of examples can have changed the order: test files share their modules.
  expect(data.meta).toEqual({ label: `${data.attributes.item} (${data.attributes.status})` });
});

test('meta of a resource does not depend on the fields that the request selects', async () => {
  const [all, some] = [await get(server, '/orders/1'), await get(server, '/orders/1?fields[orders]=status')];
  expect([Object.keys(some.data.attributes), some.data.meta]).toEqual([['status'], all.data.meta]);
});

test('responses have the headers of the application', async () => {
  const { headers } = await get(limited, '/audits');
  expect(headers).toMatchObject({
    'Content-Language': 'de',
    Vary: 'Accept, Accept-Language',
    Deprecation: '@1767225600',
  });
});

test('a default path is included', async () => {
  expect((await get(including, '/orders/1')).included).toMatchObject([{ type: 'people', id: '2' }]);
});

test('the root document links to the collections', async () => {
  expect((await get(linked, '/')).meta).toEqual({
    name: 'Shop',
    collections: { orders: '/api/orders', audits: '/api/audits' },
  });
});

test('with a trailing slash, the path is that of a resource without an id', async () => {
  const { status, headers } = await server.handle({ method: 'POST', url: '/orders/', headers: {} });
  expect([status, headers['Allow']]).toEqual([405, 'HEAD, GET, PATCH, DELETE, OPTIONS']);
});

test('a trailing slash is 404 without the redirect of the host, and 308 with it', async () => {
  for (const url of ['/orders/', '/orders/1/']) expect((await get(server, url)).errors[0].status).toBe('404');
  const redirect = await fetchHandler(new Request('http://localhost/api/articles/?sort=title'));
  expect([redirect.status, redirect.headers.get('Location')]).toEqual([
    308,
    'http://localhost/api/articles?sort=title',
  ]);
  expect((await fetchHandler(new Request('http://localhost/api/articles'))).status).toBe(200);
});
