import { describe, expect, test } from 'vitest';
import { keepNumbers, parseExactJson } from './exact-json.ts';
import { jsonCopy } from './json-copy.ts';

function parse(text: string): unknown {
  const value = parseExactJson(text);
  keepNumbers(value, value);
  return value;
}

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
