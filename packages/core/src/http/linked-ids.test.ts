import { expect, test } from 'vitest';
import { linkedFields, linkedIds } from './linked-ids.ts';

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

test('a relationship that is absent stays absent', () => {
  expect(linkedIds({ linkage: undefined })).toBeUndefined();
});

test('the fields of a resource: its own local id is its id, that of another resource is none', () => {
  const own = { type: 'tags', lid: 'a' };
  const input = { type: 'tags', lid: 'a', relationships: { parent: own, near: [tag('1'), own, own], none: null } };
  expect(linkedFields(input, '7')).toEqual({ parent: '7', near: ['1', '7'], none: null });
  for (const other of [
    { type: 'tags', lid: 'b' },
    { type: 'people', lid: 'a' },
  ])
    expect(() => linkedFields({ ...input, relationships: { parent: other } }, '7')).toThrow('a local id');
  expect(linkedFields({ type: 'tags', relationships: { parent: undefined } })).toEqual({ parent: undefined });
});

test('a local id is not an id', () => {
  expect(() => linkedIds({ linkage: { lid: 'a' } })).toThrow('a local id');
});
