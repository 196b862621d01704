import type { SortField } from '@linkage/core';
import { createServer, cursorPagination } from '@linkage/server';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api, type Item, item, openPlaces, placeNames, type Stock } from '../test/stock.ts';

// biome-ignore lint/suspicious/noExplicitAny: documents as tests look at them
type AnyDocument = any;

const acceptCursors = 'application/vnd.api+json;profile="https://jsonapi.org/profiles/ethanresnick/cursor-pagination/"';

/** More than two statements read, in another order than that of creation. */
const COUNT = 1203;
const stock: readonly Item[] = Array.from({ length: COUNT }, (_, index) =>
  item(`i${(index * 17) % COUNT}`, {
    label: ['a', 'b', 'c'][index % 3] as string,
    grade: index % 4 === 0 ? null : index % 7,
    shop: [null, 's1', 's2'][index % 3] as string | null,
    tags: index % 5 === 0 ? ['t1'] : [],
  }),
);

let opened: Awaited<ReturnType<typeof openPlaces>>;
beforeAll(async () => {
  opened = await openPlaces();
});
afterAll(() => opened?.stop());

async function documentOf(
  sources: Stock['sources'],
  options: object,
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<AnyDocument> {
  const failures: unknown[] = [];
  const limits = { pageSize: COUNT, pageSizeMaximum: COUNT, requestTime: 0, sourceTime: 0 };
  const server = createServer(api, sources, { ...options, limits, onError: (it) => void failures.push(it) });
  const { status, body = '' } = await server.handle({ method: 'GET', url, headers });
  expect([failures, status]).toEqual([[], 200]);
  const { data, included } = JSON.parse(body);
  return { data, included };
}

/** The pages of items that a source yields. */
function pagesOf({ sources }: Stock, sort: readonly SortField[]): AsyncIterable<readonly Item[]> {
  const call = { context: undefined, signal: new AbortController().signal };
  const selection = { attributes: new Set<string>(), relationships: new Set<string>() };
  const { stream } = sources.items as Required<typeof sources.items>;
  return stream({ filter: [], sort, selection }, call) as AsyncIterable<readonly Item[]>;
}

describe.each(placeNames)('%s', (place) => {
  let open: Stock;
  beforeAll(async () => {
    open = await (opened.places[place] as NonNullable<(typeof opened.places)[string]>)(stock);
  });
  afterAll(() => open?.close());

  test.each([
    '/items',
    '/items?sort=label,id&filter[label]=a,b',
    '/items?sort=-grade,-id',
    '/items?sort=grade,-label,shop.name,id&fields[items]=grade',
    '/items?include=shop,tags&filter[grade][ge]=3&sort=id',
    '/items?filter[label]=nothing',
  ])('GET %s: the stream has the records of one large page', async (url) => {
    const streamed = await documentOf(open.sources, { stream: { items: true } }, url);
    const paged = await documentOf(open.sources, {}, url);
    const byIdentity = (one: AnyDocument, two: AnyDocument) =>
      `${one.type} ${one.id}` < `${two.type} ${two.id}` ? -1 : 1;
    if (!url.includes('sort')) for (const { data } of [streamed, paged]) data.sort(byIdentity);
    for (const { included } of [streamed, paged]) included?.sort(byIdentity);
    expect(streamed).toEqual(paged);
  });

  // Of 1203 items, hundreds are equal by these fields: the order of their ids decides.
  test.each(['label', '-label', '-grade', 'grade,-label', '-grade,label', '-shop.name', '-label,id', '-id'])(
    'sort=%s: the stream has the order of the pages, by offset and by cursor',
    async (sort) => {
      const profiles = [cursorPagination({ key: 'k'.repeat(32) })];
      const url = `/items?sort=${sort}`;
      for (const headers of [{}, { accept: acceptCursors }]) {
        const streamed = await documentOf(open.sources, { profiles, stream: { items: true } }, url, headers);
        const paged = await documentOf(open.sources, { profiles }, url, headers);
        const idsOf = ({ data }: AnyDocument) => data.map(({ id }: AnyDocument) => id);
        expect(idsOf(streamed)).toEqual(idsOf(paged));
      }
    },
  );
});

test('no statement, connection, or transaction is open between two pages, and a row occurs once', async () => {
  const open = await (opened.places['SQLite'] as NonNullable<(typeof opened.places)[string]>)(stock);
  const db = open.db as unknown as Kysely<{ item: { id: string; label: string } }>;
  const sort = [{ field: 'label', descending: false }];
  open.queries.length = 0;
  const seen: unknown[] = [];
  for await (const rows of pagesOf(open, sort)) {
    seen.push(...rows.map(({ id }) => id));
    // Rows that were read move behind the position, and would be read again.
    await db
      .updateTable('item')
      .set({ label: 'z' })
      .where('id', 'in', seen.slice(0, 50) as string[])
      .execute();
  }
  expect([seen.length, new Set(seen).size]).toEqual([COUNT, COUNT]);
  expect(open.queries.filter(({ sql }) => sql.startsWith('select'))).toHaveLength(3);
  await open.close();
});

test('the iterator can stop after any page', async () => {
  const open = await (opened.places['SQLite'] as NonNullable<(typeof opened.places)[string]>)(stock);
  open.queries.length = 0;
  for await (const _ of pagesOf(open, [])) break;
  expect(open.queries).toHaveLength(1);
  await open.close();
});
