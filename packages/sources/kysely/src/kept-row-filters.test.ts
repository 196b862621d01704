/** A statement that is kept never has the row filter, the keys, or the values of another request. On every database. */

import { AsyncLocalStorage } from 'node:async_hooks';
import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { createServer, cursorPagination, type SourceCall } from '@linkage/server';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { databases } from '../test/databases.ts';
import { call, query, select } from '../test/newsroom.ts';
import { requestsTo } from '../test/requests.ts';
import { useDatabase } from '../test/use-database.ts';
import { createKyselySources } from './index.ts';

const on = { sort: true, filter: true } as const;
const tenants = ['one', 'two'] as const;
const articles = {
  attributes: {
    title: attribute(z.string(), on),
    owner: attribute(z.string().default(''), { ...on, write: false }),
  },
  relationships: { author: toOne('people', on), tags: toMany('tags', { filter: true }) },
} as const;
const api = defineApi({
  articles,
  people: {
    attributes: { name: attribute(z.string(), on) },
    relationships: { articles: toMany('articles', { filter: true }) },
  },
  tags: { attributes: { name: attribute(z.string(), on) }, relationships: { articles: toMany('articles') } },
});

/** Each tenant has the articles a and b by its person p, with its tag t. Each article b also references rows of the other tenant. */
const script = `
  create table person (id varchar(20) primary key, name varchar(20) not null, tenant varchar(20) not null);
  create table article (
    id varchar(20) primary key, title varchar(20) not null, tenant varchar(20) not null, author_id varchar(20) not null
  );
  create table tag (id varchar(20) primary key, name varchar(20) not null, tenant varchar(20) not null);
  create table article_tag (article_id varchar(20) not null, tag_id varchar(20) not null, primary key (article_id, tag_id));
  insert into person values ('one-p', 'Ada', 'one'), ('two-p', 'Ada', 'two');
  insert into article values ('one-a', 'A', 'one', 'one-p'), ('one-b', 'B', 'one', 'two-p'),
    ('two-a', 'A', 'two', 'two-p'), ('two-b', 'B', 'two', 'one-p');
  insert into tag values ('one-t', 'sea', 'one'), ('two-t', 'sea', 'two');
  insert into article_tag values ('one-a', 'one-t'), ('one-b', 'one-t'), ('one-b', 'two-t'), ('two-a', 'two-t'),
    ('two-b', 'one-t'), ('two-b', 'two-t');
`;

/** Requests of a tenant. MY stands for its name, and THEIR for the name of the other tenant. */
const reads: readonly (readonly [url: string, expected: string | null | number])[] = [
  ['/articles', 'MY-a,MY-b'],
  ['/articles?sort=-title', 'MY-b,MY-a'],
  ['/articles?sort=title&page[size]=1&page[number]=2', 'MY-b'],
  ['/articles?sort=-author.name,title', 'MY-a,MY-b'],
  ['/articles/MY-a', 'MY-a'],
  ['/articles/THEIR-a', 404],
  ['/articles/MY-a/author', 'MY-p'],
  ['/articles/MY-b/author', null],
  ['/articles/MY-b/relationships/author', null],
  ['/articles/MY-b/tags', 'MY-t'],
  ['/articles/MY-b/tags?page[size]=1', 'MY-t'],
  ['/articles/MY-b/relationships/tags', 'MY-t'],
  ['/articles/THEIR-b/tags', 404],
  ['/people/MY-p/articles', 'MY-a'],
  ['/people/MY-p/articles?page[size]=1', 'MY-a'],
  ['/people/THEIR-p/articles', 404],
  ['/tags/MY-t/articles?sort=title', 'MY-a,MY-b'],
  ['/articles?filter[title]=A', 'MY-a'],
  ['/articles?filter[author]=MY-p', 'MY-a'],
  ['/articles?filter[author]=THEIR-p', ''],
  ['/articles?filter[author]=MY-p,THEIR-p', 'MY-a'],
  ['/articles?filter[tags]=THEIR-t', ''],
  ['/articles?filter[tags]=THEIR-t,MY-t', 'MY-a,MY-b'],
  ['/articles?filter[author.name]=Ada', 'MY-a'],
  ['/people?filter[articles.title]=A', 'MY-p'],
  ['/people?filter[articles.title]=B', ''],
  ['/people?filter[articles]=MY-a,MY-b,THEIR-b', 'MY-p'],
];

