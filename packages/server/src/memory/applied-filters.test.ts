import { defineApi, type FilterTerm, toMany, toOne } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { DataSource, SourceCondition } from '../sources/port/data-source.ts';
import { createMemorySources } from './create-memory-sources.ts';

const api = defineApi({
  posts: {
    attributes: { title: z.string() },
    relationships: { comments: toMany('comments'), first: toOne('comments') },
  },
  comments: { attributes: { body: z.string(), open: z.boolean() }, relationships: { by: toOne('people') } },
  people: { attributes: { name: z.string() } },
});
// Comment 9 does not exist.
const { posts, comments } = createMemorySources(api, {
  posts: [
    { id: 'a', title: 'A', comments: ['1', '2', '9'], first: '1' },
    { id: 'b', title: 'B', comments: ['3'], first: '9' },
  ],
  comments: [
    { id: '1', body: 'x', open: true, by: 'ada' },
    { id: '2', body: 'y', open: false, by: 'bo' },
    { id: '3', body: 'y', open: true, by: 'bo' },
  ],
  people: [
    { id: 'ada', name: 'Ada' },
    { id: 'bo', name: 'Bo' },
  ],
}) as { readonly [type: string]: Required<DataSource> };
const call = { context: undefined, signal: new AbortController().signal };
const selection = { attributes: new Set<string>(), relationships: new Set<string>() };
const eq = (field: string, ...values: unknown[]): FilterTerm => ({ field, operator: 'eq', values });
const open = eq('open', true);

describe('list: one related resource meets the condition and those of its own way', () => {
  test.each<[string, SourceCondition, string]>([
    ['no conditions on the way', { ...eq('comments.body', 'y'), through: [[]] }, 'ab'],
    ['conditions on the only step', { ...eq('comments.body', 'y'), through: [[open]] }, 'b'],
    [
      'another resource of the relationship does not help',
      { ...eq('comments.body', 'x'), through: [[eq('body', 'y')]] },
      '',
    ],
    ['two steps', { ...eq('comments.by.name', 'Bo'), through: [[open], []] }, 'b'],
    ['conditions on the second', { ...eq('comments.by.name', 'Bo', 'Ada'), through: [[open], [eq('id', 'ada')]] }, 'a'],
    ['ids at the end', { ...eq('comments.id', '1', '2'), through: [[open]] }, 'a'],
    ['ids of what is gone', { ...eq('comments.id', '9'), through: [[]] }, ''],
    ['a condition on a relationship', { ...eq('comments.body', 'y'), through: [[eq('by', 'ada')]] }, ''],
  ])('%s', async (_, term, expected) => {
    const query = { filter: [term], sort: [], page: { offset: 0, limit: 9 }, selection, total: true };
    const { records, total } = await (posts as Required<DataSource>).list(query, call);
    expect([records.map(({ id }) => id).join(''), total]).toEqual([expected, expected.length]);
  });
});

test('find and related give what meets the conditions of the call', async () => {
  const conditions = [open];
  const found = await (comments as Required<DataSource>).find(['1', '2', '9'], selection, { ...call, conditions });
  expect(found.map(({ id }) => id)).toEqual(['1']);
  const related = async (name: string, pagePerParent = {}) => {
    const query = { atMost: 9, selection, ...pagePerParent };
    return [...(await (posts as Required<DataSource>).related(name, ['a', 'b'], query, { ...call, conditions }))];
  };
  const link = (id: string) => ({ type: 'comments', id });
  expect(await related('comments')).toEqual([
    ['a', { records: [link('1')] }],
    ['b', { records: [link('3')] }],
  ]);
  expect(await related('comments', { pagePerParent: { offset: 0, limit: 1 } })).toEqual([
    ['a', { records: [link('1')] }],
    ['b', { records: [link('3')] }],
  ]);
  expect(await related('first')).toEqual([
    ['a', link('1')],
    ['b', null],
  ]);
});
