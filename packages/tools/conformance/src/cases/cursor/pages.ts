import { isSame, listOf, show } from '../../json.ts';
import { fail, undecided } from '../../run/verdict.ts';
import { type Case, checksOf } from '../case.ts';
import { cursorAt, cursorCase, expectCursorError, expectItems, keysOf } from './listing.ts';

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
  check(cursorCase, 'size', async (_, list) => {
    const all = await list.whole(3);
    const count = keysOf(await list.page({ size: 2 })).length;
    if (count !== Math.min(2, all.length)) fail('2 items', `there are ${count}`);
  }),
  check(cursorCase, 'leading-zero', async (_, list) => {
    const count = keysOf(await list.page({ size: '01' })).length;
    if (count !== 1) fail('1 item', `there are ${count}`);
  }),
  ...badSizes.map((size, index) =>
    cursorCase(
      `bad-size-${index + 1}`,
      'CUR-10 CUR-35 CUR-37',
      `A size of "${size}" gets 400 with the parameter in \`source\``,
      async (_, list) => void expectCursorError(await list.try({ size }), 'page[size]'),
    ),
  ),
  check(cursorCase, 'first-page', async (_, list) => {
    const all = await list.whole(3);
    expectItems(await list.page({ size: 1 }), all.slice(0, 1));
  }),
  check(cursorCase, 'default-size', async (_, list) => {
    await list.whole(1);
    const count = keysOf(await list.page({})).length;
    const { maxSize = Number.POSITIVE_INFINITY } = list.sample;
    if (count < 1 || count > maxSize) fail('between 1 and the maximum', `there are ${count}`);
  }),
  check(cursorCase, 'walk', async (_, list) => {
    const all = (await list.walk({ size: 1 })).flatMap(keysOf);
    const again = (await list.walk({ size: 2 })).flatMap(keysOf);
    if (new Set(all).size !== all.length) fail('each item once', 'an item is on two pages');
    if (!isSame(all, again)) fail('the same order with both sizes', 'it differs');
  }),
  check(cursorCase, 'stable', async (_, list) => {
    if (!isSame(await list.whole(2), await list.whole(2))) fail('the same order', 'it differs');
  }),
  check(cursorCase, 'sorted-walk', async (_, list) => {
    const [field = undecided('The samples name no sort field of the type.')] = list.type.sample.sort ?? [];
    for (const sort of [field, `-${field}`]) {
      const all = (await list.walk({ sort, size: 1 })).flatMap(keysOf);
      if (!isSame(all.toSorted(), (await list.whole(2)).toSorted()))
        fail('each item once', `with sort=${sort} there are ${all.length}`);
    }
  }),
  check(cursorCase, 'after', async (_, list) => {
    const all = await list.whole(3);
    expectItems(await list.page({ size: 2, after: await list.cursorAfter(0) }), all.slice(1, 3));
  }),
  check(cursorCase, 'after-last', async (_, list) => {
    const { length } = await list.whole(2);
    const page = await list.page({ size: Math.min(length, list.sample.maxSize ?? length) });
    const after = cursorAt(page, -1);
    if (listOf(page.document.data).length < length) undecided('The list is longer than the largest page.');
    const { data } = (await list.page({ after })).document;
    if (!isSame(data, [])) fail('[] in `data`', `\`data\` is ${show(data)}`);
  }),
  check(cursorCase, 'before', async (_, list) => {
    const all = await list.whole(3);
    const before = cursorAt(await list.page({ size: 3 }), 2);
    expectItems(await list.page({ size: 2, before }), all.slice(0, 2));
  }),
  check(cursorCase, 'before-first', async (_, list) => {
    const before = cursorAt(await list.page({ size: 1 }), 0);
    const { data } = (await list.page({ before })).document;
    if (!isSame(data, [])) fail('[] in `data`', `\`data\` is ${show(data)}`);
  }),
  check(cursorCase, 'prev', async (_, list) => {
    await list.whole(3);
    const first = await list.page({ size: 1 });
    const second = (await list.follow(first, 'next')) ?? undecided('There is no `next`.');
    const back = (await list.follow(second, 'prev')) ?? undecided('The second page has no `prev`.');
    expectItems(back, keysOf(first));
  }),
  check(cursorCase, 'links', async (_, list) => {
    for (const size of [1, 2]) {
      const { links } = (await list.page({ size })).document;
      const has = ['prev', 'next'].every((name) => Object.hasOwn(links ?? {}, name));
      if (!has) fail('`prev` and `next`', `\`links\` is ${show(links)}`);
    }
  }),
  check(cursorCase, 'no-prev', async (_, list) => {
    const { links } = (await list.page({ size: 1 })).document;
    if (links?.prev !== null) fail('null', show(links?.prev));
  }),
  check(cursorCase, 'no-next', async (_, list) => {
    await list.whole(2);
    const pages = await list.walk({ size: 2 });
    const last = pages.at(-1) ?? pages[0];
    const { links } = last.document;
    if (links?.next !== null) fail('null', show(links?.next));
    if (keysOf(last).length === 0) fail('items on the last page', 'it is empty');
  }),
  check(cursorCase, 'next', async (_, list) => {
    await list.whole(2);
    const { links } = (await list.page({ size: 1 })).document;
    if (typeof (links?.next?.href ?? links?.next) !== 'string') fail('a link', show(links?.next));
  }),
];
