import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nonJsonReason, placedReason } from './json-value.ts';

test('values of JSON are, whatever their depth', () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => nonJsonReason(value) === undefined));
  expect(nonJsonReason(JSON.parse(`${'['.repeat(100_000)}1${']'.repeat(100_000)}`))).toBeUndefined();
});

test('a value that contains the same values again and again is read in linear time', () => {
  expect(nonJsonReason(dag())).toBeUndefined();
});

/** 64 arrays that contain the one below twice: 2 ** 64 paths. */
function dag(): unknown {
  let value: unknown = [[1]];
  for (let level = 0; level < 64; level++) value = [value, value];
  return value;
}

const shared = [[1]];
const circle: Record<string, unknown> = { a: 1 };
circle.self = { again: [circle] };

test.each([
  [[shared, shared, { a: shared }], undefined],
  [{ a: undefined, b: new Date(0) }, undefined],
  [[undefined], 'undefined'],
  [[[], [() => 1]], 'a function'],
  [{ a: { b: Symbol('x') } }, 'a symbol'],
  [[1n], 'a bigint'],
  [[Number.NaN], 'NaN'],
  [{ a: [1 / 0] }, 'Infinity'],
  [new Map([['a', 1]]), 'a Map'],
  [{ a: [1, new Map()] }, 'a Map'],
  [[new Set([1])], 'a Set'],
  [new (class extends Set {})(), 'a Set'],
  [new WeakMap(), 'a WeakMap'],
  [new WeakSet(), 'a WeakSet'],
  [new WeakRef(circle), 'a WeakRef'],
  [{ a: Promise.resolve(1) }, 'a Promise'],
  [[/x/], 'a RegExp'],
  [{ a: Object.assign(new TypeError('x'), { code: 'X' }) }, 'an Error'],
  [[new ArrayBuffer(1)], 'an ArrayBuffer'],
  [new SharedArrayBuffer(1), 'a SharedArrayBuffer'],
  [new DataView(new ArrayBuffer(1)), 'a DataView'],
  [new Uint8Array(3), 'a Uint8Array'],
  [{ a: new Int16Array() }, 'an Int16Array'],
  [new Map().keys(), 'a Map Iterator'],
  [new Set().values(), 'a Set Iterator'],
  [{ a: [].values() }, 'an Array Iterator'],
  [(function* () {})(), 'a Generator'],
  [runInNewContext('[new Map()]'), 'a Map'],
  [runInNewContext('[{ a: {} }]'), undefined],
  [Buffer.from('x'), undefined],
  [[Object.assign(new Map(), { toJSON: () => [] })], undefined],
  [{ a: { toJSON: () => 1n } }, 'a bigint'],
  [[{ toJSON: () => ({ a: [Number.NaN] }) }], 'NaN'],
  [[{ toJSON: () => new Map() }], 'a Map'],
  [{ toJSON: () => undefined }, undefined],
  [{ toJSON: () => () => 1 }, 'a function'],
  [[{ toJSON: () => Number.NaN }], 'NaN'],
  [{ toJSON: () => Symbol('x') }, 'a symbol'],
  [
    {
      toJSON: () =>
        new (class {
          toJSON() {
            return 1n;
          }
        })(),
    },
    undefined,
  ],
  [
    new (class Money {
      amount = 1;
      toJSON() {
        return this;
      }
    })(),
    undefined,
  ],
  [[Object(1n)], 'a BigInt'],
  [[Object(Symbol('x'))], 'a Symbol'],
  [[new String('x'), new Number(1), new Boolean(true)], undefined],
  [
    new (class Money {
      amount = 1;
    })(),
    undefined,
  ],
  [{ a: { __proto__: null, constructor: 'x' }, [Symbol.toStringTag]: 'Money' }, undefined],
  [circle, 'a circular reference'],
])('%o', (value, reason) => {
  expect(nonJsonReason(value)).toBe(reason);
});

test.each<[unknown, string]>([
  [{ a: 1, b: [undefined, 1n] }, 'undefined at /b/0'],
  [{ list: [{}, { at: { x: new Map() } }] }, 'a Map at /list/1/at/x'],
  [[{ toJSON: () => ({ a: [Number.NaN] }) }], 'NaN at /0/a/0'],
  [{ a: { toJSON: () => 1n } }, 'a bigint at /a'],
  [[dag(), Number.NaN], 'NaN at /1'],
  [circle, 'a circular reference at /self/again/0'],
])('the place of a value that is not JSON: %o', (value, reason) => {
  expect(placedReason(value)).toBe(reason);
});
