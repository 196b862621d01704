import { expect, test } from 'vitest';
import { isObject, ownMember } from './members.ts';

test.each([
  [{}, true],
  [{ a: 1 }, true],
  [Object.create(null), true],
  [null, false],
  [[], false],
  [[{}], false],
  ['', false],
  [0, false],
  [true, false],
  [undefined, false],
  [() => ({}), false],
])('%o is an object: %s', (value, expected) => {
  expect(isObject(value)).toBe(expected);
});

test.each([['constructor'], ['toString'], ['__proto__'], ['hasOwnProperty']])('%s is absent unless own', (name) => {
  expect(ownMember({}, name)).toBeUndefined();
  expect(ownMember(JSON.parse(`{"${name}":1}`), name)).toBe(1);
});

test('an own member may be null, and the object may not have a prototype', () => {
  expect(ownMember({ a: null }, 'a')).toBeNull();
  expect(ownMember(Object.assign(Object.create(null), { a: 1 }), 'a')).toBe(1);
});
