import { defineApi, type ResourceType } from '@linkage/core';
import { expect, test } from 'vitest';
import { reachPlainly } from './load-missing.ts';
import { createLoadedRecords } from './loaded-records.ts';

const api = defineApi({ people: {}, dogs: {} });
const people = api.types.get('people') as ResourceType;

test.each<[string, 'to-one' | 'to-many', unknown, boolean, readonly string[], number]>([
  ['null', 'to-one', null, true, [], 0],
  ['an id', 'to-one', '7', true, ['7'], 0],
  ['a number', 'to-one', 7, true, ['7'], 0],
  ['an identifier', 'to-one', { type: 'people', id: 7 }, true, ['7'], 0],
  ['a record', 'to-one', { id: 7, name: 'Ann' }, true, ['7'], 1],
  ['a record with its type', 'to-one', { type: 'people', id: 7, name: 'Ann' }, true, ['7'], 1],
  ['each id once', 'to-many', ['7', 8, '7'], true, ['7', '8'], 0],
  ['an array where one belongs', 'to-one', ['7'], false, [], 0],
  ['one where an array belongs', 'to-many', '7', false, [], 0],
  ['a page', 'to-many', { records: ['7'] }, false, [], 0],
  ['a meta object', 'to-one', { type: 'people', id: 7, meta: {} }, false, [], 0],
  ['another type', 'to-one', { type: 'dogs', id: 7 }, false, [], 0],
  ['one of another type among others', 'to-many', ['7', { type: 'dogs', id: 8 }, '9'], false, ['7'], 0],
  ['one without an id among others', 'to-many', ['7', {}], false, ['7'], 0],
  ['a bigint, which takes a closer look', 'to-one', 7n, false, [], 0],
])('%s', (_, kind, value, isPlain, expected, kept) => {
  const ids = new Set<string>();
  const loaded = createLoadedRecords(false);
  expect(reachPlainly(ids, people, kind, value, loaded, 100)).toBe(isPlain);
  expect([...ids]).toEqual(expected);
  expect(loaded.size()).toBe(kept);
});
