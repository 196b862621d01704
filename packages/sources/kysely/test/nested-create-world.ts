/** The tests of related resources that the client creates in one request, alone and in imports, under access rules. */
import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { toFetchHandler } from '@linkage/fetch';
import {
  type AccessRules,
  atomicOperations,
  createMemoryIdempotencyStore,
  createServer,
  idempotencyKeys,
} from '@linkage/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { atomicRequests, createClient, importRows } from '../../../client/src/index.ts';

export const api = defineApi({
  orders: {
    attributes: { number: attribute(z.string(), { sort: true }) },
    relationships: { lines: toMany('lines', { write: false }), customer: toOne('customers') },
  },
  lines: {
    attributes: { item: z.string(), count: z.int() },
    relationships: { order: toOne('orders', { inverse: 'lines', required: true }) },
  },
  customers: { attributes: { name: z.string() } },
});
const all = { read: () => true, create: () => true, update: () => true };
const rules: AccessRules<typeof api> = {
  orders: all,
  customers: all,
  lines: { ...all, create: (_, { input }) => input.attributes.item !== 'Gold' },
};

const key = 'varchar(40) primary key';
/** The tables. */
export const tables = `
  create table customer (id ${key}, name varchar(40) not null);
  create table shop_order (id ${key}, number varchar(40) not null, customer_id varchar(40) references customer (id));
  create table order_line (
    id ${key}, item varchar(40) not null, count integer not null, order_id varchar(40) not null references shop_order (id)
  );
`;

/** The sources over an empty database. */
interface NestedWorld {
  readonly sources: unknown;
  readonly close: () => Promise<void>;
}

/** Defines the tests. @param open Opens a database with the tables. */
export function describeNestedCreate(open: () => Promise<NestedWorld>): void {
  let world: NestedWorld;
  let client: ReturnType<typeof clientOf>;
  function clientOf(sources: unknown) {
    const keys = idempotencyKeys({ store: createMemoryIdempotencyStore() });
    const server = createServer(
      api,
      sources as never,
      {
        access: rules,
        extensions: [atomicOperations()],
        idempotency: { keys, user: () => 'shop' },
        onError: () => undefined,
      } as never,
    );
    return createClient<typeof api>({
      baseUrl: 'http://localhost',
      fetch: toFetchHandler(server),
      atomic: atomicRequests(),
    });
  }
  beforeAll(async () => {
    world = await open();
    client = clientOf(world.sources);
  }, 120_000);
  afterAll(() => world?.close());

  const create = (number: string, ...items: readonly string[]) =>
    client.create('orders', {
      attributes: { number },
      relationships: {
        customer: { type: 'customers', attributes: { name: `Customer of ${number}` } },
        lines: (order) =>
          items.map((item) => ({ type: 'lines', attributes: { item, count: 1 }, relationships: { order } })),
      },
    });
  const shown = async () => {
    const { data } = await client.list('orders', { include: ['lines', 'customer'], sort: ['number'] });
    return data.map(({ number, lines, customer }) => [number, lines?.map(({ item }) => item).sort(), customer?.name]);
  };

  test('are created together, or not at all', async () => {
    await create('A', 'Tea', 'Milk');
    await expect(create('B', 'Tea', 'Gold')).rejects.toMatchObject({ status: 403 });
    expect(await shown()).toEqual([['A', ['Milk', 'Tea'], 'Customer of A']]);
    const customers = await client.list('customers');
    expect(customers.data).toHaveLength(1);
  });

  test('of an import are those of the rows that the rules allow', async () => {
    const rejected: number[] = [];
    const rows = ['Tea', 'Gold', 'Salt'];
    const run = importRows(client, rows, {
      key: 'import',
      onRejected: ({ index }) => rejected.push(index),
      write(transaction, item) {
        const order = transaction.add('orders', { attributes: { number: item } });
        transaction.add('lines', { attributes: { item, count: 1 }, relationships: { order } });
      },
    });
    for await (const _ of run);
    expect(rejected).toEqual([1]);
    expect((await shown()).slice(1)).toEqual([
      ['Salt', ['Salt'], undefined],
      ['Tea', ['Tea'], undefined],
    ]);
  });
}
