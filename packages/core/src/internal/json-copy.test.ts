import { expect, test } from 'vitest';
import { unchanged } from './finish.ts';
import { jsonCopy } from './json-copy.ts';

const shared = { a: 1 };
const call = (): number => 1;

test.each<[string, unknown, unknown]>([
  ['a primitive value', 5, 5],
  ['null', null, null],
  ['undefined', undefined, undefined],
  ['members without a value', { a: undefined, b: { c: undefined } }, { b: {} }],
  ['elements without a value', [undefined, [undefined]], [undefined, [undefined]]],
  ['holes', Array(1), [undefined]],
  ['dates', { at: new Date(0), no: new Date(Number.NaN) }, { at: '1970-01-01T00:00:00.000Z', no: null }],
  ['objects of primitive values', [new String('s'), new Number(1), new Boolean(false)], ['s', 1, false]],
  ['the result of toJSON', { toJSON: () => ({ a: [shared] }) }, { a: [{ a: 1 }] }],
  ['a primitive result of toJSON', { toJSON: () => 'text' }, 'text'],
  ['members whose toJSON returns nothing', { a: { toJSON: () => undefined }, b: 1 }, { b: 1 }],
  ['the key that toJSON receives', { a: [{ toJSON: (key: string) => key }] }, { a: ['0'] }],
  ['a result of toJSON that has toJSON', { toJSON: () => ({ a: 1, toJSON: call }) }, { a: 1 }],
  ['a member toJSON that is not a function', { toJSON: 1 }, { toJSON: 1 }],
  [
    'an instance',
    new (class {
      a = 1;
    })(),
    { a: 1 },
  ],
  ['an object without a prototype', { __proto__: null, a: [{ __proto__: null }] }, { a: [{}] }],
  ['a member named __proto__', JSON.parse('{"__proto__":{"a":1}}'), JSON.parse('{"__proto__":{"a":1}}')],
  ['values that JSON cannot represent', { call }, { call }],
])('copies %s', (_, value, expected) => {
  expect(jsonCopy(value, unchanged)).toStrictEqual(expected);
});

test('the copy contains no object of the original, and one copy of each', () => {
  const value = { first: shared, list: [shared, [shared]] };
  const copy = jsonCopy(value, unchanged) as typeof value;
  expect(copy).toStrictEqual(value);
  expect(copy.first).not.toBe(shared);
  expect(copy.list).toStrictEqual([copy.first, [copy.first]]);
  expect(copy.list[0]).toBe(copy.first);
});

test('a circle stays a circle, from the outermost object as from others', () => {
  const value: Record<string, unknown> = { inner: {} };
  (value.inner as Record<string, unknown>).outer = value;
  const copy = jsonCopy(value, unchanged) as typeof value;
  expect(copy).not.toBe(value);
  expect((copy.inner as Record<string, unknown>).outer).toBe(copy);
});

test('every object and array of the copy is finished, and none of the original', () => {
  const value = { list: [{ a: 1 }], one: { two: {} } };
  const copy = jsonCopy(value, Object.freeze) as typeof value;
  const parts = (it: typeof value): readonly object[] => [it, it.list, ...it.list, it.one, it.one.two];
  expect(parts(copy).map(Object.isFrozen)).toEqual(Array(5).fill(true));
  expect(parts(value).map(Object.isFrozen)).toEqual(Array(5).fill(false));
  expect(jsonCopy([], Object.freeze)).toSatisfy(Object.isFrozen);
});

test('each member is read once', () => {
  let reads = 0;
  const value = {
    get deep() {
      return { reads: ++reads };
    },
  };
  expect(jsonCopy(value, unchanged)).toStrictEqual({ deep: { reads: 1 } });
});

test('100,000 levels deep', () => {
  let value: unknown = 1;
  for (let depth = 0; depth < 100_000; depth++) value = [value];
  let copy = jsonCopy(value, unchanged);
  for (; Array.isArray(copy); copy = copy[0]);
  expect(copy).toBe(1);
});
