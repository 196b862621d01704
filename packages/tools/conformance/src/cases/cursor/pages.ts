import { isSame, listOf, show } from '../../json.ts';
import { fail, undecided } from '../../run/verdict.ts';
import { type Case, checksOf } from '../case.ts';
import {
  cursorAfter,
  cursorCase,
  expectCursorError,
  followPage,
  goodPage,
  keysOf,
  listingOf,
  page,
  walkPages,
  wholeList,
} from './listing.ts';

const badSizes = ['0', '-1', '+1', '1.5', '1e1', ' 1', '1 ', 'x', '', '٣', '0x1'];

const check = checksOf({
  size: 'CUR-02 CUR-14: A page has exactly as many items as `page[size]` says, if there are so many',
  'leading-zero': 'CUR-10: A size with leading zeros is read as a decimal number',
  'first-page': 'CUR-17: Without a cursor, the page starts with the first item',
  'default-size': 'CUR-13 LIM-02: Without `page[size]`, there is a page of at least one item',
  walk: 'CUR-03 CUR-05 CUR-15: `next` leads through the whole list, each item once',
  stable: 'CUR-03: The order does not change between requests',
  'sorted-walk': 'CUR-04: A walk over a sorted list shows each item once, also where values are equal',
  after: 'CUR-15 CUR-25: `page[after]` starts right behind the cursor',
  'after-last': 'CUR-15 CUR-28: `page[after]` behind the last item gives []',
  before: 'CUR-16 CUR-25: `page[before]` ends right before the cursor, in the order of the list',
  'before-first': 'CUR-16 CUR-29: `page[before]` before the first item gives []',
  prev: 'CUR-16 CUR-26: `prev` leads back to the page before',
  links: 'CUR-26: `prev` and `next` are there, each a link or null',
  'no-prev': 'CUR-29: `prev` of the first page is null',
  'no-next': 'CUR-28: `next` of the last page is null',
  next: 'CUR-28: `next` of a page with items behind it is a link',
});

