import { createServer, cursorPagination } from '@linkage/server';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api, item, openPlaces, placeNames, type Stock } from '../test/stock.ts';

const rows = 3000;
const indexes = [
  'create index item_by_grade on item (grade nulls first, id)',
  'create index item_by_label on item (label, id)',
  'create index item_of_shop on item (shop_id, id)',
  'create index item_of_shop_by_label on item (shop_id, label, id)',
  'create index item_by_both on item (label, grade desc nulls last, id desc)',
];
const { pagination: strategy } = cursorPagination({ key: 'a key of thirty-two bytes or more', itemCursors: false });

let opened: Awaited<ReturnType<typeof openPlaces>>;
beforeAll(async () => {
  opened = await openPlaces();
});
afterAll(() => opened?.stop());

// Plans of MariaDB have another form, and its indexes no place for nulls.
describe.each(placeNames.filter((name) => name !== 'memory' && name !== 'MariaDB'))('%s', (place) => {
  let stock: Stock;
  beforeAll(async () => {
    const grades = [null, 1, 2, 3, 4];
    const items = Array.from({ length: rows }, (_, index) =>
      item(`i${String(index).padStart(5, '0')}`, {
        grade: grades[(index * 7) % 5] as number | null,
        label: `label ${index % 400}`,
        shop: `s${(index % 20) + 1}`,
      }),
    );
    stock = await (opened.places[place] as NonNullable<(typeof opened.places)[string]>)(items);
    const create = place === 'SQLite' ? indexes.map((it) => it.replace(/ nulls (?:first|last)/g, '')) : indexes;
    for (const index of create) await sql.raw(index).execute(stock.db as never);
    await sql.raw('analyze').execute(stock.db as never);
  });
  afterAll(() => stock?.close());

  /** Follows links, and returns for each page how many statements it took, and the plans of these. */
  async function plansOf(start: string, links: readonly string[]) {
    const server = createServer(api, stock.sources, { pagination: { strategy, types: { items: { pageSize: 10 } } } });
    const pages: string[][] = [];
    let url = start;
    for (const link of links) {
      const from = stock.queries.length;
      const { status, body = '' } = await server.handle({ method: 'GET', url, headers: {} });
      expect(status).toBe(200);
      const plans: string[] = [];
      for (const query of stock.queries.slice(from)) {
        const explain = place === 'SQLite' ? 'explain query plan ' : 'explain ';
        const { rows: lines } = await stock.db.executeQuery({ ...query, sql: explain + query.sql } as never);
        plans.push(
          lines.map((line) => (line as { detail?: string })['detail'] ?? Object.values(line as object)[0]).join('\n'),
        );
      }
      pages.push(plans.filter((plan) => /\bitem\b|member/.test(plan)));
      url = JSON.parse(body).links[link];
    }
    return pages;
  }

  const there = ['next', 'next', 'next'];
  const back = ['last', 'prev', 'prev'];

  test.each([
    ['/items?', 'item_pkey|sqlite_autoindex_item_1'],
    ['/items?sort=label', 'item_by_label'],
    ['/items?sort=-label', 'item_by_label'],
    ['/items?sort=grade', 'item_by_grade'],
    ['/items?sort=-grade', 'item_by_grade'],
    ['/items?sort=label,-grade', 'item_by_both'],
    ['/items?filter[shop]=s1&sort=-label', 'item_of_shop_by_label'],
  ])('an index answers %s in both directions: %s', async (url, index) => {
    for (const links of [there, back]) {
      for (const plan of (await plansOf(url, links)).flat()) {
        expect(plan).toMatch(new RegExp(index));
        // One label has only a few rows left: PostgreSQL may sort these.
        if (!url.includes('label,')) expect(plan).not.toMatch(/Sort|TEMP B-TREE/);
      }
    }
  });

  test('a page is one statement where all keys have one direction, and one for each part elsewhere', async () => {
    const counts = async (url: string) => (await plansOf(url, ['next', 'next'])).map((plans) => plans.length);
    expect(await counts('/items?sort=label')).toEqual([1, 1]);
    expect(await counts('/items?sort=-grade,-label')).toEqual([1, 1]);
    expect(await counts('/items?sort=label,-grade')).toEqual([1, 3]);
  });
});
