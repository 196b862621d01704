import { type Json, show } from '../../json.ts';
import { absent, fail, undecided } from '../../run/verdict.ts';
import { type Case, checksOf } from '../case.ts';
import { cursorAt, cursorCase, expectCursorError, expectItems, type Listing } from './listing.ts';

const NO_RANGES = 'range-pagination-not-supported';

function maxSizeOf({ sample }: Listing): number {
  return sample.maxSize ?? absent('The samples name no largest page size.');
}

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
      here(cursorCase, 'invalid-{name}', async (_, list) => {
        expectCursorError(await list.try({ [name]: 'conformance-no-cursor' }), `page[${name}]`);
      }),
      here(cursorCase, 'empty-{name}', async (_, list) => {
        expectCursorError(await list.try({ [name]: '' }), `page[${name}]`);
      }),
    ];
  }),
  check(cursorCase, 'max-size', async (_, list) => {
    const maxSize = maxSizeOf(list);
    const { meta }: Json = expectCursorError(await list.try({ size: maxSize + 1 }), 'page[size]', 'max-size-exceeded');
    if (meta?.page?.maxSize !== maxSize) fail(`\`meta.page.maxSize\` ${maxSize}`, `\`meta\` is ${show(meta)}`);
  }),
  check(cursorCase, 'max-size-itself', async (_, list) => void (await list.page({ size: maxSizeOf(list) }))),
  check(cursorCase, 'range', async (_, list) => {
    const all = await list.whole(3);
    const after = await list.cursorAfter(0);
    const before = cursorAt(await list.page({ size: 3 }), 2);
    const answer = await list.try({ after, before });
    const isRejected = list.sample.ranges === false || answer.status === 400;
    if (isRejected) expectCursorError(answer, undefined, NO_RANGES);
    else expectItems(answer, all.slice(1, 2));
  }),
  check(cursorCase, 'range-not-supported', async (_, list) => {
    if (list.sample.ranges !== false) absent('The samples do not say that ranges are not supported.');
    const cursor = await list.cursorAfter(0);
    expectCursorError(await list.try({ after: cursor, before: cursor }), undefined, NO_RANGES);
  }),
  check(cursorCase, 'range-truncated', async (_, list) => {
    if (list.sample.ranges !== true) absent('The samples do not say that ranges are supported.');
    const all = await list.whole(4);
    const page = await list.page({ size: 4 });
    const range = { after: cursorAt(page, 0), before: cursorAt(page, 3) };
    const cut = await list.page({ ...range, size: 1 });
    expectItems(cut, all.slice(1, 2));
    const { meta } = cut.document;
    if (meta?.page?.rangeTruncated !== true) fail('`meta.page.rangeTruncated` true', show(meta));
    expectItems(await list.page(range), all.slice(1, 3));
  }),
  check(cursorCase, 'unsupported-sort', async (_, list) => {
    const sort = list.sample.unsupportedSort ?? absent('The samples name no such sort.');
    expectCursorError(await list.try({ sort, size: 1 }), 'sort', 'unsupported-sort');
  }),
  check(cursorCase, 'total', async (_, list) => {
    const all = await list.whole(1);
    const total =
      (await list.page({ size: 1 })).document.meta?.page?.total ?? undecided('There is no `meta.page.total`.');
    if (total !== all.length) fail(`\`meta.page.total\` ${all.length}`, `it is ${show(total)}`);
  }),
];
