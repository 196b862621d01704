import { globSync, readFileSync } from 'node:fs';
import { validateDocument } from '@linkage/core';
import { atomicExtension } from '@linkage/core/atomic';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDocumentCheck } from '../../../packages/tools/openapi/test/document-check.ts';
import type { Mail } from './mails.ts';
import { createShop } from './server.ts';

const sent: Mail[] = [];
const app = await createShop(async (mail) => void sent.push(mail));
let origin = '';
let described: ReturnType<typeof createDocumentCheck>;
beforeAll(async () => {
  origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const answer = await fetch(`${origin}/api/openapi.json`, { headers: { Authorization: 'Bearer root' } });
  described = createDocumentCheck((await answer.json()) as Readonly<Record<string, unknown>>);
});
afterAll(() => app.close());

const media = 'application/vnd.api+json';
const atomic = `${media};ext="${atomicExtension.uri}"`;

/** Sends a request as a user, whose token is their name, and validates the document of the response. */
async function send(line: string, user?: string, body?: object, headers: Record<string, string> = {}) {
  const [method = '', path = ''] = line.split(' ');
  const isAtomic = path === '/operations';
  const type = isAtomic ? atomic : media;
  const response = await fetch(`${origin}/api${path}`, {
    method,
    headers: {
      Accept: type,
      ...(user === undefined ? {} : { Authorization: `Bearer ${user}` }),
      ...(body === undefined ? {} : { 'Content-Type': type }),
      ...headers,
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await response.text();
  const document = text === '' ? undefined : JSON.parse(text);
  const contentType = response.headers.get('content-type') ?? undefined;
  expect(described.problemOf({ method, url: path, status: response.status, contentType, body: text })).toBeUndefined();
  if (document !== undefined) {
    const { issues = [] } = validateDocument(document, {
      as: 'response',
      extensions: isAtomic ? [atomicExtension] : [],
    });
    expect(issues).toEqual([]);
  }
  const errors = (document?.errors ?? []) as { code: string; source?: { pointer?: string } }[];
  return {
    status: response.status,
    headers: response.headers,
    document,
    ids: [document?.data ?? []].flat().map(({ id }: { id: string }) => id),
    problems: errors.map(({ code, source }) => [code, source?.pointer].filter(Boolean).join(' ')),
  };
}

const resource = (type: string, attributes: object, more: object = {}) => ({ data: { type, attributes, ...more } });

/** The operations that create an order with lines, each a product and its quantity. */
function orderOf(...lines: readonly (readonly [product: string, quantity: number])[]) {
  const order = { type: 'orders', lid: 'order' };
  const operations = lines.map(([product, quantity]) => {
    const relationships = { order: { data: order }, product: { data: { type: 'products', id: product } } };
    return { op: 'add', ...resource('lines', { quantity }, { relationships }) };
  });
  return { 'atomic:operations': [{ op: 'add', data: order }, ...operations] };
}

const stockOf = async (id: string) => (await send(`GET /products/${id}`)).document.data.attributes.stock;
const countOrders = async () =>
  (await send('GET /orders?page[total]=true&page[size]=1', 'root')).document.meta.page.total;

test('the shop has at most 400 lines', () => {
  const files = globSync('*.ts', { cwd: import.meta.dirname }).filter((file) => !file.endsWith('.test.ts'));
  const lines = files.flatMap((file) =>
    readFileSync(`${import.meta.dirname}/${file}`, 'utf8')
      .trim()
      .split('\n'),
  );
  expect(lines.length).toBeLessThanOrEqual(400);
});

describe('the database schema', () => {
  test('categories are a tree', async () => {
    const { document } = await send('GET /categories/1?include=children.children');
    expect(document.included.map(({ id }: { id: string }) => id)).toEqual(['2', '3']);
    expect((await send('GET /categories?filter[parent]=1')).ids).toEqual(['2']);
    expect((await send('GET /products?filter[category.parent]=2')).ids).toEqual(['1']);
    const parent = { data: { type: 'categories', id: '3' } };
    const below = { data: { type: 'categories', id: '1', relationships: { parent } } };
    expect((await send('PATCH /categories/1', 'root', below)).problems).toEqual(['CONSTRAINT_VIOLATED']);
  });

  test.each([
    ['filter[text][iContains]=TEA', ['1', '2'], 2],
    ['filter[text][iContains]=tea&sort=-price&page[size]=1', ['2'], 2],
    ['filter[text][iContains]=tea&filter[price][lt]=1000', ['1'], 1],
    ["filter=or(iContains(text,'uji'),between(price,1000,2000))", ['1', '3'], 2],
    ['filter[text][iContains]=%25', [], 0],
  ])('GET /products?%s', async (query, ids, total) => {
    const { document, ids: found } = await send(`GET /products?page[total]=true&${query}`);
    expect([found, document.meta.page.total]).toEqual([ids, total]);
  });

  test('the media of a product have several types', async () => {
    const { document } = await send('GET /products/2?include=media');
    expect(document.included).toMatchObject([
      { type: 'images', attributes: { alt: 'A teapot' } },
      { type: 'videos', attributes: { seconds: 40 } },
    ]);
    const page = await send('GET /products/2/media?page[size]=1&page[number]=2&page[total]=true');
    expect([page.document.data, page.document.meta.page.total]).toMatchObject([[{ type: 'videos', id: '2' }], 2]);
    expect((await send('GET /images/2')).status).toBe(404);
  });

  test('customers cannot change it', async () => {
    const body = resource(
      'products',
      { name: 'Nails', price: 5 },
      { relationships: { category: { data: { type: 'categories', id: '4' } } } },
    );
    expect((await send('POST /products', undefined, body)).status).toBe(401);
    expect((await send('POST /products', 'ada', body)).status).toBe(403);
    expect((await send('POST /products', 'root', body)).status).toBe(201);
    expect((await send('GET /products?filter[text][iContains]=nails')).ids).toContain('4');
  });
});

describe('authentication', () => {
  const session = (email: string, password: string) =>
    send('POST /sessions', undefined, resource('sessions', { email, password }));

  test('a new session has a token that identifies its user', async () => {
    const { status, document } = await session('ada@example.com', 'ada has a password');
    expect([status, Object.keys(document.data.attributes)]).toEqual([201, ['token']]);
    expect((await send('GET /orders', document.data.attributes.token)).ids).toEqual(['1']);
  });

  test.each([
    ['ada@example.com', 'bob has a password'],
    ['eve@example.com', 'eve has a password'],
  ])('a session for %s with the password "%s" is rejected', async (email, password) => {
    const { status, headers, problems } = await session(email, password);
    expect([status, problems, headers.get('WWW-Authenticate')]).toEqual([401, ['UNAUTHORIZED'], 'Bearer']);
  });

  test('a wrong token is rejected, also for resources that are public', async () => {
    expect((await send('GET /products', 'eve')).status).toBe(401);
  });

  test('users can change their password, and never see it', async () => {
    const body = { data: { type: 'users', id: '3', attributes: { password: 'bob has a new password' } } };
    const { status, document } = await send('PATCH /users/3', 'bob', body);
    expect([status, Object.keys(document.data.attributes)]).toEqual([200, ['name', 'email']]);
    expect((await session('bob@example.com', 'bob has a password')).status).toBe(401);
    expect((await session('bob@example.com', 'bob has a new password')).status).toBe(201);
  });
});

describe('an order', () => {
  test('is created with its lines by one request, and confirmed by a mail after the commit', async () => {
    const stock = await stockOf('1');
    sent.length = 0;
    const { status, document } = await send('POST /operations', 'ada', orderOf(['1', 2], ['2', 1]));
    const [order, ...lines] = document['atomic:results'].map(({ data }: { data: { id: string } }) => data);
    expect([status, lines.map(({ attributes }: { attributes: object }) => attributes)]).toEqual([
      200,
      [
        { quantity: 2, name: 'Green tea', price: 850 },
        { quantity: 1, name: 'Teapot', price: 3200 },
      ],
    ]);
    const stored = await send(`GET /orders/${order.id}?include=lines`, 'ada');
    expect([stored.document.data.attributes.total, stored.document.included.length]).toEqual([4900, 2]);
    expect(await stockOf('1')).toBe(stock - 2);
    await expect.poll(() => sent).toEqual([{ to: 'ada@example.com', text: `Order ${order.id}: 2 lines, 4900 cents.` }]);
  });

  test.each([
    ['more than the stock', ['2', 99], 422, 'VALUE_REJECTED /atomic:operations/2/data/attributes/quantity'],
    [
      'a missing product',
      ['99', 1],
      404,
      'RELATED_RESOURCE_NOT_FOUND /atomic:operations/2/data/relationships/product/data',
    ],
  ] as const)('with %s is undone as a whole, without a mail', async (_, line, status, problem) => {
    const before = [await countOrders(), await stockOf('1')];
    sent.length = 0;
    const answer = await send('POST /operations', 'ada', orderOf(['1', 2], line));
    expect([answer.status, answer.problems]).toEqual([status, [problem]]);
    expect([await countOrders(), await stockOf('1'), sent]).toEqual([...before, []]);
  });

  test('is not created a second time by a request with the same idempotency key', async () => {
    const before = await countOrders();
    const key = { 'Idempotency-Key': '"8e03978e-40d5"' };
    sent.length = 0;
    const first = await send('POST /operations', 'ada', orderOf(['1', 1]), key);
    const second = await send('POST /operations', 'ada', orderOf(['1', 1]), key);
    expect(second.document).toEqual(first.document);
    expect([second.headers.get('Idempotency-Replayed'), await countOrders()]).toEqual(['true', before + 1]);
    expect((await send('POST /operations', 'ada', orderOf(['1', 2]), key)).problems).toEqual([
      'IDEMPOTENCY_KEY_REUSED',
    ]);
    expect((await send('POST /operations', 'bob', orderOf(['1', 1]), key)).status).toBe(200); // a key of another user
    await expect.poll(() => sent.length).toBe(2);
  });

  test('can begin without lines', async () => {
    sent.length = 0;
    const { status, document } = await send('POST /orders', 'bob', { data: { type: 'orders' } });
    expect([status, document.data.attributes.total]).toEqual([201, 0]);
    await expect
      .poll(() => sent)
      .toEqual([{ to: 'bob@example.com', text: expect.stringContaining('0 lines, 0 cents') }]);
  });

  test('receives lines until an admin ships it', async () => {
    const { document } = await send('POST /operations', 'bob', orderOf(['1', 1]));
    const [{ data: order }] = document['atomic:results'];
    const line = resource(
      'lines',
      { quantity: 1 },
      {
        relationships: {
          order: { data: { type: 'orders', id: order.id } },
          product: { data: { type: 'products', id: '1' } },
        },
      },
    );
    expect((await send('POST /lines', 'bob', line)).status).toBe(201);
    const shipped = { data: { type: 'orders', id: order.id, attributes: { status: 'shipped' } } };
    expect((await send(`PATCH /orders/${order.id}`, 'bob', shipped)).status).toBe(403);
    expect((await send(`PATCH /orders/${order.id}`, 'root', shipped)).status).toBe(200);
    expect((await send('POST /lines', 'bob', line)).status).toBe(403);
    expect((await send(`DELETE /orders/${order.id}`, 'bob')).status).toBe(403);
  });

  test('cannot be created without a user', async () => {
    expect((await send('POST /operations', undefined, orderOf(['1', 1]))).status).toBe(401);
  });
});

describe('the order of Bob does not exist for Ada', () => {
  const order = { data: { type: 'orders', id: '2' } };
  const line = {
    type: 'lines',
    attributes: { quantity: 1 },
    relationships: { order, product: { data: { type: 'products', id: '1' } } },
  };
  const shipped = { type: 'orders', id: '2', attributes: { status: 'shipped' } };

  test.each<[string, object?]>([
    ['GET /orders/2'],
    ['GET /orders/2/lines'],
    ['GET /orders/2/relationships/customer'],
    ['GET /lines/2'],
    ['GET /lines/2/order'],
    ['GET /users/3/orders'],
    ['PATCH /orders/2', { data: shipped }],
    ['DELETE /orders/2'],
    ['POST /lines', { data: line }],
  ])('%s', async (request, body) => {
    expect((await send(request, 'ada', body)).status).toBe(404);
  });

  test.each([
    ['include', 'GET /products/3?include=lines.order.customer', { data: { id: '3' }, included: [] }],
    ['linkage', 'GET /products/3/relationships/lines', { data: [] }],
    ['a related collection', 'GET /products/3/lines', { data: [] }],
    ['a filter by customers', 'GET /orders?filter[customer]=3', { data: [] }],
    ['a filter by lines', 'GET /orders?filter[lines]=2', { data: [] }],
    ['a filter of products by lines', 'GET /products?filter[lines]=2', { data: [] }],
    ['a filter on a path', 'GET /products?filter[lines.order]=2', { data: [] }],
    ['a total', 'GET /products/3/lines?page[total]=true', { meta: { page: { total: 0 } } }],
    ['a total of a filter', 'GET /orders?filter[customer]=3&page[total]=true', { meta: { page: { total: 0 } } }],
  ])('in %s', async (_, request, expected) => {
    expect((await send(request, 'ada')).document).toMatchObject(expected);
  });
});

describe('soft delete', () => {
  test('a deleted product is missing for clients, and stays in the orders', async () => {
    expect((await send('DELETE /products/3', 'ada')).status).toBe(403);
    expect((await send('DELETE /products/3', 'root')).status).toBe(204);
    expect((await send('GET /products/3')).status).toBe(404);
    expect((await send('GET /products?filter[text][iContains]=hammer')).ids).toEqual([]);
    const { document } = await send('GET /orders/2?include=lines.product', 'bob');
    expect(document.included).toMatchObject([
      { type: 'lines', attributes: { name: 'Hammer', price: 1500 }, relationships: { product: { data: null } } },
    ]);
  });

  test('a product that has media can be deleted', async () => {
    expect((await send('DELETE /products/2', 'root')).status).toBe(204);
    expect((await send('GET /videos/2?include=product')).document).toMatchObject({ included: [] });
  });

  test('a customer deletes an open order', async () => {
    expect((await send('DELETE /orders/1', 'ada')).status).toBe(204);
    expect((await send('GET /orders/1', 'ada')).status).toBe(404);
    expect((await send('GET /orders/1', 'root')).status).toBe(404);
  });
});
