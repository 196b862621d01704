/** Requests of clients that do not play by the rules: never a 500, and never data that another list would show. */
import { type AccessRules, createServer, cursorPagination } from '@linkage/server';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api, item, openPlaces, placeNames, type Stock } from '../test/stock.ts';

// biome-ignore lint/suspicious/noExplicitAny: documents as tests look at them
type AnyDocument = any;

const runs = Number(process.env['PROPERTY_RUNS'] ?? 150);
const profiles = [cursorPagination({ key: 'a key of thirty-two bytes or more', applied: 'always' })];
const items = Array.from({ length: 30 }, (_, index) =>
  item(['__proto__', "'; drop table item --", 'ä/😀', '%00', '"'][index] ?? `i${index}`, {
    grade: index % 4 === 0 ? null : index % 4,
    label: `l${index % 3}`,
    price: index % 5 === 0 ? null : `${index}.10`,
    shop: index % 2 === 0 ? 's1' : index % 3 === 0 ? 's2' : null,
    tags: index % 2 === 0 ? ['t1'] : [],
  }),
);
const lists = [
  '/items?sort=grade',
  '/items?sort=-grade,label',
  '/items?sort=shop.name,-price',
  '/items?filter[label]=l1',
  '/shops/s1/items?sort=-price',
  '/shops/s1/relationships/items?',
  '/tags/t1/relationships/items?sort=label',
  '/shops?sort=name',
];

let opened: Awaited<ReturnType<typeof openPlaces>>;
beforeAll(async () => {
  opened = await openPlaces();
});
afterAll(() => opened?.stop());

describe.each(placeNames)('%s', (place) => {
  let stock: Stock;
  beforeAll(async () => {
    stock = await (opened.places[place] as NonNullable<(typeof opened.places)[string]>)(items);
  });
  afterAll(() => stock?.close());

  const serverWith = (access?: AccessRules<typeof api, string>) => {
    const failures: unknown[] = [];
    const server = createServer<typeof api, string>(api, stock.sources as never, {
      profiles: profiles as never,
      context: ({ headers }) => String((headers as { user?: string }).user),
      onError: (error) => failures.push(error),
      ...(access === undefined ? {} : { defaultAccess: 'allow', access }),
    });
    return async (url: string, user = ''): Promise<{ readonly status: number; readonly document: AnyDocument }> => {
      const { status, body = '' } = await server.handle({ method: 'GET', url, headers: { user } });
      expect([url, failures]).toEqual([url, []]);
      return { status, document: JSON.parse(body) };
    };
  };

  test('CUR-18 cursors of any list, cut, joined, and changed: the own list, or 400', async () => {
    const get = serverWith();
    const cursors: string[][] = [];
    for (const list of lists) {
      const { document } = await get(`${list}&page[size]=100`);
      const own = document.data.map(({ meta }: AnyDocument) => meta.page.cursor);
      cursors.push([...own, new URL(document.links.last.href, 'http://x').searchParams.get('page[before]')]);
    }
    const all = cursors.flat();
    const text = fc.oneof(
      fc.constantFrom(...all),
      fc
        .tuple(fc.constantFrom(...all), fc.nat(80), fc.string({ maxLength: 3 }))
        .map(([it, at, other]) => it.slice(0, at) + other + it.slice(at + 1)),
      fc
        .tuple(fc.constantFrom(...all), fc.constantFrom(...all))
        .map(([one, other]) => one.slice(0, 23) + other.slice(23)),
      fc.string({ maxLength: 60 }),
    );
    const size = fc.option(fc.oneof(fc.integer({ min: -1, max: 120 }).map(String), fc.string({ maxLength: 4 })));
    await fc.assert(
      fc.asyncProperty(
        fc.nat(lists.length - 1),
        fc.option(text),
        fc.option(text),
        size,
        async (index, after, before, sized) => {
          const parameters = Object.entries({ after, before, size: sized }).flatMap(([name, value]) =>
            value === null ? [] : [`page[${name}]=${encodeURIComponent(value)}`],
          );
          const { status } = await get(`${lists[index]}&${parameters.join('&')}`);
          const isOwn = [after, before].every((it) => it === null || cursors[index]?.includes(it));
          const isSize = sized === null || (/^[0-9]+$/.test(sized) && Number(sized) >= 1 && Number(sized) <= 100);
          expect(status).toBe(isOwn && isSize ? 200 : 400);
        },
      ),
      { numRuns: runs },
    );
  });

  test('AMB-28 a cursor of an order that another user sees otherwise: 400, and no key of what is hidden', async () => {
    const get = serverWith({ shops: { read: (context: string) => context === 'owner' } } as never);
    const url = '/items?sort=shop.name&page[size]=2';
    const [owner, guest] = [await get(url, 'owner'), await get(url, 'guest')];
    expect([owner.status, guest.status]).toEqual([200, 200]);
    const cursorOf = ({ document }: typeof owner): string => document.data[1].meta.page.cursor;
    for (const [cursor, user] of [
      [cursorOf(owner), 'guest'],
      [cursorOf(guest), 'owner'],
    ] as const) {
      const { status, document } = await get(`${url}&page[after]=${cursor}`, user);
      expect([status, document.errors?.[0].source]).toEqual([400, { parameter: 'page[after]' }]);
    }
    const hidden = Buffer.from(cursorOf(guest).slice(23), 'base64url').toString();
    expect(hidden).not.toMatch(/Corner|Annex/);
  });

  test('a hidden resource is on no page, with any cursor', async () => {
    const read = (context: string) => (context === 'owner' ? true : [{ field: 'label', values: ['l1'] }]);
    const get = serverWith({ items: { read } } as never);
    const { document } = await get('/items?sort=grade&page[size]=100', 'owner');
    for (const { meta } of document.data.slice(0, 8)) {
      for (const name of ['after', 'before']) {
        const page = await get(`/items?sort=grade&page[${name}]=${meta.page.cursor}&page[total]=true`, 'guest');
        expect(page.document.data.every(({ attributes }: AnyDocument) => attributes.label === 'l1')).toBe(true);
        expect(page.document.meta.page.total).toBe(10);
      }
    }
  });
});
