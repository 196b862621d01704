import { expect, test } from 'vitest';
import { unchanged } from './finish.ts';
import { jsonCopy } from './json-copy.ts';

const shared = { a: [1] };
const writes = (written: unknown): object => ({ toJSON: () => written });

test.each<[string, object]>([
  ['nested members', { a: { b: [null, true, 'x', 1.5, {}] }, c: undefined }],
  ['a value that occurs twice', { one: shared, two: [shared, shared] }],
  ['wrappers', [new String('x'), new Number(1), new Boolean(false)]],
  ['a Date', { at: new Date(0) }],
  [
    'an object that writes itself',
    {
      a: {
        id: 1,
        toJSON(this: object) {
          return this;
        },
      },
    },
  ],
  ['an object that writes an object with a method', writes({ b: 1, toJSON: () => 'not called' })],
  ['an own member of a name that objects inherit', JSON.parse('{"__proto__":{"a":1},"toString":"x"}')],
  ['a member toJSON that is not a function', { toJSON: { a: 1 } }],
])('%s: the copy is what JSON.stringify writes', (_, value) => {
  const copy = jsonCopy(value, unchanged);
  expect(copy).not.toBe(value);
  expect(copy).toEqual(JSON.parse(JSON.stringify(value)));
  expect(JSON.stringify(copy)).toBe(JSON.stringify(value));
});

test('a circle stays one, and does not lead back to the original', () => {
  const root: Record<string, unknown> = { a: {} };
  root['again'] = [root];
  (root['a'] as Record<string, unknown>)['own'] = root['a'];
  const copy = jsonCopy(root, unchanged) as { a: { own: unknown }; again: unknown[] };
  expect(copy).not.toBe(root);
  expect(copy.again[0]).toBe(copy);
  expect(copy.a.own).toBe(copy.a);
  expect(copy.a).not.toBe(root['a']);
});

test('each copied object is finished', () => {
  const copy = jsonCopy({ a: [{ b: 1 }] }, Object.freeze) as { a: [object] };
  for (const part of [copy, copy.a, copy.a[0]]) expect(Object.isFrozen(part)).toBe(true);
});
