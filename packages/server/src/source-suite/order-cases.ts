import type { FilterTerm } from '@linkage/core';
import { readCan } from '../sources/port/can.ts';
import type { DataSource, SourceRecord, SourceSortField } from '../sources/port/data-source.ts';
import { selectionOf } from '../sources/port/selection.ts';
import { type CaseOfFeature, expectEqual } from './suite-case.ts';

const call = { context: undefined, signal: new AbortController().signal };
const eq = (field: string, ...values: readonly string[]): FilterTerm => ({ field, operator: 'eq', values });
const query = { filter: [], page: { offset: 0, limit: 10 }, selection: selectionOf(), total: false };
const idsOf = ({ records }: { readonly records: readonly unknown[] }) => records.map((it) => (it as SourceRecord).id);

/** Orders with conditions on related resources, and the articles in these orders. */
const orders: readonly (readonly [SourceSortField, readonly string[]])[] = [
  [{ field: 'author.name', descending: false, through: [[eq('boss', '1', '2')]] }, ['a', 'c', 'd', 'b', 'e']],
  [
    { field: 'author.boss.name', descending: true, through: [[eq('name', 'Bo', 'Cy')], [eq('name', 'Bo')]] },
    ['e', 'd', 'c', 'b', 'a'],
  ],
  [{ field: 'author.boss.name', descending: false, through: [[], [eq('name', 'Bo')]] }, ['a', 'b', 'c', 'd', 'e']],
];

/** Cases about sources that declare to apply conditions of access rules in orders. */
export const orderCases: readonly CaseOfFeature[] = [
  {
    feature: 'sorting',
    name: 'a source that declares `sort` in `appliesFilters` compares matching related resources alone in `list`',
    run: async ({ sources }) => {
      const source = sources['articles'] as Required<DataSource>;
      if (!readCan('articles', source).applies.list.sort) return;
      for (const [key, ids] of orders) {
        const page = await source.list({ ...query, sort: [key, { field: 'id', descending: key.descending }] }, call);
        expectEqual(idsOf(page), ids, `the articles in the order of \`${key.field}\``);
      }
    },
  },
  {
    feature: 'sorting',
    name: 'a source that declares `sort` in `appliesFilters` compares matching related resources alone in `related`',
    run: async ({ sources }) => {
      const source = sources['tags'] as Required<DataSource>;
      if (!readCan('tags', source).applies.related.sort) return;
      const sort = [{ field: 'author.name', descending: true, through: [[eq('name', 'Ada')]] }];
      const pages = await source.related('articles', ['t1'], { ...query, sort }, call);
      expectEqual(
        idsOf(pages.get('t1') as never),
        ['c', 'a', 'e'],
        'the articles of a tag in the order of `author.name`',
      );
    },
  },
];
