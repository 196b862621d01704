import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { keepNumbers, parseExactJson, unusualNumber } from './exact-json.ts';
import { jsonCopy } from './json-copy.ts';

function parse(text: string): unknown {
  const value = parseExactJson(text);
  keepNumbers(value, value);
  return value;
}

const numberText = fc.stringMatching(/^-?(?:0|[1-9]\d{0,18})(?:\.\d{1,18})?(?:[eE][-+]?\d{1,3})?$/);

test('any number keeps its text, wherever it stands', () => {
  fc.assert(
    fc.property(numberText, fc.constantFrom('', ' ', '\n'), (number, space) => {
      const text = `{"list":[${space}${number}${space},${number},1],"name":"2026-01-01 ${number}","n":${space}${number}${space}}`;
      const written = `{"list":[${number},${number},1],"name":"2026-01-01 ${number}","n":${number}}`;
      expect(JSON.stringify(parse(text))).toBe(written);
    }),
  );
});

test.each(['"2026-01-01T00:00:00.000Z"', '"v1.0"', '"3e8b-0a10-1e5f"', '[0,10,100,1.5,-7,20.05]', '"10:00"'])(
  'a text without such numbers is not read slowly: %s',
  (value) => {
    expect(unusualNumber.test(`{"data":{"a":${value}, "b": ${value}}}`)).toBe(false);
  },
);

describe('a value is written with the numbers of its text', () => {
  test.each([
    '{"a":9007199254740993}',
    '[12345678901234567890.5,1.10,1.0,-0,1E5,1e400]',
    '{"a":[{"b":[0.10]}],"c":9007199254740993}',
    '{"__proto__":1.50}',
    '{"n":1.0,"text":"1.0"}',
  ])('%s', (text) => {
    expect(JSON.stringify(parse(text))).toBe(text);
    expect(JSON.stringify(jsonCopy(parse(text), Object.freeze))).toBe(text);
  });
});

test('code sees numbers, and its changes are written', () => {
  const value = parse('{"a":{"n":9007199254740993,"m":1.10}}') as { readonly a: { n: number } };
  expect(value).toEqual({ a: { n: 9007199254740992, m: 1.1 } });
  value.a.n = 5;
  expect(JSON.stringify(value)).toBe('{"a":{"n":5,"m":1.10}}');
});

test('the result of a schema has the numbers that it kept', () => {
  const parsed = parseExactJson('{"kept":1.10,"changed":2.50,"gone":3.10,"list":[9007199254740993]}');
  const value = { list: [9007199254740992], changed: 3, kept: 1.1, added: 1 };
  keepNumbers(value, parsed);
  expect(JSON.stringify(value)).toBe('{"list":[9007199254740993],"changed":3,"kept":1.10,"added":1}');
});

test('a frozen value, and one with a member `toJSON`, stay as they are', () => {
  const parsed = parseExactJson('{"n":1.10,"toJSON":5}');
  const frozen = Object.freeze({ n: 1.1 });
  keepNumbers(frozen, parsed);
  keepNumbers(parsed, parsed);
  expect([JSON.stringify(frozen), JSON.stringify(parsed)]).toEqual(['{"n":1.1}', '{"n":1.1,"toJSON":5}']);
});

test('an object that a client calls the text of a number is an object', () => {
  expect(jsonCopy({ a: { rawJSON: '5' } }, Object.freeze)).toEqual({ a: { rawJSON: '5' } });
});

test.each(['{"a":9007199254740993', '1.0.0', ''])('%j is not JSON', (text) => {
  expect(() => parseExactJson(text)).toThrow(SyntaxError);
});
