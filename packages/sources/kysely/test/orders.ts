import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { type AccessRules, createServer, type ServerOptions, type Sources } from '@linkage/server';
import { type Dialect, Kysely } from 'kysely';
import { z } from 'zod';
import { createKyselySources } from '../src/index.ts';

const on = { sort: true, filter: true } as const;
const levels = ['low', 'middle', 'high'];

/** Orders whose columns compare unlike the values that a driver returns, and customers who have them in three ways. */
export const api = defineApi({
  orders: {
    attributes: {
      freight: attribute(z.string().nullable(), on),
      units: attribute(z.string(), on),
      code: attribute(z.string(), on),
      level: attribute(z.enum(['low', 'middle', 'high']), on),
      day: attribute(z.string(), on),
    },
    relationships: { customer: toOne('customers', { filter: true, sort: true }) },
  },
  customers: {
    attributes: { name: attribute(z.string(), on) },
    relationships: { orders: toMany('orders', { filter: true }), liked: toMany('orders', { filter: true }) },
  },
});

/** Sources over a database with the tables `purchase`, `customer` and `liked`. */
export function orderSources(dialect: Dialect, textOf: (stored: unknown) => string, levelsAreText: boolean) {
  const statements: string[] = [];
  const db = new Kysely({
    dialect,
    log: ({ query }) => {
      statements.push(query.sql);
    },
  });
  const level = levelsAreText
    ? {}
    : { level: { decode: (it: unknown) => levels[Number(it)] as 'low', encode: (it: string) => levels.indexOf(it) } };
  const sources = createKyselySources(api, db, {
    orders: {
      table: 'purchase',
      attributes: { freight: { decode: textOf }, units: { decode: textOf }, ...level },
      relationships: { customer: { column: 'customer_id' } },
    },
    customers: {
      table: 'customer',
      relationships: {
        orders: { foreignKey: 'customer_id' },
        liked: { through: 'liked', from: 'customer_id', to: 'order_id' },
      },
    },
  });
  return { sources, statements };
}

type Condition = { readonly field: string; readonly operator?: 'lt' | 'le' | 'gt' | 'ge'; readonly values: unknown[] };

/**
 * Returns the sorted ids that each path to orders shows under a rule. The customer `all` has, and likes, every order.
 */
export async function pathsTo(
  sources: Sources<typeof api>,
  conditions: readonly Condition[],
  ids: readonly string[],
  options: ServerOptions<unknown, typeof api> = {},
) {
  const access = { orders: { read: () => conditions } } as unknown as AccessRules<typeof api>;
  const server = createServer(api, sources, { ...options, defaultAccess: 'allow', access });
  const get = async (url: string) => {
    const { status, body } = await server.handle({ method: 'GET', url, headers: {} });
    return { status, document: JSON.parse(body ?? '{}') };
  };
  const sorted = (data: readonly { readonly type: string; readonly id: string }[] | undefined) =>
    data
      ?.filter(({ type }) => type === 'orders')
      .map(({ id }) => id)
      .sort();
  const byId = await Promise.all(ids.map(async (id) => ((await get(`/orders/${id}`)).status === 200 ? [id] : [])));
  const toOne = await Promise.all(
    ids.map(async (id) => ((await get(`/orders/${id}/customer`)).status === 200 ? [id] : [])),
  );
  const list = await get('/orders?page[total]=true');
  const included = await get('/customers/all?include=orders');
  const through = await get('/customers/all?include=liked');
  const related = await get('/customers/all/liked?page[total]=true');
  const filtered = await Promise.all(
    ids.map(async (id) => ((await get(`/customers?filter[orders]=${id}`)).document.data?.length === 1 ? [id] : [])),
  );
  const behind = await get('/orders?filter[customer.orders.code]=abc,ABC,x,y,z,w');
  return {
    list: sorted(list.document.data),
    byId: byId.flat().sort(),
    'to-one behind it': toOne.flat().sort(),
    included: sorted(included.document.included),
    'included, through a table': sorted(through.document.included),
    linkage: sorted((await get('/customers/all/relationships/orders')).document.data),
    related: sorted(related.document.data),
    sorted: sorted((await get('/customers/all/orders?sort=-freight')).document.data),
    'filter by their ids': filtered.flat().sort(),
    'filter through them': sorted(behind.document.data),
    total: list.document.meta?.page.total,
    'total of related': related.document.meta?.page.total,
  };
}

/** Returns the result of every path if all of them agree. */
export function everyPath(ids: readonly string[]): Awaited<ReturnType<typeof pathsTo>> {
  return {
    list: [...ids],
    byId: [...ids],
    'to-one behind it': [...ids],
    included: [...ids],
    'included, through a table': [...ids],
    linkage: [...ids],
    related: [...ids],
    sorted: [...ids],
    'filter by their ids': [...ids],
    'filter through them': [...ids],
    total: ids.length,
    'total of related': ids.length,
  };
}
