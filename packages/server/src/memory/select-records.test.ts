import { defineApi, type FilterTerm, type ResourceType, toMany, toOne } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { MemoryTable, StoredRecord } from './memory-table.ts';
import { selectRecords } from './select-records.ts';

const api = defineApi({
  w: {
    attributes: { n: z.number(), s: z.string() },
    relationships: { one: toOne('x'), many: toMany('x'), mixed: toOne(['w', 'x']) },
  },
  x: { attributes: { v: z.number() }, relationships: { up: toOne('x'), all: toMany('x') } },
});
const type = api.types.get('w') as ResourceType;
const link = (id: string) => ({ type: 'x', id });
// Record x 7 does not exist.
const related: readonly StoredRecord[] = [
  { id: '8', v: 1, up: link('9'), all: [link('8'), link('9')] },
  { id: '9', v: 2, up: null, all: [] },
];
const tables: ReadonlyMap<string, MemoryTable> = new Map([['x', new Map(related.map((it) => [it.id, it]))]]);

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
const idsOf = (query: object): readonly string[] =>
  selectRecords({ api, tables }, type, records, { ...all, ...query }).records.map(({ id }) => id);

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
    ['a field behind to-one; a related record that is gone has none', [term('one.v', 'eq', 1)], ['3']],
    ['a field behind to-many: any of them', [term('many.v', 'ge', 1)], ['1', '3']],
    ['a field behind to-many: one of them', [term('many.v', 'eq', 2)], ['1']],
    ['each condition looks for its own', [term('many.v', 'eq', 1), term('many.v', 'eq', 2)], ['1']],
    ['null behind a path is not a related record', [term('one.v', 'eq', null)], []],
    ['ids behind a path', [term('many.up', 'eq', '9')], ['1', '3']],
    ['three steps', [term('many.all.v', 'eq', 2)], ['1', '3']],
  ])('%s', (_, filter, ids) => {
    expect(idsOf({ filter })).toEqual(ids);
  });

  test('a relationship has the operators that compare ids, and no other', () => {
    expect(idsOf({ filter: [term('many', 'ne', '8')] })).toEqual(['2', '4']);
    expect(idsOf({ filter: [term('many', 'ne', null)] })).toEqual(['1', '3']);
    expect(() => idsOf({ filter: [term('many', 'lt', '8')] })).toThrow(
      new TypeError('A condition on a relationship cannot have the operator "lt".'),
    );
  });

  test.each(['constructor', 'nope', 'one.nope', 'n.v', 'nope.v', 'one.', '__proto__.v', 'mixed.v'])(
    'a field that does not exist is never left out: %s',
    (field) => {
      expect(() => idsOf({ filter: [term(field, 'eq', 'x')] })).toThrow(TypeError);
      expect(() => idsOf({ sort: [{ field, descending: false }] })).toThrow(TypeError);
    },
  );
});

describe('sort and page', () => {
  test.each([
    ['ascending, absent first', [{ field: 'n', descending: false }], ['2', '3', '1', '4']],
    ['descending, absent last', [{ field: 'n', descending: true }], ['4', '1', '3', '2']],
    ['equal ones keep their order', [{ field: 's', descending: false }], ['2', '1', '3', '4']],
    ['equal ones have the reverse order descending', [{ field: 's', descending: true }], ['4', '3', '1', '2']],
    [
      'several fields',
      [
        { field: 's', descending: false },
        { field: 'n', descending: false },
      ],
      ['2', '3', '1', '4'],
    ],
    ['through to-one: absent first', [{ field: 'one.v', descending: false }], ['1', '2', '4', '3']],
    ['through to-one descending: absent last', [{ field: 'one.v', descending: true }], ['3', '4', '2', '1']],
    ['what does not have order is equal', [{ field: 'many', descending: false }], ['4', '1', '2', '3']],
  ])('%s', (_, sort, ids) => {
    expect(idsOf({ sort })).toEqual(ids);
  });

  test('ids: numbers first, by their value, then strings', () => {
    const ids = ['b', '10', '01', '9', 'a', '0'];
    const sorted = (descending: boolean) =>
      selectRecords(
        { api, tables },
        type,
        ids.map((id) => ({ id })),
        { ...all, sort: [{ field: 'id', descending }] },
      ).records.map(({ id }) => id);
    expect(sorted(false)).toEqual(['0', '9', '10', '01', 'a', 'b']);
    expect(sorted(true)).toEqual(['b', 'a', '01', '10', '9', '0']);
  });

  test('a page, and the total of what matches', () => {
    const filter: readonly FilterTerm[] = [{ field: 'n', operator: 'ge', values: [0] }];
    const page = selectRecords({ api, tables }, type, records, {
      ...all,
      filter,
      page: { offset: 1, limit: 1 },
      total: true,
    });
    expect(page).toEqual({ records: [records[2]], total: 3 });
  });
});