const current = new AsyncLocalStorage<string>();
const tenantOf = ({ context }: SourceCall): string => context as string;

/** The row filters of every type: each depends on the request in another way. */
const rowFilters = {
  'values of the call': { tenant: tenantOf },
  'an expression with values': (row: never, eb: never) =>
    (eb as (...given: unknown[]) => never)((row as (name: string) => unknown)('tenant'), '=', current.getStore() ?? ''),
  'an expression without values': (row: never) =>
    sql`${(row as (name: string) => unknown)('tenant')} = ${sql.lit(current.getStore() ?? '')}`,
} as const;

const mediaType = 'application/vnd.api+json';
const profile = 'https://jsonapi.org/profiles/ethanresnick/cursor-pagination/';

describe.each(databases)('$name', ({ missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'kept statements', () => {
    const database = useDatabase(open, script);
    const failures: unknown[] = [];
    const createSources = (rowFilter: object | undefined, owner: object = { column: 'title' }) =>
      createKyselySources(api, database.db, {
        articles: {
          table: 'article',
          attributes: { owner },
          relationships: {
            author: { column: 'author_id' },
            tags: { through: 'article_tag', from: 'article_id', to: 'tag_id' },
          },
          ...(rowFilter && { where: rowFilter }),
        },
        people: {
          table: 'person',
          relationships: { articles: { foreignKey: 'author_id' } },
          ...(rowFilter && { where: rowFilter }),
        },
        tags: {
          table: 'tag',
          relationships: { articles: { through: 'article_tag', from: 'tag_id', to: 'article_id' } },
          ...(rowFilter && { where: rowFilter }),
        },
      } as never) as never;
    const openServer = (rowFilter: object | undefined, owner?: object) => {
      const server = createServer<typeof api, string>(api, createSources(rowFilter, owner), {
        context: ({ headers }) => String(headers['x-tenant']),
        onError: (error) => void failures.push(error),
        profiles: [cursorPagination({ key: 'a key of thirty-two bytes or more' })],
      });
      const send = requestsTo(server);
      return (tenant: string, url: string, headers = {}) =>
        current.run(tenant, () => send(`GET ${url}`, undefined, { 'x-tenant': tenant, ...headers }));
    };
    afterAll(async () => {
      expect(failures).toEqual([]);
    });
    /** Replaces the names of the tenants. */
    const forTenant = (text: string, index: number) =>
      text.replaceAll('MY', tenants[index] as string).replaceAll('THEIR', tenants[1 - index] as string);

    describe.each(Object.entries(rowFilters))('%s', (_, rowFilter) => {
      let get: ReturnType<typeof openServer>;
      beforeAll(() => {
        get = openServer(rowFilter);
      });

      test.each(reads)('two tenants alternate: GET %s', async (url, expected) => {
        for (const index of [0, 1, 0, 1, 1, 0]) {
          const { status, ids } = await get(tenants[index] as string, forTenant(url, index));
          const seen = typeof ids === 'string' ? ids.split(',').sort().join() : ids;
          const wanted = typeof expected === 'string' ? forTenant(expected, index) : expected;
          if (url.includes('sort')) expect(ids).toBe(wanted);
          else
            expect(status === 200 ? seen : status).toBe(
              typeof wanted === 'string' ? wanted.split(',').sort().join() : wanted,
            );
        }
      });

      test('two tenants alternate at the same time', async () => {
        const lists = Array.from({ length: 20 }, (_, count) =>
          get(tenants[count % 2] as string, '/articles?sort=title'),
        );
        const found = await Promise.all(lists);
        expect(found.map(({ ids }) => ids)).toEqual(found.map((_, count) => forTenant('MY-a,MY-b', count % 2)));
      });

      test('two tenants alternate: included resources, totals, and members of many parents', async () => {
        for (const index of [0, 1, 0, 1]) {
          const url = '/articles?sort=title&include=author,tags&page[total]=true';
          const { document } = await get(tenants[index] as string, url);
          expect(document.meta.page.total).toBe(2);
          const included = document.included.map(({ id }: { readonly id: string }) => id).sort();
          expect(included).toEqual(['MY-p', 'MY-t'].map((it) => forTenant(it, index)));
        }
      });

      test.each(['title', '-author.name,title'])(
        'two tenants alternate: pages by cursor, sorted by %s',
        async (sort) => {
          const next: (string | undefined)[] = tenants.map(() => `/articles?sort=${sort}&page[size]=1`);
          const seen: string[] = ['', ''];
          for (let count = 0; count < 8; count++) {
            const index = count % 2;
            const url = next[index];
            if (url === undefined) continue;
            const headers = { accept: `${mediaType};profile="${profile}"` };
            const { document, ids, status } = await get(tenants[index] as string, url, headers);
            expect(status).toBe(200);
            seen[index] += `${ids} `;
            next[index] = document.links?.next?.href ?? document.links?.next ?? undefined;
          }
          expect(seen.map((it) => it.trim())).toEqual([0, 1].map((index) => forTenant('MY-a MY-b', index)));
        },
      );
    });

    test('an expression that computes an attribute from the request is computed for each request', async () => {
      const get = openServer(undefined, {
        expression: (row: (name: string) => unknown) =>
          sql`concat(${row('title')}, cast(${current.getStore() ?? ''} as char(3)))`,
      });
      for (const tenant of ['one', 'two', 'one']) {
        const { document, ids } = await get(tenant, `/articles?filter[owner]=A${tenant}&sort=owner,-title`);
        expect(ids?.split(',').sort()).toEqual(['one-a', 'two-a']);
        expect(document.data[0].attributes.owner).toBe(`A${tenant}`);
      }
    });

    test('constant row filters: two types of one table do not share statements, and keys and values are those of the request', async () => {
      const types = defineApi({
        ones: articles,
        twos: articles,
        people: { relationships: {} },
        tags: { attributes: { name: attribute(z.string(), on) }, relationships: {} },
      } as never);
      const mapping = (tenant: string) => ({
        table: 'article',
        where: { tenant },
        attributes: { owner: { column: 'title' } },
        relationships: {
          author: { column: 'author_id' },
          tags: { through: 'article_tag', from: 'article_id', to: 'tag_id' },
        },
      });
      const sources = createKyselySources(types, database.db, {
        ones: mapping('one'),
        twos: mapping('two'),
        people: { table: 'person' },
        tags: { table: 'tag' },
      } as never) as unknown as Record<
        string,
        { related: (...given: unknown[]) => Promise<Map<string, { records: { id: string }[] }>> }
      >;
      const { page, ...all } = query({ selection: select(['name']) });
      for (const [type, mine, other] of [
        ['ones', 'one', 'two'],
        ['twos', 'two', 'one'],
        ['ones', 'one', 'two'],
      ] as const) {
        for (const [given, parents] of [
          [{ ...all, page }, [`${mine}-a`]],
          [{ ...all, page }, [`${other}-a`]],
          [{ ...all, page: { ...page, positions: true } }, [`${mine}-a`]],
          [{ ...all, page: { ...page, positions: true } }, [`${other}-a`]],
          [{ selection: all.selection }, [`${other}-a`, `${mine}-a`]],
          [{ selection: all.selection, pagePerParent: page }, [`${mine}-a`, `${other}-a`]],
        ] as const) {
          const found = await sources[type]?.related('tags', parents, given, call);
          const members = [...(found ?? [])].flatMap(([parent, { records }]) =>
            records.map(({ id }) => `${parent} ${id}`),
          );
          expect(members).toEqual(parents.includes(`${mine}-a`) ? [`${mine}-a ${mine}-t`] : []);
        }
      }
    });
  });
});
