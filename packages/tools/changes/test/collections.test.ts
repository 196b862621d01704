/** Changes of collections of several types. */
import { attribute, defineApi, defineCollection } from '@linkage/core';
import { cursorStrategy } from '@linkage/core/cursor-pagination';
import { createMemorySources, createServer } from '@linkage/server';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { compareDescriptions } from '../src/index.ts';

/** Describes a server with a feed. */
function describeWith(options: object, maximum = 100) {
  const attributes = {
    at: attribute(z.int(), { sort: true, filter: true }),
    title: attribute(z.string(), { sort: true, filter: ['contains'] }),
  };
  const api = defineApi({ articles: { attributes }, comments: { attributes }, notes: { attributes } });
  const all = { types: ['articles', 'comments'], sort: ['-at', 'title'], filter: ['at', 'title'], ...options };
  return createServer(api, createMemorySources(api, {}), {
    collections: [defineCollection(api, 'feed', all as never)],
    pagination: { collections: cursorStrategy({ key: 'x'.repeat(32) }) },
    limits: { pageSizeMaximum: maximum },
  }).describe();
}

const at = '/endpoints/0/collection';

test.each<[string, object, number, readonly (readonly [rule: string, level: string, pointer: string])[]]>([
  ['an order', { sort: ['-at'] }, 100, [['sort-removed', 'breaking', `${at}/sort`]]],
  [
    'the direction of the first order',
    { sort: ['at', 'title'] },
    100,
    [['default-sort-changed', 'dangerous', `${at}/sort`]],
  ],
  ['a filter', { filter: ['at'] }, 100, [['filter-removed', 'breaking', `${at}/filter/title`]]],
  [
    'a type',
    { types: ['articles', 'notes'] },
    100,
    [
      ['collection-type-removed', 'breaking', '/endpoints/0/types'],
      ['collection-type-added', 'dangerous', '/endpoints/0/types'],
    ],
  ],
  ['nothing', {}, 100, []],
])('%s', async (_, options, maximum, expected) => {
  const changes = compareDescriptions(await describeWith({}), await describeWith(options, maximum));
  expect(changes.map(({ rule, level, pointer }) => [rule, level, pointer])).toEqual(expected);
});

test('the maximum page size, and the collection itself', async () => {
  const [before, after] = [await describeWith({}), await describeWith({}, 50)];
  expect(compareDescriptions(before, after).map(({ rule, pointer }) => [rule, pointer])).toContainEqual([
    'page-maximum-lowered',
    `${at}/page/maximum`,
  ]);
  expect(compareDescriptions(before, { ...before, endpoints: [] }).map(({ rule }) => rule)).toEqual([
    'endpoint-removed',
  ]);
});
