import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { textOfParsed } from './parsed-body.ts';

/** Makes the first call throw, as in runtimes whose `JSON.stringify` is recursive. */
function failOnce(): void {
  vi.spyOn(JSON, 'stringify').mockImplementationOnce(() => {
    throw new RangeError('Maximum call stack size exceeded');
  });
}

afterEach(() => void vi.restoreAllMocks());

test('a value that is nested too deeply for `JSON.stringify` has the same text', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5, noUnicodeString: false }), (value) => {
      const text = JSON.stringify(value);
      failOnce();
      expect(textOfParsed(value)).toBe(text);
    }),
  );
});

test('100,000 levels', () => {
  const text = `${'{"a":[1,'.repeat(50_000)}0${']}'.repeat(50_000)}`;
  const value: unknown = JSON.parse(text);
  failOnce();
  expect(textOfParsed(value)).toBe(text);
});

test('200,000 elements', () => {
  const text = `[${Array.from({ length: 200_000 }, () => '{}').join(',')}]`;
  const value: unknown = JSON.parse(text);
  failOnce();
  expect(textOfParsed(value)).toBe(text);
});

test('other errors of `JSON.stringify` stay', () => {
  expect(() => textOfParsed(1n)).toThrow(TypeError);
});

test('no body', () => expect(textOfParsed(undefined)).toBeUndefined());
