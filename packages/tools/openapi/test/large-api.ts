import { type Api, attribute, defineApi, toMany, toOne } from '@linkage/core';
import { createMemorySources, createServer, type DataSource } from '@linkage/server';
import { z } from 'zod';

const both = { filter: true, sort: true } as const;
const areas = ['billing', 'catalog', 'delivery', 'finance', 'market', 'payment', 'product', 'report', 'stock', 'user'];
const things = [
  'Accounts',
  'Addresses',
  'Batches',
  'Charges',
  'Events',
  'Groups',
  'Invoices',
  'Items',
  'Notes',
  'Orders',
];

/** Returns the name of a type: `billingAccounts`, `catalogAccounts`, and with a number after the first hundred. */
function typeName(index: number): string {
  const round = Math.floor(index / 100);
  return `${areas[index % 10]}${things[Math.floor(index / 10) % 10]}${round === 0 ? '' : round + 1}`;
}

function attributesOf(index: number) {
  const instant = attribute(z.iso.datetime(), { filter: ['eq', 'lt', 'le', 'gt', 'ge', 'between'], sort: true });
  return {
    name: attribute(z.string().max(255), both),
    description: z.string().nullable().default(null),
    externalId: attribute(z.guid(), { filter: ['eq'] }),
    status: attribute(z.enum(['draft', 'active', 'closed']), { filter: ['eq', 'ne'], sort: true }),
    amountCents: attribute(z.int(), both),
    currency: attribute(z.string().length(3), { filter: ['eq'] }),
    [`position${index}`]: attribute(z.int(), both),
    isEnabled: attribute(z.boolean().default(true), { filter: ['eq'] }),
    rate: z.number().nullable().default(null),
    properties: z.json().optional(),
    createdAt: instant,
    updatedAt: instant,
  };
}

type Fields = Record<string, object>;

/**
 * Returns an API like that of a large database: 12 attributes, and on average 5 relationships of each type, of which
 * every second one is the inverse of a foreign key.
 */
export function largeApi(count: number): Api {
  const names = Array.from({ length: count }, (_, index) => typeName(index));
  const relationships = names.map((): Fields => ({}));
  names.forEach((name, index) => {
    for (let key = 0; key < (index % 2 === 0 ? 3 : 2); key++) {
      const target = (index * 7 + key * 31 + 1) % count;
      const targetName = names[target] as string;
      const isTaken = (type: number, field: string): boolean => field in (relationships[type] as object);
      const role = (things[Math.floor(target / 10) % 10] as string).toLowerCase().replace(/e?s$/, '');
      const own = isTaken(index, role) ? `${role}${key}` : role;
      const other =
        isTaken(target, name) || name === own ? `${name}By${own.charAt(0).toUpperCase()}${own.slice(1)}` : name;
      const options = { filter: ['id', 'name'], sort: ['name'], inverse: other } as unknown as Record<string, never>;
      (relationships[index] as Fields)[own] = toOne(targetName, options);
      (relationships[target] as Fields)[other] = toMany(name, { inverse: own });
    }
  });
  const types = names.map((name, index) => [
    name,
    { attributes: attributesOf(index), relationships: relationships[index] },
  ]);
  return defineApi(Object.fromEntries(types) as Parameters<typeof defineApi>[0]) as Api;
}

/** Creates a server of a large API. */
export function largeServer(count: number, isReadOnly = false) {
  const api = largeApi(count);
  const sources = Object.entries(createMemorySources(api, {})).map(([type, source]) => {
    const { list, find, related, ...writes } = source as DataSource;
    return [type, { list, find, related, ...(isReadOnly ? {} : writes) }] as const;
  });
  return createServer(api, Object.fromEntries(sources) as never);
}
