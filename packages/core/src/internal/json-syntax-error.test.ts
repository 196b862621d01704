import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonSyntaxError } from './json-syntax-error.ts';

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
  expect(jsonSyntaxError(text).offset).toBe(offset);
});

test('a valid text has no error, and every invalid text has one before its end, or ends too early', () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(), fc.constantFrom('}', '"', ',', 'x', '\\', ''), (json, at, character) => {
      expect(jsonSyntaxError(json).offset).toBe(json.length);
      const index = at % (json.length + 1);
      const text = json.slice(0, index) + character + json.slice(index + 1);
      const { offset } = jsonSyntaxError(text);
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
  expect(jsonSyntaxError(deep).offset).toBe(200_000);
  const long = `["${'a'.repeat(2_000_000)}",]`;
  const started = performance.now();
  expect(jsonSyntaxError(long).offset).toBe(long.length - 1);
  expect(performance.now() - started).toBeLessThan(2_000);
});

test.each([
  ['a string without an end', `["${'x'.repeat(20_000_000)}`, 20_000_002],
  ['a string with escapes', `["${'\\n'.repeat(5_000_000)}" 1]`, 10_000_004],
  ['a number', `[${'1'.repeat(20_000_000)}.]`, 20_000_001],
  ['white space', `[${' '.repeat(20_000_000)}}`, 20_000_001],
])('a document of 10 to 20 MB with %s takes no stack', (_, text, offset) => {
  expect(jsonSyntaxError(text).offset).toBe(offset);
});
