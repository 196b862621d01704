import type { FilterTerm } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { selectRecords } from './select-records.ts';

const records = [
  {
    id: '1',
    n: 2,
    s: 'b',
    one: { type: 'x', id: '7' },
    many: [
      { type: 'x', id: '8' },
      { type: 'x', id: '9' },
    ],
  },
  { id: '2', n: null, s: 'a', one: null, many: [] },
  { id: '3', n: 1, s: 'b', one: { type: 'x', id: '8' }, many: [{ type: 'x', id: '8' }] },
  { id: '4', n: 3, s: 'c', many: undefined },
];
const all = { filter: [], sort: [], page: { offset: 0, limit: 9 }, total: false };
const isRelationship = (field: string): boolean => field === 'one' || field === 'many';
const idsOf = (query: object): readonly string[] =>
  selectRecords(records, { ...all, ...query }, isRelationship).records.map(({ id }) => id);

describe('filter', () => {
  const term = (field: string, operator: FilterTerm['operator'], ...values: unknown[]): FilterTerm => ({
    field,
    operator,
    values,
  });
  test.each<[string, readonly FilterTerm[], readonly string[]]>([
    ['nothing', [], ['1', '2', '3', '4']],
    ['eq', [term('s', 'eq', 'b')], ['1', '3']],
    ['eq any of several', [term('s', 'eq', 'a', 'c')], ['2', '4']],
    ['eq null', [term('n', 'eq', null)], ['2']],
    ['eq of another kind', [term('n', 'eq', '2')], []],
    ['lt', [term('n', 'lt', 2)], ['3']],
    ['le', [term('n', 'le', 2)], ['1', '3']],
    ['gt', [term('n', 'gt', 2)], ['4']],
    ['ge: null is neither', [term('n', 'ge', 0)], ['1', '3', '4']],
    ['several conditions', [term('s', 'eq', 'b'), term('n', 'eq', 1)], ['3']],
    ['a to-one relationship', [term('one', 'eq', '7')], ['1']],
    ['a to-many relationship, any of several', [term('many', 'eq', '9', '8')], ['1', '3']],
    ['an unknown field', [term('constructor', 'eq', 'x')], []],
  ])('%s', (_, filter, ids) => {
    expect(idsOf({ filter })).toEqual(ids);
  });
});

describe('sort and page', () => {
  test.each([
    ['ascending, absent first', [{ field: 'n', descending: false }], ['2', '3', '1', '4']],
    ['descending, absent last', [{ field: 'n', descending: true }], ['4', '1', '3', '2']],
    ['equal ones keep their order', [{ field: 's', descending: false }], ['2', '1', '3', '4']],
    ['equal ones keep their order descending too', [{ field: 's', descending: true }], ['4', '1', '3', '2']],
    [
      'several fields',
      [
        { field: 's', descending: false },
        { field: 'n', descending: false },
      ],
      ['2', '3', '1', '4'],
    ],
    ['what has no order is equal', [{ field: 'many', descending: false }], ['4', '1', '2', '3']],
  ])('%s', (_, sort, ids) => {
    expect(idsOf({ sort })).toEqual(ids);
  });

  test('a page, and the total of what matches', () => {
    const filter: readonly FilterTerm[] = [{ field: 'n', operator: 'ge', values: [0] }];
    const page = selectRecords(records, { ...all, filter, page: { offset: 1, limit: 1 }, total: true }, isRelationship);
    expect(page).toEqual({ records: [records[2]], total: 3 });
  });
});
