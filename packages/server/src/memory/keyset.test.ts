/** Pages by position, as the strategy by cursors reads them, over the source of a type in memory. */
import { attribute, defineApi, JsonApiError, type SortField } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { PageSlice } from '../sources/port/data-source.ts';
import { createMemorySources } from './create-memory-sources.ts';

const sortable = attribute(z.number().nullable(), { sort: true });
const api = defineApi({ things: { attributes: { group: sortable, size: sortable } } });
const call = { context: undefined, signal: new AbortController().signal };
const selection = { attributes: new Set<string>(), relationships: new Set<string>() };

/** 40 records in an order that is not sorted: groups 0 to 3, each with 10 members, and a size of null in each group. */
const records = Array.from({ length: 40 }, (_, index) => {
  const mixed = (index * 27) % 40;
  return { id: String(mixed), group: mixed % 4, size: mixed < 4 ? null : Math.floor(mixed / 8) };
});
const { things } = createMemorySources(api, { things: records });

async function pageOf(sort: readonly SortField[], slice: Partial<PageSlice>) {
  const page = { offset: 0, limit: 3, positions: true, ...slice };
  const found = await things?.list?.({ filter: [], sort, page, selection, total: false }, call);
  const { records: shown = [], positions = [], ...others } = found ?? {};
  return { ids: shown.map(({ id }) => String(id)), positions, ...others };
}

const ascending = (field: string): SortField => ({ field, descending: false });
const descending = (field: string): SortField => ({ field, descending: true });

type Row = (typeof records)[number];
/** Compares records field by field; null comes first, and the id decides last, in the direction of the last field. */
function sorted(sort: readonly SortField[]): readonly string[] {
  const numberOf = (row: Row, field: string) => (field === 'size' ? (row.size ?? -1) : row.group);
  const order = (left: Row, right: Row): number => {
    for (const { field, descending } of sort) {
      const difference = numberOf(left, field) - numberOf(right, field);
      if (difference !== 0) return descending ? -difference : difference;
    }
    const difference = Number(left.id) - Number(right.id);
    return sort.at(-1)?.descending === true ? -difference : difference;
  };
  return records.toSorted(order).map(({ id }) => id);
}

describe.each<[string, readonly SortField[]]>([
  ['by id', []],
  ['by one field', [ascending('group')]],
  ['by one field, descending', [descending('size')]],
  ['by two fields in both directions', [descending('group'), ascending('size')]],
])('pages %s', (_, sort) => {
  test.each([3, 7, 15, 40])('of %i records lead through the whole collection, forward and back', async (limit) => {
    const whole = sorted(sort);
    const forward: string[] = [];
    let page = await pageOf(sort, { limit });
    expect(page.hasPrevious).toBe(false);
    forward.push(...page.ids);
    while (page.hasNext === true) {
      page = await pageOf(sort, { limit, after: page.positions.at(-1) });
      expect(page.hasPrevious).toBe(true);
      forward.push(...page.ids);
    }
    expect(forward).toEqual(whole);
    // `before` alone begins at the end.
    page = await pageOf(sort, { limit, before: page.endPosition });
    expect(page.hasNext).toBe(false);
    const back = [...page.ids];
    while (page.hasPrevious === true) {
      page = await pageOf(sort, { limit, before: page.positions.at(0) });
      expect(page.hasNext).toBe(true);
      back.unshift(...page.ids);
    }
    expect(back).toEqual(whole);
  });

  test('between two positions contain neither of them', async () => {
    const whole = sorted(sort);
    const { positions } = await pageOf(sort, { limit: 40 });
    const between = await pageOf(sort, { limit: 10, after: positions[4], before: positions[9] });
    expect(between).toMatchObject({ ids: whole.slice(5, 9), hasPrevious: true, hasNext: true });
  });
});

test('no record comes after the end, and the page knows the records before it', async () => {
  expect(await pageOf([], { after: [] })).toMatchObject({ ids: [], positions: [], hasPrevious: true, hasNext: false });
});

describe('a position of another order is a 400', () => {
  test.each<[string, unknown]>([
    ['another number of values', [[1, 2], ['1']]],
    ['no values', ['1', ['1']]],
    ['no id', [[1], '1']],
    ['an id that is not a text', [[1], [1]]],
    ['one part', [[1]]],
    ['no array', { group: 1 }],
    ['null', null],
  ])('%s', async (_, position) => {
    for (const name of ['after', 'before']) {
      const failure = await pageOf([ascending('group')], { [name]: position }).catch((thrown: unknown) => thrown);
      expect(failure).toBeInstanceOf(JsonApiError);
      expect(failure).toMatchObject({
        status: 400,
        errors: [{ code: 'PAGE_INVALID', source: { parameter: `page[${name}]` } }],
      });
    }
  });
});
