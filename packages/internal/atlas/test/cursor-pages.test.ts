import { join } from 'node:path';
import { createNodeSqliteDialect } from '@linkage/kysely';
import { createServer, cursorPagination } from '@linkage/server';
import { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api } from '../src/api.ts';
import { openDatabase } from '../src/open-storage.ts';
import { createSources } from '../src/sources.ts';
import { makeFolder, serveAtlas, silent, writeDatabase } from './served-atlas.ts';

const profile = 'https://jsonapi.org/profiles/ethanresnick/cursor-pagination/';

describe('the demo', () => {
  let atlas: Awaited<ReturnType<typeof serveAtlas>>;
  beforeAll(async () => {
    atlas = await serveAtlas();
  });
  afterAll(() => atlas.close());

  test('CUR-15 CUR-16 CUR-27 walks the cities forwards and backwards by links', async () => {
    const start = '/countries/ISL/cities?sort=-population&page[size]=7';
    const all = (await atlas.get('/countries/ISL/cities?sort=-population&page[size]=100')).data.map(({ id }) => id);
    for (const [first, direction] of [
      [start, 'next'],
      [(await atlas.get(start)).links['last'] ?? '', 'prev'],
    ] as const) {
      const met: string[] = [];
      for (let url: string | null = first; url !== null; ) {
        const page = await atlas.get(url);
        const ids = page.data.map(({ id }) => id);
        met.push(...(direction === 'next' ? ids : ids.reverse()));
        url = page.links[direction] ?? null;
      }
      expect(met).toEqual(direction === 'next' ? all : all.toReversed());
    }
  });

  test('CUR-01 all types come by cursor if the request asks for the profile', async () => {
    const accept = `application/vnd.api+json; profile="${profile}"`;
    const response = await fetch(`${atlas.base}/countries?page[size]=2`, { headers: { accept } });
    const document = (await response.json()) as { readonly links: Readonly<Record<string, unknown>> };
    expect(response.headers.get('content-type')).toBe(accept);
    expect(document.links).toMatchObject({ prev: null, next: { href: expect.stringContaining('page%5Bafter%5D=') } });
    expect((await atlas.get('/countries?page[size]=2')).links['next']).toContain('page%5Bnumber%5D=2');
  });
});

describe('an index answers each page, however deep', () => {
  const { folder, remove } = makeFolder();
  const file = join(folder, 'atlas.db');
  beforeAll(() => writeDatabase(file), 60_000);
  afterAll(remove);

  test.each([
    ['', 'member'],
    ['sort=name', 'cities_by_name'],
    ['sort=-name', 'cities_by_name'],
    ['sort=-population', 'cities_by_population'],
    ['filter[country]=FRA', 'cities_of_country'],
    ['filter[country]=FRA&sort=-population', 'cities_of_country_by_population'],
  ])(
    'cities by %j: %s',
    async (query, index) => {
      const database = await openDatabase(file, silent);
      const plans: string[] = [];
      const db = new Kysely<unknown>({
        dialect: createNodeSqliteDialect(database),
        log({ query: { sql, parameters } }) {
          const rows = database.prepare(`explain query plan ${sql}`).all(...(parameters as string[]));
          plans.push(rows.map(({ detail }) => detail).join('; '));
        },
      });
      const { pagination: strategy } = cursorPagination({ key: 'a key of thirty-two bytes or more' });
      const server = createServer(api, createSources(db), { pagination: { strategy } });
      let url = `/cities?page[size]=100&${query}`;
      for (const link of ['next', 'next', 'last', 'prev', 'prev', 'next']) {
        const { status, body = '' } = await server.handle({ method: 'GET', url, headers: {} });
        expect(status).toBe(200);
        url = JSON.parse(body).links[link];
      }
      await db.destroy();
      expect(plans).toHaveLength(6);
      for (const plan of plans) {
        expect(plan).toContain(index);
        expect(plan).not.toContain('TEMP B-TREE');
      }
      // Behind a cursor, the index is searched and not read from its beginning.
      expect(plans[1]).toMatch(/^SEARCH member /);
      expect(plans[4]).toMatch(/^SEARCH member /);
    },
    60_000,
  );
});
