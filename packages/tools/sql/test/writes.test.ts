import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Serving, serve } from './run.ts';
import { schemaScript, sqliteFile } from './sqlite-file.ts';

const file = sqliteFile(schemaScript('northwind'));
file.exec(
  "create table account (id integer primary key, name text, password text not null); insert into account values (1, null, 'x');",
);
file.exec('create table ticket (id integer primary key, title text, lock_version integer not null default 0)');
file.exec(`create table price (
  ProductID integer not null references Products, RegionID integer not null references Regions, amount integer,
  primary key (ProductID, RegionID)
)`);
let serving: Serving;
beforeAll(async () => {
  const key = 'Alphabetical list of products=ProductID';
  serving = await serve([file.path, '--allow-writes', '--key', key, '--type', 'price']);
});
afterAll(async () => {
  await serving.stop();
  file[Symbol.dispose]();
});

async function send(method: string, path: string, data?: unknown) {
  const headers = { 'Content-Type': 'application/vnd.api+json' };
  const body = data === undefined ? null : JSON.stringify({ data });
  const response = await serving.get(path, { method, headers, body });
  const text = await response.text();
  return { status: response.status, document: text === '' ? undefined : JSON.parse(text) };
}

test('a resource with a foreign key', async () => {
  const category = { data: { type: 'categories', id: '1' } };
  const created = await send('POST', '/api/products', {
    type: 'products',
    attributes: { productName: 'Tofu', unitPrice: 23.25 },
    relationships: { category },
  });
  expect(created).toMatchObject({
    status: 201,
    document: { data: { attributes: { unitsInStock: 0, discontinued: '0' } } },
  });
  const { id } = created.document.data;
  expect(await send('PATCH', `/api/products/${id}/relationships/category`, null)).toMatchObject({ status: 204 });
  expect((await send('DELETE', `/api/products/${id}`)).status).toBe(204);
});

test('a version, which each write counts, and `If-Match` compares', async () => {
  const data = { type: 'tickets', attributes: { title: 'One' } };
  const { document } = await send('POST', '/api/tickets', data);
  const { id, attributes } = document.data;
  expect(attributes).toEqual({ title: 'One' });
  const { headers } = await serving.get(`/api/tickets/${id}`);
  const change = (title: string, etag: string | null) =>
    serving.get(`/api/tickets/${id}`, {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/vnd.api+json', 'If-Match': String(etag) },
      body: JSON.stringify({ data: { type: 'tickets', id, attributes: { title } } }),
    });
  expect((await change('Two', headers.get('ETag'))).status).toBe(200);
  expect((await change('Three', headers.get('ETag'))).status).toBe(412);
});

test('an id that the client chooses, because the database does not', async () => {
  const data = { type: 'customers', id: 'NEW', attributes: { companyName: 'New' } };
  expect(await send('POST', '/api/customers', data)).toMatchObject({ status: 201, document: { data: { id: 'NEW' } } });
  expect((await send('POST', '/api/customers', data)).status).toBe(409);
  const { id: _, ...without } = data;
  expect(await send('POST', '/api/customers', without)).toMatchObject({
    status: 422,
    document: {
      errors: [
        {
          detail: 'The client must send the id of a new resource of type "customers".',
          source: { pointer: '/data' },
        },
      ],
    },
  });
  expect(serving.strings.error).toContain('New ids    the client must send it: customerDemographics, customers');
});

test('an id of several columns, whose foreign keys are fixed', async () => {
  const relationships = {
    product: { data: { type: 'products', id: '2' } },
    region: { data: { type: 'regions', id: '1' } },
  };
  const data = { type: 'prices', attributes: { amount: 3 }, relationships };
  expect(await send('POST', '/api/prices', data)).toMatchObject({ status: 201, document: { data: { id: '2~1' } } });
  const moved = await send('PATCH', '/api/prices/2~1/relationships/product', { type: 'products', id: '1' });
  expect(moved.status).toBe(403);
});

test('the other columns of a join table are the data of memberships', async () => {
  const url = '/api/orders/10248/relationships/products';
  const product = { type: 'products', id: '2' };
  expect((await send('DELETE', url, [product])).status).toBe(204);
  expect((await send('POST', url, [{ ...product, meta: { quantity: 3 } }])).status).toBe(204);
  const { document } = await send('GET', url);
  const meta = { unitPrice: 0, quantity: 3, discount: 0 };
  expect(document.data).toContainEqual({ ...product, meta: expect.objectContaining(meta) });
  expect((await send('POST', url, [{ ...product, meta: { quantity: 'x' } }])).status).toBe(422);
});

test('members of a join table', async () => {
  const members = [{ type: 'territories', id: '01581' }];
  expect((await send('POST', '/api/employees/2/relationships/territories', members)).status).toBe(204);
  expect(
    (await send('GET', '/api/territories/01581/employees')).document.data.map((it: { id: string }) => it.id),
  ).toEqual(['1', '2']);
  expect((await send('DELETE', '/api/employees/2/relationships/territories', members)).status).toBe(204);
});

test('a view is read-only', async () => {
  const path = '/api/alphabeticalListOfProducts';
  expect((await send('GET', `${path}/1`)).status).toBe(200);
  for (const method of ['PATCH', 'DELETE'])
    expect((await send(method, `${path}/1`, { type: 'alphabeticalListOfProducts', id: '1' })).status).toBe(403);
});

test('a table of which a required column is hidden has no new rows', async () => {
  expect((await send('POST', '/api/accounts', { type: 'accounts', attributes: { name: 'Ann' } })).status).toBe(403);
  expect(
    (await send('PATCH', '/api/accounts/1', { type: 'accounts', id: '1', attributes: { name: 'Ann' } })).status,
  ).toBe(200);
  expect(serving.strings.error).toContain('account.password  --show account.password');
});

test('the output names the types without a method, and what the database says of a statement that fails', async () => {
  expect(serving.strings.error).toMatch(/^ {2}No POST {4}.*accounts \(new rows need password\)/m);
  expect(serving.strings.error).toMatch(/^ {2}No DELETE {2}alphabeticalListOfProducts \(the database cannot\)/m);
  expect((await send('DELETE', '/api/categories/1')).status).toBe(409);
  expect(serving.strings.error).toMatch(/^Database: .*FOREIGN KEY constraint failed/m);
});
