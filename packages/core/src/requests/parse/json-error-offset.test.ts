import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jsonErrorOffset, positionAt } from './json-error-offset.ts';
import { parseDocument } from './parse-document.ts';

test.each<[string, number]>([
  ['', 0],
  ['  ', 2],
  ['{"a":}', 5],
  ['{"a":1,}', 7],
  ['[1,]', 3],
  ['[1 2]', 3],
  ['{a:1}', 1],
  ["{'a':1}", 1],
  ['{"a" 1}', 5],
  ['{"a":1', 6],
  ['{"a":"b', 7],
  ['{"a":"b\n"}', 7],
  ['"\\x"', 1],
  ['"\\u12g4"', 1],
  ['01', 1],
  ['[1]]', 3],
  ['[1}', 2],
  ['tru', 0],
  ['nullx', 4],
  ['-', 0],
  ['1.', 1],
  ['NaN', 0],
  ['{"a":1} x', 8],
  ['\uFEFF{}', 0],
])('the first error of %j is at %i', (text, offset) => {
  expect(() => JSON.parse(text)).toThrow();
  expect(jsonErrorOffset(text)).toBe(offset);
});

test('a valid text has no error, and every invalid text has one before its end, or ends too early', () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(), fc.constantFrom('}', '"', ',', 'x', '\\', ''), (json, at, character) => {
      expect(jsonErrorOffset(json)).toBe(json.length);
      const index = at % (json.length + 1);
      const text = json.slice(0, index) + character + json.slice(index + 1);
      const offset = jsonErrorOffset(text);
      let isValid = true;
      try {
        JSON.parse(text);
      } catch {
        isValid = false;
      }
      // The text before the error can be continued to a valid text, so a valid text has no error inside.
      if (isValid) expect(offset).toBe(text.length);
      expect(offset).toBeLessThanOrEqual(text.length);
    }),
    { numRuns: 300 },
  );
});

test('a long text takes linear time, and a deep one no recursion', () => {
  const deep = `${'['.repeat(200_000)}x`;
  expect(jsonErrorOffset(deep)).toBe(200_000);
  const long = `["${'a'.repeat(2_000_000)}",]`;
  const started = performance.now();
  expect(jsonErrorOffset(long)).toBe(long.length - 1);
  expect(performance.now() - started).toBeLessThan(2_000);
});

describe('the error of a request document', () => {
  test.each([
    [
      '{\n  "data": {\n    "type": "a",\n  }\n}',
      'The request document must be valid JSON. The first error is at line 4, column 3.',
    ],
    ['{"data":', 'The request document must be valid JSON, but it ends too early, at line 1, column 9.'],
  ])('%j names the position', (text, detail) => {
    expect(() => parseDocument(text)).toThrow(detail);
  });

  test('counts lines of all kinds', () => {
    expect(positionAt('a\r\nb\rc\nde', 9)).toEqual({ line: 4, column: 3 });
  });
});
