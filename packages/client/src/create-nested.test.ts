import { defineApi, JsonApiError, toMany, toOne } from '@linkage/core';
import { toFetchHandler } from '@linkage/fetch';
import { atomicOperations, createMemorySources, createServer } from '@linkage/server';
import { expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { atomicRequests } from './atomic.ts';
import { ClientError } from './client-error.ts';
import { createClient } from './create-client.ts';

const member = { role: z.enum(['main', 'other']) };
const api = defineApi({
  orders: {
    attributes: { reference: z.string() },
    relationships: {
      customer: toOne('customers'),
      lines: toMany('lines', { inverse: 'order', write: false }),
      contacts: toMany('customers', { member }),
    },
  },
  lines: {
    attributes: { product: z.string() },
    relationships: { order: toOne('orders', { required: true }), supplier: toOne('customers') },
  },
  customers: { attributes: { name: z.string() }, clientGeneratedIds: true },
  notes: { attributes: { text: z.string() }, relationships: { on: toOne('orders') } },
});

function open(extensions = [atomicOperations()]) {
  const server = createServer(api, createMemorySources(api, { customers: [{ id: 'c1', name: 'Known' }] }), {
    extensions,
  });
  const requests: string[] = [];
  const handle = toFetchHandler(server);
  const client = createClient<typeof api>({
    baseUrl: 'http://localhost',
    atomic: atomicRequests(),
    fetch: async (request) => {
      requests.push(`${request.method} ${new URL(request.url).pathname}`);
      return handle(request);
    },
  });
  return { client, requests };
}

const attributes = { reference: 'A-7' };

test('related resources are created before the resource that links them, in one request', async () => {
  const { client, requests } = open();
  const answer = await client.create('orders', {
    attributes,
    relationships: {
      customer: { type: 'customers', attributes: { name: 'Ann' } },
      contacts: [
        { type: 'customers', id: 'c1', meta: { role: 'other' } },
        { type: 'customers', id: 'c2', attributes: { name: 'Bo' }, meta: { role: 'main' } },
      ],
    },
  });
  expect(requests).toEqual(['POST /operations']);
  expectTypeOf(answer.data.reference).toEqualTypeOf<string>();
  // The condition of the next write.
  await client.update('orders', answer.data.id, { attributes }, { ifMatch: answer.etag as string });
  expect(answer.data).toMatchObject({ type: 'orders', reference: 'A-7', customer: { type: 'customers' } });
  const { data } = await client.get('orders', answer.data.id, { include: ['customer', 'contacts'] });
  expect([data.customer?.name, data.contacts.map(({ name }) => name)]).toEqual(['Ann', ['Known', 'Bo']]);
  const contacts = await client.relationship('orders', data.id, 'contacts');
  expect(contacts.data.map(({ meta }) => meta?.role)).toEqual(['other', 'main']);
});

test('a function returns resources that refer to the new one, with their own related resources', async () => {
  const { client, requests } = open();
  const { data } = await client.create('orders', {
    attributes,
    relationships: {
      lines: (order) => [
        { type: 'lines', attributes: { product: 'Tea' }, relationships: { order } },
        {
          type: 'lines',
          attributes: { product: 'Milk' },
          relationships: { order, supplier: { type: 'customers', attributes: { name: 'Farm' } } },
        },
      ],
    },
  });
  expect(requests).toEqual(['POST /operations']);
  const { data: order } = await client.get('orders', data.id, { include: ['lines.supplier'] });
  expect(order.lines.map(({ product, supplier }) => [product, supplier?.name])).toEqual([
    ['Tea', undefined],
    ['Milk', 'Farm'],
  ]);
});

test('without new related resources, the request is a usual one', async () => {
  const { client, requests } = open();
  const customer = await client.get('customers', 'c1');
  const { data } = await client.create('orders', { attributes, relationships: { customer: customer.data } });
  expect([data.customer, requests]).toEqual([{ type: 'customers', id: 'c1' }, ['GET /customers/c1', 'POST /orders']]);
});

test('all are created, or none, and errors name the operation', async () => {
  const { client } = open();
  const create = client.create('orders', {
    attributes: { reference: 5 as never },
    relationships: { customer: { type: 'customers', id: 'c3', attributes: { name: 'Cy' } } },
  });
  await expect(create).rejects.toMatchObject({
    errors: [{ source: { pointer: '/atomic:operations/1/data/attributes/reference' } }],
  });
  await expect(client.get('customers', 'c3')).rejects.toBeInstanceOf(JsonApiError);
});

test('a server without Atomic Operations is named in the error', async () => {
  const { client } = open([]);
  const customer = { type: 'customers', attributes: { name: 'Ann' } } as const;
  const error = await client.create('orders', { attributes, relationships: { customer } }).catch((it: unknown) => it);
  expect(ClientError.is(error) && [error.kind, error.status, error.message]).toEqual([
    'rejected',
    404,
    'client.create: http://localhost/operations does not accept Atomic Operations, which new related resources need.',
  ]);
  expect(error).toMatchObject({ cause: { status: 404 } });
});

test('a client without transactions, and options that the endpoint does not have, are errors', async () => {
  const plain = createClient<typeof api>({ baseUrl: 'http://localhost' });
  const customer = { type: 'customers', attributes: { name: 'Ann' } } as const;
  // @ts-expect-error the client cannot send transactions
  await expect(plain.create('orders', { attributes, relationships: { customer } })).rejects.toThrow(
    'client: a related resource must have an `id`, unless you use Atomic Operations.',
  );
  const { client, requests } = open();
  const input = { attributes, relationships: { customer } };
  await expect(client.create('orders', input, { include: ['customer'] })).rejects.toThrow('client.create');
  expect(requests).toEqual([]);
});

test('the compiler knows the new related resources', () => {
  const { client } = open();
  const none = { attributes: {} } as const;
  const line = { type: 'lines', attributes: { product: '' } } as const;
  const calls = [
    // @ts-expect-error a customer has a name
    () => client.create('orders', { attributes, relationships: { customer: { type: 'customers', ...none } } }),
    // @ts-expect-error a line is not a customer
    () => client.create('orders', { attributes, relationships: { customer: line } }),
    // @ts-expect-error a line needs its order
    () => client.create('orders', { attributes, relationships: { lines: [line] } }),
    // @ts-expect-error a line needs its order
    () => client.create('orders', { attributes, relationships: { lines: () => [line] } }),
    // @ts-expect-error a contact needs its role
    () => client.create('orders', { attributes, relationships: { contacts: [{ type: 'customers', id: 'c1' }] } }),
  ];
  expect(calls).toHaveLength(5);
});
