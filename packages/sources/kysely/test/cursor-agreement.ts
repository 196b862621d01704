import { defineCollection } from '@linkage/core';
import { createMemorySources, createServer, cursorPagination } from '@linkage/server';
import { expect } from 'vitest';
import { randomOf } from '../../../server/test/access-world.ts';
import type { DatabaseName } from './databases.ts';
import { api, type Item, item, shops } from './stock.ts';

/** Orders with ties, NULL, values that no number and no `Date` holds, and keys of related resources. */
export const orders: readonly string[] = [
  ...['label', '-label', 'grade', '-grade', 'price,-label', '-price', 'at', '-at,grade', 'shop.name', '-shop.name'],
  ...['shop.name,-at', 'grade,-shop.name', '-id'],
];

const random = randomOf(7);
const oneOf = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)] as Value;
const items: readonly Item[] = Array.from({ length: 40 }, (_, index) =>
  item(`i${(index * 17) % 41}`, {
    label: oneOf(['a', 'b', 'B', '']),
    grade: oneOf([null, -1, 0, 1]),
    price: oneOf([null, '1.100000000000000001', '1.100000000000000002']),
    at: oneOf([null, '2024-01-01T00:00:00.000001Z', '2024-01-01T00:00:00.000002Z']),
    shop: oneOf([null, 's1', 's2']),
  }),
);

const tags = [
  { id: 't1', name: 'Bazaar' },
  { id: 's1', name: 'Corner' },
] as const;
const places = defineCollection(api, 'places', { types: ['shops', 'tags'], sort: ['name'] });

const columns = {
  SQLite: ['text', 'text', 'text'],
  MariaDB: ['varchar(100) collate utf8mb4_bin', 'decimal(30, 18)', 'datetime(6)'],
  PostgreSQL: ['text collate "C"', 'numeric', 'timestamptz'],
  PGlite: [],
} as const;

/** Creates the tables of the items, and fills them. */
export function stockScript(name: DatabaseName): string {
  const [text, price, at] = columns[name];
  const quoted = (value: unknown) => (value === null || typeof value === 'number' ? String(value) : `'${value}'`);
  const time = (value: string | null) =>
    name === 'MariaDB' && value !== null ? value.replace('T', ' ').replace('Z', '') : value;
  const values = items.map((it) => [it.id, it.label, it.grade, it.price, time(it.at), it.shop].map(quoted).join(', '));
  return `
    create table shop (id ${text} primary key, name ${text} not null);
    create table tag (id ${text} primary key, name ${text} not null);
    create table item (id ${text} primary key, label ${text} not null, grade integer, price ${price}, at ${at}, shop_id ${text});
    create table item_tag (item_id ${text} not null, tag_id ${text} not null, primary key (item_id, tag_id));
    insert into shop values ${shops.map((it) => `('${it.id}', '${it.name}')`).join(', ')};
    insert into tag values ${tags.map((it) => `('${it.id}', '${it.name}')`).join(', ')};
    insert into item values ${values.map((it) => `(${it})`).join(', ')};`;
}

const cursors = cursorPagination({ key: 'a key of thirty-two bytes or more', applied: 'always' });
const options = { profiles: [cursors], collections: [places], pagination: { collections: cursors.pagination } };
const memory = createServer(
  api,
  createMemorySources(api, {
    items,
    shops: shops.map((it) => ({ ...it, items: [] })),
    tags: tags.map((it) => ({ ...it, items: [] })),
  }) as never,
  { ...options, limits: { pageSizeMaximum: 100 } } as never,
);

async function get(server: Pick<typeof memory, 'handle'>, url: string) {
  const { status, body = '' } = await server.handle({ method: 'GET', url, headers: {} });
  expect([url, status, status === 200 ? '' : body]).toEqual([url, 200, '']);
  return JSON.parse(body);
}
const idsOf = (document: { data: { id: string }[] }): string[] => document.data.map(({ id }) => id);

/** Expects that a source reads a collection of several types by one statement, and that its order is the merged one of the memory sources. */
export async function expectMixedAgrees(sources: object): Promise<void> {
  const called: string[] = [];
  const run = (work: () => never) => work();
  const startCall = (_: string, method: string) => ({ run, end: () => called.push(method) });
  const tracing = { startRequest: () => ({ run, end: () => undefined, startCall }) };
  await expectWalkAgrees(sources, 'name', { path: '/places', size: 1, tracing });
  await expectWalkAgrees(sources, '-name', { path: '/places', size: 3, tracing });
  expect(new Set(called)).toEqual(new Set(['united', 'find']));
}

/** Expects that pages by positions contain each item once, in the order of the memory sources. */
export async function expectWalkAgrees(
  sources: object,
  sort: string,
  { path = '/items', size = 7, tracing }: { path?: string; size?: number; tracing?: object } = {},
): Promise<void> {
  const server = createServer(api, sources as never, { ...options, tracing } as never);
  const wanted = idsOf(await get(memory, `${path}?sort=${sort}&page[size]=100`));
  const found: string[] = [];
  let url: string | undefined = `${path}?sort=${sort}&page[size]=${size}`;
  while (url !== undefined) {
    const document: { data: { id: string }[]; links: { next?: { href: string } | string } } = await get(server, url);
    found.push(...idsOf(document));
    const { next } = document.links;
    url = typeof next === 'object' ? next?.href : next;
  }
  expect(found).toEqual(wanted);
}
