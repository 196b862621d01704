import { expect, test } from 'vitest';
import { linkedIds } from './linked-ids.ts';

const tag = (id: string) => ({ type: 'tags', id });

test.each([
  ['add', ['2', '3', '3'], ['1', '2', '3']],
  ['remove', ['2', '3'], ['1']],
  ['update', ['3', '2', '3'], ['3', '2']],
  [undefined, ['3'], ['3']],
] as const)('%s %j', (op, given, ids) => {
  expect(linkedIds({ op, linkage: given.map(tag) }, ['1', '2'])).toEqual(ids);
});

test('to-one', () => {
  expect(linkedIds({ linkage: tag('1') })).toBe('1');
  expect(linkedIds({ op: 'update', linkage: null })).toBeNull();
});

test('a local id is not an id', () => {
  expect(() => linkedIds({ linkage: { lid: 'a' } })).toThrow('a local id');
});
