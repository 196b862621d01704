/** Aggregates on every database, with one statement, and equal to those of memory. */
import { attribute, defineApi, toOne } from '@linkage/core';
import { aggregates, createMemorySources, createServer } from '@linkage/server';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { databases } from '../test/databases.ts';
import { requestsTo } from '../test/requests.ts';
import { useDatabase } from '../test/use-database.ts';
import { createKyselySources } from './index.ts';

const asked = { sort: true, filter: true } as const;
const api = defineApi({
  issues: {
    attributes: {
      status: attribute(z.string().nullable(), asked),
      isOpen: attribute(z.boolean(), asked),
      points: attribute(z.int().nullable(), asked),
      price: attribute(z.string().nullable(), asked),
      big: z.string().nullable(),
    },
    relationships: { owner: toOne('people', { filter: true }) },
  },
  people: { attributes: { name: attribute(z.string(), asked) } },
});
const largeApi = defineApi({ large: { attributes: { value: z.union([z.string(), z.int()]), price: z.number() } } });
const filteredApi = defineApi({
  issues: {
    attributes: {
      status: attribute(z.string().nullable(), asked),
      points: z.int().nullable(),
      twice: attribute(z.int().nullable(), { write: false }),
    },
  },
});
const all = ['status', 'isOpen', 'points'] as const;
const profile = aggregates(
  api,
  { issues: { groupBy: all, sum: ['points', 'price', 'big'], min: ['points', 'status'], max: ['points', 'price'] } },
  { applied: 'always' },
);
const tables = `
  create table person (id integer primary key, name varchar(20));
  create table issue (id integer primary key, status varchar(20), is_open boolean not null, points integer, price numeric(20, 2),
    big bigint, owner_id integer, tenant integer not null);
  create table float_row (id integer primary key, value double precision not null);
  create table large (id integer primary key, value bigint not null, cents integer not null);
  insert into person values (7, 'Ada'), (8, 'Bob');
  insert into issue values
    (1, 'new', true, 3, 10.25, 9007199254740993, 7, 1), (2, 'new', false, 5, 0.50, 9007199254740993, 8, 1),
    (3, 'old', true, null, null, null, 7, 1), (4, null, true, 7, 1.25, 1, null, 1), (5, 'gone', true, 1000, 1000, 1, 7, 2);
`;
const records = [
  { id: '1', status: 'new', isOpen: true, points: 3, price: '10.25', big: '9007199254740993', owner: '7' },
  { id: '2', status: 'new', isOpen: false, points: 5, price: '0.50', big: '9007199254740993', owner: '8' },
  { id: '3', status: 'old', isOpen: true, points: null, price: null, big: null, owner: '7' },
  { id: '4', status: null, isOpen: true, points: 7, price: '1.25', big: '1', owner: null },
];
const people = [
  { id: '7', name: 'Ada' },
  { id: '8', name: 'Bob' },
];

// biome-ignore lint/suspicious/noExplicitAny: expressions of every type
const twice = (eb: any, column: unknown) => eb(column, '*', 2);

/** The driver of PGlite returns large integers as bigints, and the others as strings or numbers. */
const large = { decode: (stored: unknown) => (typeof stored === 'bigint' ? String(stored) : stored) };

