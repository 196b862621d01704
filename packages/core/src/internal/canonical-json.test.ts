import { expect, test } from 'vitest';
import { canonicalJson } from './canonical-json.ts';

test.each([
  [{ b: 1, a: { d: [1, { f: 1, e: 2 }], c: null } }, '{"a":{"c":null,"d":[1,{"e":2,"f":1}]},"b":1}'],
  ['ä"', '"ä\\""'],
  [undefined, 'null'],
  [[undefined, Number.NaN], '[null,null]'],
  [{ at: new Date(0) }, '{"at":"1970-01-01T00:00:00.000Z"}'],
])('%j has one text, whatever the order of its members', (value, text) => {
  expect(canonicalJson(value)).toBe(text);
});

test('rejects what JSON cannot hold', () => {
  const circle: { own?: object } = {};
  circle.own = circle;
  expect(() => canonicalJson(1n)).toThrow('BigInt');
  expect(() => canonicalJson(circle)).toThrow('circular');
});
