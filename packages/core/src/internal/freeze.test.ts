import { expect, test } from 'vitest';
import { frozenList, frozenMap } from './freeze.ts';

test('a frozen list is the same list and takes no change', () => {
  const list = ['b', 'a'];
  const frozen = frozenList(list) as string[];
  expect(frozen).toBe(list);
  expect(() => frozen.push('c')).toThrow(TypeError);
  expect(() => frozen.sort()).toThrow(TypeError);
  expect(frozen).toEqual(['b', 'a']);
});

test('a frozen map reads like a map and takes no change', () => {
  const entries: [string, number][] = [
    ['a', 1],
    ['b', 2],
  ];
  const frozen = frozenMap(entries) as Map<string, number>;
  expect(frozen).toBeInstanceOf(Map);
  expect([...frozen]).toEqual(entries);
  expect(frozen.get('b')).toBe(2);
  expect(frozen.size).toBe(2);
  for (const change of [
    () => frozen.set('c', 3),
    () => frozen.delete('a'),
    () => frozen.clear(),
    () => Object.assign(frozen, { get: () => 9 }),
  ]) {
    expect(change).toThrow(TypeError);
  }
  expect([...frozen]).toEqual(entries);
});

test('a frozen map is a copy', () => {
  const original = new Map([['a', 1]]);
  const frozen = frozenMap(original);
  original.set('b', 2);
  expect([...frozen.keys()]).toEqual(['a']);
  expect(frozenMap([]).size).toBe(0);
});
