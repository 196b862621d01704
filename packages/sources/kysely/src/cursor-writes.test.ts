/**
 * Walks under writes. `CURSOR_WALK_ROWS=10000` runs them at full size, which takes minutes:
 * `CURSOR_WALK_ROWS=10000 npm run test:unit -- run packages/sources/kysely/src/cursor-writes.test.ts`
 */
import { createServer, cursorPagination, type SourceCall } from '@linkage/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api, type Item, item, openPlaces, placeNames, type Stock } from '../test/stock.ts';

// biome-ignore lint/suspicious/noExplicitAny: documents as tests look at them
type AnyDocument = any;

const rows = Number(process.env['CURSOR_WALK_ROWS'] ?? 150);
const grades = [null, 1, 2, 3, 4, 5];
const call: SourceCall = { context: undefined, signal: new AbortController().signal };
const profiles = [
  cursorPagination({ key: 'a key of thirty-two bytes or more', applied: 'always', itemCursors: false }),
];

let opened: Awaited<ReturnType<typeof openPlaces>>;
beforeAll(async () => {
  opened = await openPlaces();
});
afterAll(() => opened?.stop());

/** Numbers that look random and are the same in each run. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const stays = ({ id }: { readonly id: string }): boolean => id.startsWith('stay');

/** Two of three items stay as they are; the writer changes the others, and adds some. */
function itemsFor(random: (below: number) => number): readonly Item[] {
  return Array.from({ length: rows }, (_, index) =>
    item(`${index % 3 === 0 ? 'go' : 'stay'}${String((index * 7919) % 1_000_003).padStart(7, '0')}`, {
      grade: grades[random(grades.length)] as number | null,
    }),
  );
}

/** Inserts, deletes, or moves an item that does not stay. */
function writerOf({ sources }: Stock, items: readonly Item[], random: (below: number) => number) {
  const mobile = items.filter((it) => !stays(it)).map(({ id }) => id);
  let added = 0;
  return async (): Promise<void> => {
    const grade = grades[random(grades.length)] as number | null;
    const place = random(mobile.length);
    const id = mobile[place];
    const kind = random(3);
    if (kind === 0 || id === undefined) {
      // Ids are spread over the order, so that some stand behind the page that is read, and some in front of it.
      const created = `${random(2) === 0 ? 'a' : 'z'}${added++}`;
      const relationships = { shop: null, tags: [] } as never;
      await sources.items.create?.(
        { id: created, attributes: { label: 'x', grade, price: null, at: null }, relationships } as never,
        call,
      );
      mobile.push(created);
    } else if (kind === 1) {
      await sources.items.delete?.(id, call);
      mobile.splice(place, 1);
    } else {
      await sources.items.update?.(id, { id, attributes: { grade }, relationships: {} } as never, call);
    }
  };
}

const compare = (left: Item, right: Item): number =>
  (left.grade ?? 0) - (right.grade ?? 0) || (left.id < right.id ? -1 : 1);

describe.each(placeNames)('%s', (place) => {
  test.each([
    [1, 'grade', 'next'],
    [7, 'grade', 'next'],
    [100, 'grade', 'next'],
    [1, '-grade', 'prev'],
    [7, '-grade', 'next'],
    [7, 'grade', 'prev'],
    [100, '-grade', 'prev'],
  ] as const)(
    'CUR-03 CUR-04 CUR-08 pages of %i, sort=%s, by %s: what stays is met once, and in order',
    async (size, sort, direction) => {
      const random = numbersFrom(size * 31 + sort.length);
      const items = itemsFor(random);
      const stock = await (opened.places[place] as NonNullable<(typeof opened.places)[string]>)(items);
      try {
        const write = writerOf(stock, items, random);
        const limits = { requestTime: 0, sourceTime: 0 };
        const server = createServer(api, stock.sources, { profiles, limits });
        const get = async (url: string): Promise<AnyDocument> => {
          const { status, body = '' } = await server.handle({ method: 'GET', url, headers: {} });
          expect([status, status === 200 ? '' : body]).toEqual([200, '']);
          return JSON.parse(body);
        };
        const first = await get(`/items?sort=${sort}&page[size]=${size}&fields[items]=grade`);
        const met: string[] = [];
        let page = direction === 'next' ? first : await get(first.links.last.href);
        while (true) {
          const ids: string[] = page.data.map(({ id }: AnyDocument) => id);
          met.push(...(direction === 'next' ? ids : ids.reverse()));
          for (let writes = 0; writes < 3; writes++) await write();
          const link = page.links[direction];
          if (link === null) break;
          page = await get(link.href);
        }
        const isReversed = (sort === '-grade') !== (direction === 'prev');
        const expected = items
          .filter(stays)
          .toSorted((left, right) => (isReversed ? compare(right, left) : compare(left, right)));
        expect(met.filter((id) => stays({ id }))).toEqual(expected.map(({ id }) => id));
      } finally {
        await stock.close();
      }
    },
    rows * 200,
  );
});
