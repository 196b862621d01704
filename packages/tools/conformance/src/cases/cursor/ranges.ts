import { isSame, type Json, listOf, show } from '../../json.ts';
import { undecided } from '../../run/verdict.ts';
import { anApi, type Case } from '../case.ts';
import { expectThat } from '../expectations.ts';
import { cursorAfter, expectCursorError, goodPage, keysOf, listingOf, page, wholeList } from './listing.ts';

const cursorCase = (id: string, rows: string, title: string, run: Parameters<typeof anApi>[3]): Case =>
  anApi(`cursor-${id}`, rows, title, run, 'profile');

const _badSizes = ['0', '-1', '+1', '1.5', '1e1', ' 1', '1 ', 'x', '', '٣', '0x1'];

/** Errors, ranges and totals of the Cursor Pagination profile. */
export const cursorRangeCases: readonly Case[] = [
  ...(['after', 'before'] as const).flatMap((name) => [
    cursorCase(
      `invalid-${name}`,
      'CUR-18 CUR-35 CUR-37',
      `A \`page[${name}]\` that is not a cursor gets 400 with the parameter in \`source\``,
      async (kit) => {
        expectCursorError(
          await page(kit, listingOf(kit), { [`page[${name}]`]: 'conformance-no-cursor' }),
          `page[${name}]`,
          undefined,
        );
      },
    ),
    cursorCase(`empty-${name}`, 'CUR-18 CUR-35', `An empty \`page[${name}]\` gets 400`, async (kit) => {
      expectCursorError(await page(kit, listingOf(kit), { [`page[${name}]`]: '' }), `page[${name}]`, undefined);
    }),
  ]),
  cursorCase(
    'max-size',
    'CUR-12 CUR-34 CUR-37',
    'A size above the maximum gets the error of the profile, with `meta.page.maxSize`',
    async (kit) => {
      const listing = listingOf(kit);
      const maxSize = listing.sample.maxSize ?? undecided('The samples name no largest page size.');
      const answer = await page(kit, listing, { 'page[size]': String(maxSize + 1) });
      const error: Json = expectCursorError(answer, 'page[size]', 'max-size-exceeded');
      expectThat(
        error.meta?.page?.maxSize === maxSize,
        `\`meta.page.maxSize\` ${maxSize}`,
        () => `\`meta\` is ${show(error.meta)}`,
      );
    },
  ),
  cursorCase('max-size-itself', 'CUR-11 CUR-12', 'The largest size is allowed', async (kit) => {
    const listing = listingOf(kit);
    const maxSize = listing.sample.maxSize ?? undecided('The samples name no largest page size.');
    await goodPage(kit, listing, { 'page[size]': String(maxSize) });
  }),
  cursorCase(
    'range',
    'CUR-19',
    '`page[after]` and `page[before]` together give what lies between, or the error of the profile',
    async (kit) => {
      const listing = listingOf(kit);
      const all = await wholeList(kit, listing, 3);
      const cursor = await cursorAfter(kit, listing, 0);
      const third = listOf((await goodPage(kit, listing, { 'page[size]': '3' })).document.data).at(2)?.meta?.page
        ?.cursor;
      if (third === undefined) undecided('Items show no cursor.');
      const answer = await page(kit, listing, { 'page[after]': cursor, 'page[before]': third });
      if (listing.sample.ranges === false || answer.status === 400) {
        expectCursorError(answer, undefined, 'range-pagination-not-supported');
        return;
      }
      expectThat(
        isSame(keysOf(answer), all.slice(1, 2)),
        `the items ${show(all.slice(1, 2))}`,
        () => `the items are ${show(keysOf(answer))}`,
      );
    },
  ),
  cursorCase(
    'range-not-supported',
    'CUR-36 CUR-37',
    'A server without ranges responds with the error of the profile',
    async (kit) => {
      const listing = listingOf(kit);
      if (listing.sample.ranges !== false) undecided('The samples do not say that ranges are not supported.');
      const cursor = await cursorAfter(kit, listing, 0);
      const answer = await page(kit, listing, { 'page[after]': cursor, 'page[before]': cursor });
      expectCursorError(answer, undefined, 'range-pagination-not-supported');
    },
  ),
  cursorCase('range-truncated', 'CUR-20 CUR-21', 'A range that is cut to a page says `rangeTruncated`', async (kit) => {
    const listing = listingOf(kit);
    if (listing.sample.ranges !== true) undecided('The samples do not say that ranges are supported.');
    const all = await wholeList(kit, listing, 4);
    const items = listOf((await goodPage(kit, listing, { 'page[size]': '4' })).document.data);
    const [first, last] = [items.at(0)?.meta?.page?.cursor, items.at(3)?.meta?.page?.cursor];
    if (first === undefined || last === undefined) undecided('Items show no cursor.');
    const range = { 'page[after]': first, 'page[before]': last };
    const cut = await goodPage(kit, listing, { ...range, 'page[size]': '1' });
    expectThat(
      isSame(keysOf(cut), all.slice(1, 2)),
      `the items ${show(all.slice(1, 2))}`,
      () => `the items are ${show(keysOf(cut))}`,
    );
    expectThat(cut.document.meta?.page?.rangeTruncated === true, '`meta.page.rangeTruncated` true', () =>
      show(cut.document.meta),
    );
    const whole = await goodPage(kit, listing, range);
    expectThat(
      isSame(keysOf(whole), all.slice(1, 3)),
      `the items ${show(all.slice(1, 3))}`,
      () => `the items are ${show(keysOf(whole))}`,
    );
  }),
  cursorCase(
    'unsupported-sort',
    'CUR-06 CUR-33 CUR-37',
    'A sort that cannot be paged gets the error of the profile',
    async (kit) => {
      const listing = listingOf(kit);
      const sort = listing.sample.unsupportedSort ?? undecided('The samples name no such sort.');
      expectCursorError(await page(kit, listing, { sort, 'page[size]': '1' }), 'sort', 'unsupported-sort');
    },
  ),
  cursorCase('total', 'CUR-31', '`meta.page.total` is the size of the whole list', async (kit) => {
    const listing = listingOf(kit);
    const all = await wholeList(kit, listing, 1);
    const { document } = await goodPage(kit, listing, { 'page[size]': '1' });
    const total = document.meta?.page?.total ?? undecided('There is no `meta.page.total`.');
    expectThat(total === all.length, `\`meta.page.total\` ${all.length}`, () => `it is ${show(total)}`);
  }),
];
