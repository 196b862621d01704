import { expect, test } from 'vitest';
import { frozenCopy, frozenList, frozenMap } from './freeze.ts';

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

test('a frozen copy is frozen at every depth, and leaves what it was made of as it is', () => {
  const visit = (): void => undefined;
  const now = new Date(0);
  const original = { list: [{ a: 1 }], table: { visit }, now, none: undefined };
  const copy = frozenCopy(original);
  expect(copy).toEqual(original);
  expect(copy.table.visit).toBe(visit);
  expect(copy.now).toBe(now);
  for (const it of [copy, copy.list, copy.list[0], copy.table]) expect(Object.isFrozen(it)).toBe(true);
  for (const it of [original, original.list, original.list[0], original.table, now, visit]) {
    expect(Object.isFrozen(it)).toBe(false);
  }
});
