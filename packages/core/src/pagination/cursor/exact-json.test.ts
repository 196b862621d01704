import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromExactJson, toExactJson } from './exact-json.ts';

const there = (value: unknown): unknown => fromExactJson(JSON.parse(JSON.stringify(toExactJson(value))));

describe('values do not change in a round trip', () => {
  test.each([
    [null],
    [true],
    [''],
    ['é\u0000\ud83d\ude00'],
    [0.1 + 0.2],
    [Number.POSITIVE_INFINITY],
    [2n ** 70n],
    [-5n],
    [new Date(-1)],
    [new Date(Number.NaN)],
    [new Uint8Array([0, 255, 16])],
    [undefined],
    [['a', 1, ['n', '5'], null]],
    [{ b: [1n], a: { n: undefined, d: new Date(5) } }],
    [JSON.parse('{"__proto__":["n","1"]}')],
  ])('%s', (value) => {
    expect(there(value)).toEqual(value);
  });

  test('random values do not change in a round trip', () => {
    const value = fc.anything({ withBigInt: true, withDate: true, maxDepth: 3 }).filter((it) => {
      try {
        toExactJson(it);
        return true;
      } catch {
        return false;
      }
    });
    fc.assert(
      fc.property(value, (it) => {
        const text = JSON.stringify(toExactJson(it));
        expect(JSON.stringify(toExactJson(there(it)))).toBe(text);
      }),
    );
  });
});

test('functions and symbols are not values', () => {
  expect(() => toExactJson([() => 1])).toThrow('function');
  expect(() => toExactJson(Symbol('x'))).toThrow('symbol');
});
