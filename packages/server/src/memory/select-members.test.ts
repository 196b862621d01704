import type { FilterTerm } from '@linkage/core';
import { expect, test } from 'vitest';
import { blog } from '../../test/blog.ts';
import type { RelatedQuery } from '../sources/port/data-source.ts';
import { createMemorySources } from './create-memory-sources.ts';

// Comment 5 was deleted.
const { articles } = createMemorySources(blog, {
  articles: [{ id: 1, title: 'A', views: 1, comments: [4, 5, 6] }],
  comments: [
    { id: 4, body: 'x', author: null, on: null },
    { id: 6, body: 'y', author: null, on: null },
  ],
});
const call = { context: undefined, signal: new AbortController().signal };
const selection = { attributes: new Set<string>(), relationships: new Set<string>() };
const page = { selection, sort: [], page: { offset: 0, limit: 9 }, total: false };
const ids = (...values: readonly string[]): FilterTerm => ({ field: 'id', operator: 'eq', values });
const body: FilterTerm = { field: 'body', operator: 'eq', values: ['y', null] };

test.each<[string, RelatedQuery, readonly string[]]>([
  ['all', { atMost: 9, selection }, ['4', '5', '6']],
  ['at most so many', { atMost: 2, selection }, ['4', '5']],
  ['those with a value; a deleted one has none, not even null', { atMost: 9, selection, filter: [body] }, ['6']],
  ['those of some ids, deleted or not', { atMost: 9, selection, filter: [ids('5', '6', '7')] }, ['5', '6']],
  ['at most so many of them', { atMost: 1, selection, filter: [ids('5', '6')] }, ['5']],
  ['a page of all', { ...page, filter: [] }, ['4', '5', '6']],
  ['a page of those with a value', { ...page, filter: [body] }, ['6']],
  ['a page of some ids', { ...page, filter: [ids('4', '5')] }, ['4']],
])('%s', async (_, query, expected) => {
  const found = await articles?.related?.('comments', ['1'], query, call);
  const { records } = (found?.get('1') ?? { records: [] }) as { readonly records: readonly { readonly id: string }[] };
  expect(records.map(({ id }) => id)).toEqual(expected);
});