describe.each(databases)('$name', ({ name, missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'aggregates', () => {
    const statements: string[] = [];
    const used = useDatabase(open, tables, statements);
    const serversOf = (access?: object) => {
      const sql = createKyselySources(api, used.db, {
        issues: {
          table: 'issue',
          idType: 'integer',
          where: { tenant: 1 },
          attributes: { isOpen: { column: 'is_open', decode: Boolean }, big: { column: 'big', ...large } },
          relationships: { owner: { column: 'owner_id' } },
        },
        people: { table: 'person', idType: 'integer' },
      } as never);
      const memory = createMemorySources(api, { issues: records, people } as never);
      const options = { profiles: [profile], ...(access === undefined ? {} : { access }) } as never;
      return [sql, memory].map((sources) => requestsTo(createServer(api, sources as never, options)));
    };
    const largeServer = () => {
      const price = { column: 'cents', decode: (stored: unknown) => Number(stored) / 100 };
      const sources = createKyselySources(largeApi, used.db, {
        large: { table: 'large', idType: 'integer', attributes: { price, value: { column: 'value', ...large } } },
      } as never);
      const sums = aggregates(largeApi, { large: { sum: ['value', 'price'] } }, { applied: 'always' });
      return requestsTo(createServer(largeApi, sources as never, { profiles: [sums] }));
    };
    const queries = [
      ...['groupBy=', 'groupBy=status', 'groupBy=isOpen', 'groupBy=status,isOpen', 'groupBy=points', 'sumOf=points'],
      ...[
        'sumOf=price',
        'sumOf=big',
        'minOf=points,status&maxOf=points',
        'groupBy=status&sumOf=points,price&maxOf=points',
      ],
      ...['groupBy=status&filter[owner.name]=Ada', 'sumOf=points&filter[points][ge]=5', 'groupBy=&filter[status]=none'],
      ...[
        'sumOf=points,price&filter[status]=none',
        'groupBy=status&filter[status]=null',
        'groupBy=isOpen&filter[isOpen]=true',
      ],
    ];
    const rules: readonly (readonly [string, object | undefined])[] = [
      ['without rules', undefined],
      ['own issues', { issues: { read: () => [{ field: 'owner', values: ['7'] }] }, people: { read: () => true } }],
      ['hidden people', { issues: { read: () => true }, people: { read: () => [{ field: 'id', values: ['8'] }] } }],
      ['nothing', { issues: { read: () => false }, people: { read: () => false } }],
    ];

    // In SQLite, the values of the column are numbers, and so are their sums.
    const shown = (meta: unknown) =>
      name === 'SQLite'
        ? JSON.parse(JSON.stringify(meta).replace(/("price":)"([^"]*)"/g, (_, key, value) => key + Number(value)))
        : meta;

    test.each(rules)('equal those of memory: %s', async (_, access) => {
      const [sql, memory] = serversOf(access);
      for (const query of queries) {
        const [one, other] = [await sql?.(`GET /issues?${query}`), await memory?.(`GET /issues?${query}`)];
        expect([query, one?.status, shown(one?.document.meta)]).toEqual([query, 200, shown(other?.document.meta)]);
      }
    });

    test('exact sums, and values as in documents', async () => {
      const [sql] = serversOf();
      const groups = async (query: string) => (await sql?.(`GET /issues?${query}`))?.document.meta.aggregates;
      expect(await groups('sumOf=big,price,points')).toEqual([
        { count: 4, sum: { big: '18014398509481987', price: name === 'SQLite' ? 12 : '12.00', points: 15 } },
      ]);
      expect(await groups('groupBy=isOpen')).toEqual([
        { by: { isOpen: false }, count: 1 },
        { by: { isOpen: true }, count: 3 },
      ]);
    });

    test('of large integers are exact, and of other values than numbers are rejected', async () => {
      const large = '9223372036854775807';
      const strings = [['-9223372036854775807'], [large, large, large], [large, '-1', '5'], ['-4294967297', '1']];
      for (const values of strings) {
        await used.exec('delete from large');
        for (const [index, value] of values.entries())
          await used.exec(`insert into large values (${index}, ${value}, ${index * 100})`);
        const sum = values.reduce((all, value) => all + BigInt(value), 0n);
        const server = largeServer();
        const { document } = await server('GET /large?sumOf=value');
        expect(String(document.meta.aggregates[0].sum.value)).toBe(String(sum));
        const cents = await server('GET /large?sumOf=price');
        // The column stores another value than documents show.
        expect(cents.status).toBe(values.length === 1 ? 200 : 400);
      }
    });

    test('of floating-point numbers beyond the largest one fail no request', async () => {
      const floatApi = defineApi({ floats: { attributes: { value: z.number() } } });
      const sources = createKyselySources(floatApi, used.db, { floats: { table: 'float_row', idType: 'integer' } });
      const profiles = [aggregates(floatApi, { floats: { sum: ['value'] } }, { applied: 'always' })];
      const sum = async (...values: readonly string[]) => {
        const rows = values.map((value, index) => `(${index}, ${value})`);
        await used.exec(`delete from float_row; insert into float_row values ${rows.join()}`);
        const { status, document } = await requestsTo(createServer(floatApi, sources, { profiles }))(
          'GET /floats?sumOf=value',
        );
        return status === 200 ? document.meta.aggregates[0].sum.value : status;
      };
      // PostgreSQL does not add them.
      expect([null, 400]).toContain(await sum('1e308', '1e308'));
      expect([null, 400]).toContain(await sum('-1e308', '-1e308'));
      expect([1e308, null, 400]).toContain(await sum('1e308', '1e308', '-1e308'));
      expect(await sum('1.5e308', '0.25')).toBe(1.5e308);
      expect(await sum('0.5', '0.25', '-3')).toBe(-2.25);
    });

    test('of the tenant of each call, and of expressions', async () => {
      const sources = createKyselySources(filteredApi, used.db, {
        issues: {
          table: 'issue',
          idType: 'integer',
          where: { tenant: ({ context }: { readonly context: unknown }) => context },
          attributes: {
            twice: { expression: (row: (name: string) => unknown, eb: never) => twice(eb, row('points')) },
          },
        },
      } as never);
      const fields = { groupBy: ['status', 'twice'], sum: ['points', 'twice'], max: ['twice'] } as const;
      const profiles = [aggregates(filteredApi, { issues: fields }, { applied: 'always' })];
      const context = ({ headers }: { readonly headers: object }) =>
        Number((headers as Readonly<Record<string, string>>)['x-tenant']);
      const ask = requestsTo(createServer(filteredApi, sources as never, { profiles, context }));
      const of = async (tenant: string, query: string) =>
        (await ask(`GET /issues?${query}`, undefined, { 'x-tenant': tenant })).document.meta?.aggregates;
      for (const _ of [1, 2]) {
        expect(await of('1', 'sumOf=points,twice&maxOf=twice')).toEqual([
          { count: 4, sum: { points: 15, twice: 30 }, max: { twice: 14 } },
        ]);
        expect(await of('2', 'sumOf=points,twice')).toEqual([{ count: 1, sum: { points: 1000, twice: 2000 } }]);
        expect(await of('1', 'groupBy=twice&filter[status]=new')).toEqual([
          { by: { twice: 6 }, count: 1 },
          { by: { twice: 10 }, count: 1 },
        ]);
        expect(await of('3', 'groupBy=status')).toEqual([]);
      }
    });

    test('cost one statement', async () => {
      const [sql] = serversOf();
      const count = async (query: string) => {
        statements.length = 0;
        await sql?.(`GET /issues?${query}`);
        return statements.length;
      };
      const plain = await count('filter[isOpen]=true');
      expect((await count('filter[isOpen]=true&groupBy=status&sumOf=points&minOf=points&maxOf=points')) - plain).toBe(
        1,
      );
    });
  });
});