/** Pages of the Cursor Pagination profile. */
export const cursorPageCases: readonly Case[] = [
  check(cursorCase, 'size', async (kit) => {
    const listing = listingOf(kit);
    const all = await wholeList(kit, listing, 3);
    const count = keysOf(await goodPage(kit, listing, { 'page[size]': '2' })).length;
    if (count !== Math.min(2, all.length)) fail('2 items', `there are ${count}`);
  }),
  check(cursorCase, 'leading-zero', async (kit) => {
    const listing = listingOf(kit);
    const count = keysOf(await goodPage(kit, listing, { 'page[size]': '01' })).length;
    if (count !== 1) fail('1 item', `there are ${count}`);
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
  check(cursorCase, 'first-page', async (kit) => {
    const listing = listingOf(kit);
    const all = await wholeList(kit, listing, 3);
    const keys = keysOf(await goodPage(kit, listing, { 'page[size]': '1' }));
    if (!isSame(keys, all.slice(0, 1))) fail(`the items ${show(all[0])}`, `the items are ${show(keys)}`);
  }),
  check(cursorCase, 'default-size', async (kit) => {
    const listing = listingOf(kit);
    await wholeList(kit, listing, 1);
    const count = keysOf(await goodPage(kit, listing, {})).length;
    const { maxSize = Number.POSITIVE_INFINITY } = listing.sample;
    if (count < 1 || count > maxSize) fail('between 1 and the maximum', `there are ${count}`);
  }),
  check(cursorCase, 'walk', async (kit) => {
    const listing = listingOf(kit);
    const [ones, twos] = [
      await walkPages(kit, listing, { 'page[size]': '1' }),
      await walkPages(kit, listing, { 'page[size]': '2' }),
    ];
    const all = ones.flat();
    if (new Set(all).size !== all.length) fail('each item once', 'an item is on two pages');
    if (!isSame(all, twos.flat())) fail('the same order with both sizes', 'it differs');
  }),
  check(cursorCase, 'stable', async (kit) => {
    const listing = listingOf(kit);
    if (!isSame(await wholeList(kit, listing, 2), await wholeList(kit, listing, 2)))
      fail('the same order', 'it differs');
  }),
  check(cursorCase, 'sorted-walk', async (kit) => {
    const listing = listingOf(kit);
    const [sort = undecided('The samples name no sort field of the type.')] = listing.type.sample.sort ?? [];
    for (const each of [sort, `-${sort}`]) {
      const all = (await walkPages(kit, listing, { sort: each, 'page[size]': '1' })).flat();
      const plain = await wholeList(kit, listing, 2);
      if (!isSame([...all].sort(), [...plain].sort()))
        fail('each item once', `with sort=${each} there are ${all.length}`);
    }
  }),
  check(cursorCase, 'after', async (kit) => {
    const listing = listingOf(kit);
    const all = await wholeList(kit, listing, 3);
    const cursor = await cursorAfter(kit, listing, 0);
    const keys = keysOf(await goodPage(kit, listing, { 'page[size]': '2', 'page[after]': cursor }));
    if (!isSame(keys, all.slice(1, 3))) fail(`the items ${show(all.slice(1, 3))}`, `the items are ${show(keys)}`);
  }),
  check(cursorCase, 'after-last', async (kit) => {
    const listing = listingOf(kit);
    const all = await wholeList(kit, listing, 2);
    const { document } = await goodPage(kit, listing, {
      'page[size]': String(Math.min(all.length, listing.sample.maxSize ?? all.length)),
    });
    const cursor = listOf(document.data).at(-1)?.meta?.page?.cursor ?? undecided('Items show no cursor.');
    if (listOf(document.data).length < all.length) undecided('The list is longer than the largest page.');
    const answer = await goodPage(kit, listing, { 'page[after]': cursor });
    if (!isSame(answer.document.data, [])) fail('[] in `data`', `\`data\` is ${show(answer.document.data)}`);
  }),
  check(cursorCase, 'before', async (kit) => {
    const listing = listingOf(kit);
    const all = await wholeList(kit, listing, 3);
    const { document } = await goodPage(kit, listing, { 'page[size]': '3' });
    const cursor = listOf(document.data).at(2)?.meta?.page?.cursor ?? undecided('Items show no cursor.');
    const keys = keysOf(await goodPage(kit, listing, { 'page[size]': '2', 'page[before]': cursor }));
    if (!isSame(keys, all.slice(0, 2))) fail(`the items ${show(all.slice(0, 2))}`, `the items are ${show(keys)}`);
  }),
  check(cursorCase, 'before-first', async (kit) => {
    const listing = listingOf(kit);
    const { document } = await goodPage(kit, listing, { 'page[size]': '1' });
    const cursor = listOf(document.data).at(0)?.meta?.page?.cursor ?? undecided('Items show no cursor.');
    const answer = await goodPage(kit, listing, { 'page[before]': cursor });
    if (!isSame(answer.document.data, [])) fail('[] in `data`', `\`data\` is ${show(answer.document.data)}`);
  }),
  check(cursorCase, 'prev', async (kit) => {
    const listing = listingOf(kit);
    await wholeList(kit, listing, 3);
    const first = await goodPage(kit, listing, { 'page[size]': '1' });
    const second = (await followPage(kit, listing, first, 'next')) ?? undecided('There is no `next`.');
    const back = (await followPage(kit, listing, second, 'prev')) ?? undecided('The second page has no `prev`.');
    if (!isSame(keysOf(back), keysOf(first))) fail(show(keysOf(first)), show(keysOf(back)));
  }),
  check(cursorCase, 'links', async (kit) => {
    const listing = listingOf(kit);
    for (const size of ['1', '2']) {
      const { document } = await goodPage(kit, listing, { 'page[size]': size });
      const has = ['prev', 'next'].every((name) => Object.hasOwn(document.links ?? {}, name));
      if (!has) fail('`prev` and `next`', `\`links\` is ${show(document.links)}`);
    }
  }),
  check(cursorCase, 'no-prev', async (kit) => {
    const { document } = await goodPage(kit, listingOf(kit), { 'page[size]': '1' });
    if (document.links?.prev !== null) fail('null', show(document.links?.prev));
  }),
  check(cursorCase, 'no-next', async (kit) => {
    const listing = listingOf(kit);
    await wholeList(kit, listing, 2);
    let last = await goodPage(kit, listing, { 'page[size]': '2' });
    for (
      let next: typeof last | undefined = last;
      next !== undefined;
      next = await followPage(kit, listing, last, 'next')
    )
      last = next;
    if (last.document.links?.next !== null) fail('null', show(last.document.links?.next));
    if (keysOf(last).length === 0) fail('items on the last page', 'it is empty');
  }),
  check(cursorCase, 'next', async (kit) => {
    const listing = listingOf(kit);
    await wholeList(kit, listing, 2);
    const { document } = await goodPage(kit, listing, { 'page[size]': '1' });
    if (typeof (document.links?.next?.href ?? document.links?.next) !== 'string')
      fail('a link', show(document.links?.next));
  }),
];
