import { isSame, listOf, show } from '../../json.ts';
import { undecided } from '../../run/verdict.ts';
import { anApi, type Case } from '../case.ts';
import { expectThat } from '../expectations.ts';
import {
  cursorAfter,
  expectCursorError,
  followPage,
  goodPage,
  keysOf,
  listingOf,
  page,
  walkPages,
  wholeList,
} from './listing.ts';

const cursorCase = (id: string, rows: string, title: string, run: Parameters<typeof anApi>[3]): Case =>
  anApi(`cursor-${id}`, rows, title, run, 'profile');

const badSizes = ['0', '-1', '+1', '1.5', '1e1', ' 1', '1 ', 'x', '', '٣', '0x1'];

/** Pages of the Cursor Pagination profile. */
export const cursorPageCases: readonly Case[] = [
  cursorCase(
    'size',
    'CUR-02 CUR-14',
    'A page has exactly as many items as `page[size]` says, if there are so many',
    async (kit) => {
      const listing = listingOf(kit);
      const all = await wholeList(kit, listing, 3);
      const count = keysOf(await goodPage(kit, listing, { 'page[size]': '2' })).length;
      expectThat(count === Math.min(2, all.length), '2 items', () => `there are ${count}`);
    },
  ),
  cursorCase('leading-zero', 'CUR-10', 'A size with leading zeros is read as a decimal number', async (kit) => {
    const listing = listingOf(kit);
    const count = keysOf(await goodPage(kit, listing, { 'page[size]': '01' })).length;
    expectThat(count === 1, '1 item', () => `there are ${count}`);
  }),
  ...badSizes.map((size, index) =>
    cursorCase(
      `bad-size-${index + 1}`,
      'CUR-10 CUR-35 CUR-37',
      `A size of "${size}" gets 400 with the parameter in \`source\``,
      async (kit) => {
        expectCursorError(await page(kit, listingOf(kit), { 'page[size]': size }), 'page[size]', undefined);
      },
    ),
  ),
  cursorCase('first-page', 'CUR-17', 'Without a cursor, the page starts with the first item', async (kit) => {
    const listing = listingOf(kit);
    const all = await wholeList(kit, listing, 3);
    const keys = keysOf(await goodPage(kit, listing, { 'page[size]': '1' }));
    expectThat(isSame(keys, all.slice(0, 1)), `the items ${show(all[0])}`, () => `the items are ${show(keys)}`);
  }),
  cursorCase(
    'default-size',
    'CUR-13 LIM-02',
    'Without `page[size]`, there is a page of at least one item',
    async (kit) => {
      const listing = listingOf(kit);
      await wholeList(kit, listing, 1);
      const count = keysOf(await goodPage(kit, listing, {})).length;
      const { maxSize = Number.POSITIVE_INFINITY } = listing.sample;
      expectThat(count >= 1 && count <= maxSize, 'between 1 and the maximum', () => `there are ${count}`);
    },
  ),
  cursorCase('walk', 'CUR-03 CUR-05 CUR-15', '`next` leads through the whole list, each item once', async (kit) => {
    const listing = listingOf(kit);
    const [ones, twos] = [
      await walkPages(kit, listing, { 'page[size]': '1' }),
      await walkPages(kit, listing, { 'page[size]': '2' }),
    ];
    const all = ones.flat();
    expectThat(new Set(all).size === all.length, 'each item once', () => 'an item is on two pages');
    expectThat(isSame(all, twos.flat()), 'the same order with both sizes', () => 'it differs');
  }),
  cursorCase('stable', 'CUR-03', 'The order does not change between requests', async (kit) => {
    const listing = listingOf(kit);
    expectThat(
      isSame(await wholeList(kit, listing, 2), await wholeList(kit, listing, 2)),
      'the same order',
      () => 'it differs',
    );
  }),
  cursorCase(
    'sorted-walk',
    'CUR-04',
    'A walk over a sorted list shows each item once, also where values are equal',
    async (kit) => {
      const listing = listingOf(kit);
      const [sort = undecided('The samples name no sort field of the type.')] = listing.type.sample.sort ?? [];
      for (const each of [sort, `-${sort}`]) {
        const all = (await walkPages(kit, listing, { sort: each, 'page[size]': '1' })).flat();
        const plain = await wholeList(kit, listing, 2);
        expectThat(
          isSame([...all].sort(), [...plain].sort()),
          'each item once',
          () => `with sort=${each} there are ${all.length}`,
        );
      }
    },
  ),
  cursorCase('after', 'CUR-15 CUR-25', '`page[after]` starts right behind the cursor', async (kit) => {
    const listing = listingOf(kit);
    const all = await wholeList(kit, listing, 3);
    const cursor = await cursorAfter(kit, listing, 0);
    const keys = keysOf(await goodPage(kit, listing, { 'page[size]': '2', 'page[after]': cursor }));
    expectThat(
      isSame(keys, all.slice(1, 3)),
      `the items ${show(all.slice(1, 3))}`,
      () => `the items are ${show(keys)}`,
    );
  }),
  cursorCase('after-last', 'CUR-15 CUR-28', '`page[after]` behind the last item gives []', async (kit) => {
    const listing = listingOf(kit);
    const all = await wholeList(kit, listing, 2);
    const { document } = await goodPage(kit, listing, {
      'page[size]': String(Math.min(all.length, listing.sample.maxSize ?? all.length)),
    });
    const cursor = listOf(document.data).at(-1)?.meta?.page?.cursor ?? undecided('Items show no cursor.');
    if (listOf(document.data).length < all.length) undecided('The list is longer than the largest page.');
    const answer = await goodPage(kit, listing, { 'page[after]': cursor });
    expectThat(isSame(answer.document.data, []), '[] in `data`', () => `\`data\` is ${show(answer.document.data)}`);
  }),
  cursorCase(
    'before',
    'CUR-16 CUR-25',
    '`page[before]` ends right before the cursor, in the order of the list',
    async (kit) => {
      const listing = listingOf(kit);
      const all = await wholeList(kit, listing, 3);
      const { document } = await goodPage(kit, listing, { 'page[size]': '3' });
      const cursor = listOf(document.data).at(2)?.meta?.page?.cursor ?? undecided('Items show no cursor.');
      const keys = keysOf(await goodPage(kit, listing, { 'page[size]': '2', 'page[before]': cursor }));
      expectThat(
        isSame(keys, all.slice(0, 2)),
        `the items ${show(all.slice(0, 2))}`,
        () => `the items are ${show(keys)}`,
      );
    },
  ),
  cursorCase('before-first', 'CUR-16 CUR-29', '`page[before]` before the first item gives []', async (kit) => {
    const listing = listingOf(kit);
    const { document } = await goodPage(kit, listing, { 'page[size]': '1' });
    const cursor = listOf(document.data).at(0)?.meta?.page?.cursor ?? undecided('Items show no cursor.');
    const answer = await goodPage(kit, listing, { 'page[before]': cursor });
    expectThat(isSame(answer.document.data, []), '[] in `data`', () => `\`data\` is ${show(answer.document.data)}`);
  }),
  cursorCase('prev', 'CUR-16 CUR-26', '`prev` leads back to the page before', async (kit) => {
    const listing = listingOf(kit);
    await wholeList(kit, listing, 3);
    const first = await goodPage(kit, listing, { 'page[size]': '1' });
    const second = (await followPage(kit, listing, first, 'next')) ?? undecided('There is no `next`.');
    const back = (await followPage(kit, listing, second, 'prev')) ?? undecided('The second page has no `prev`.');
    expectThat(isSame(keysOf(back), keysOf(first)), show(keysOf(first)), () => show(keysOf(back)));
  }),
  cursorCase('links', 'CUR-26', '`prev` and `next` are there, each a link or null', async (kit) => {
    const listing = listingOf(kit);
    for (const size of ['1', '2']) {
      const { document } = await goodPage(kit, listing, { 'page[size]': size });
      const has = ['prev', 'next'].every((name) => Object.hasOwn(document.links ?? {}, name));
      expectThat(has, '`prev` and `next`', () => `\`links\` is ${show(document.links)}`);
    }
  }),
  cursorCase('no-prev', 'CUR-29', '`prev` of the first page is null', async (kit) => {
    const { document } = await goodPage(kit, listingOf(kit), { 'page[size]': '1' });
    expectThat(document.links?.prev === null, 'null', () => show(document.links?.prev));
  }),
  cursorCase('no-next', 'CUR-28', '`next` of the last page is null', async (kit) => {
    const listing = listingOf(kit);
    await wholeList(kit, listing, 2);
    let last = await goodPage(kit, listing, { 'page[size]': '2' });
    for (
      let next: typeof last | undefined = last;
      next !== undefined;
      next = await followPage(kit, listing, last, 'next')
    )
      last = next;
    expectThat(last.document.links?.next === null, 'null', () => show(last.document.links?.next));
    expectThat(keysOf(last).length > 0, 'items on the last page', () => 'it is empty');
  }),
  cursorCase('next', 'CUR-28', '`next` of a page with items behind it is a link', async (kit) => {
    const listing = listingOf(kit);
    await wholeList(kit, listing, 2);
    const { document } = await goodPage(kit, listing, { 'page[size]': '1' });
    expectThat(typeof (document.links?.next?.href ?? document.links?.next) === 'string', 'a link', () =>
      show(document.links?.next),
    );
  }),
];
