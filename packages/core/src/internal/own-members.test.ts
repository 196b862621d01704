import { expect, test } from 'vitest';
import { frozenCopy } from './freeze.ts';
import { isPlainObject, ownMembers } from './members.ts';

test.each<[string, object, boolean]>([
  ['an object literal', { a: 1 }, true],
  ['what JSON.parse creates', JSON.parse('{"__proto__":{"a":1}}'), true],
  ['an object without a prototype', Object.create(null), true],
  ['an instance', new (class {})(), false],
  ['an object that inherits from another', Object.create({ a: 1 }), false],
  ['an array', [], false],
  ['a date', new Date(0), false],
])('%s', (_, object, expected) => {
  expect(isPlainObject(object)).toBe(expected);
});

test('a declaration without a prototype is copied and frozen like an object literal', () => {
  const declaration = { __proto__: null, list: [{ __proto__: null, a: 1 }] } as unknown as { list: object[] };
  const copy = frozenCopy(declaration);
  expect(copy).not.toBe(declaration);
  expect([copy, copy.list, copy.list[0]].every(Object.isFrozen)).toBe(true);
  expect([declaration, declaration.list, declaration.list[0]].some(Object.isFrozen)).toBe(false);
});

test('own members do not include inherited ones', () => {
  const members = ownMembers(Object.assign(Object.create({ a: 1 }), { b: 2 }));
  expect(members).toEqual({ b: 2 });
  expect([members.a, members.toString]).toEqual([undefined, undefined]);
});
