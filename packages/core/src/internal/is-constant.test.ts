import { expect, test } from 'vitest';
import { isConstant } from './freeze.ts';

test.each<[string, object, boolean]>([
  ['a frozen object', Object.freeze({ a: 1 }), true],
  ['a frozen object without members', Object.freeze({}), true],
  ['a frozen array', Object.freeze(['a']), true],
  ['a frozen object with a method', Object.freeze({ a: () => 1 }), true],
  ['an object that can change', { a: 1 }, false],
  ['a sealed object', Object.seal({ a: 1 }), false],
  [
    'a frozen object with a getter, whose result can change',
    Object.freeze({
      b: 1,
      get a() {
        return Math.random();
      },
    }),
    false,
  ],
])('%s', (_, object, expected) => {
  expect(isConstant(object)).toBe(expected);
});
