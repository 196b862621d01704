import { isSame, type Json, listOf, show } from '../../json.ts';
import { fail, undecided } from '../../run/verdict.ts';
import { type Case, checksOf } from '../case.ts';
import { cursorAfter, cursorCase, expectCursorError, goodPage, keysOf, listingOf, page, wholeList } from './listing.ts';

const check = checksOf({
  'max-size': 'CUR-12 CUR-34 CUR-37: A size above the maximum gets the error of the profile, with `meta.page.maxSize`',
  'max-size-itself': 'CUR-11 CUR-12: The largest size is allowed',
  range: 'CUR-19: `page[after]` and `page[before]` together give what lies between, or the error of the profile',
  'range-not-supported': 'CUR-36 CUR-37: A server without ranges responds with the error of the profile',
  'range-truncated': 'CUR-20 CUR-21: A range that is cut to a page says `rangeTruncated`',
  'unsupported-sort': 'CUR-06 CUR-33 CUR-37: A sort that cannot be paged gets the error of the profile',
  total: 'CUR-31: `meta.page.total` is the size of the whole list',
});

const repeated = {
  'invalid-{name}':
    'CUR-18 CUR-35 CUR-37: A `page[{name}]` that is not a cursor gets 400 with the parameter in `source`',
  'empty-{name}': 'CUR-18 CUR-35: An empty `page[{name}]` gets 400',
} as const;

/** Errors, ranges and totals of the Cursor Pagination profile. */
export const cursorRangeCases: readonly Case[] = [
  ...(['after', 'before'] as const).flatMap((name) => {
    const here = checksOf(repeated, { name });
    return [
      here(cursorCase, 'invalid-{name}', async (kit) => {
        expectCursorError(
          await page(kit, listingOf(kit), { [`page[${name}]`]: 'conformance-no-cursor' }),
          `page[${name}]`,
          undefined,
        );
      }),
      here(cursorCase, 'empty-{name}', async (kit) => {
        expectCursorError(await page(kit, listingOf(kit), { [`page[${name}]`]: '' }), `page[${name}]`, undefined);
      }),
    ];
  }),
  check(cursorCase, 'max-size', async (kit) => {
    const listing = listingOf(kit);
    const maxSize = listing.sample.maxSize ?? undecided('The samples name no largest page size.');
    const answer = await page(kit, listing, { 'page[size]': String(maxSize + 1) });
    const error: Json = expectCursorError(answer, 'page[size]', 'max-size-exceeded');
    if (error.meta?.page?.maxSize !== maxSize)
      fail(`\`meta.page.maxSize\` ${maxSize}`, `\`meta\` is ${show(error.meta)}`);
  }),
  check(cursorCase, 'max-size-itself', async (kit) => {
    const listing = listingOf(kit);
    const maxSize = listing.sample.maxSize ?? undecided('The samples name no largest page size.');
    await goodPage(kit, listing, { 'page[size]': String(maxSize) });
  }),
  check(cursorCase, 'range', async (kit) => {
    const listing = listingOf(kit);
    const all = await wholeList(kit, listing, 3);
    const cursor = await cursorAfter(kit, listing, 0);
    const third = listOf((await goodPage(kit, listing, { 'page[size]': '3' })).document.data).at(2)?.meta?.page?.cursor;
    if (third === undefined) undecided('Items show no cursor.');
    const answer = await page(kit, listing, { 'page[after]': cursor, 'page[before]': third });
    if (listing.sample.ranges === false || answer.status === 400) {
      expectCursorError(answer, undefined, 'range-pagination-not-supported');
      return;
    }
    if (!isSame(keysOf(answer), all.slice(1, 2)))
      fail(`the items ${show(all.slice(1, 2))}`, `the items are ${show(keysOf(answer))}`);
  }),
  check(cursorCase, 'range-not-supported', async (kit) => {
    const listing = listingOf(kit);
    if (listing.sample.ranges !== false) undecided('The samples do not say that ranges are not supported.');
    const cursor = await cursorAfter(kit, listing, 0);
    const answer = await page(kit, listing, { 'page[after]': cursor, 'page[before]': cursor });
    expectCursorError(answer, undefined, 'range-pagination-not-supported');
  }),
  check(cursorCase, 'range-truncated', async (kit) => {
    const listing = listingOf(kit);
    if (listing.sample.ranges !== true) undecided('The samples do not say that ranges are supported.');
    const all = await wholeList(kit, listing, 4);
    const items = listOf((await goodPage(kit, listing, { 'page[size]': '4' })).document.data);
    const [first, last] = [items.at(0)?.meta?.page?.cursor, items.at(3)?.meta?.page?.cursor];
    if (first === undefined || last === undefined) undecided('Items show no cursor.');
    const range = { 'page[after]': first, 'page[before]': last };
    const cut = await goodPage(kit, listing, { ...range, 'page[size]': '1' });
    if (!isSame(keysOf(cut), all.slice(1, 2)))
      fail(`the items ${show(all.slice(1, 2))}`, `the items are ${show(keysOf(cut))}`);
    if (cut.document.meta?.page?.rangeTruncated !== true)
      fail('`meta.page.rangeTruncated` true', show(cut.document.meta));
    const whole = await goodPage(kit, listing, range);
    if (!isSame(keysOf(whole), all.slice(1, 3)))
      fail(`the items ${show(all.slice(1, 3))}`, `the items are ${show(keysOf(whole))}`);
  }),
  check(cursorCase, 'unsupported-sort', async (kit) => {
    const listing = listingOf(kit);
    const sort = listing.sample.unsupportedSort ?? undecided('The samples name no such sort.');
    expectCursorError(await page(kit, listing, { sort, 'page[size]': '1' }), 'sort', 'unsupported-sort');
  }),
  check(cursorCase, 'total', async (kit) => {
    const listing = listingOf(kit);
    const all = await wholeList(kit, listing, 1);
    const { document } = await goodPage(kit, listing, { 'page[size]': '1' });
    const total = document.meta?.page?.total ?? undecided('There is no `meta.page.total`.');
    if (total !== all.length) fail(`\`meta.page.total\` ${all.length}`, `it is ${show(total)}`);
  }),
];
