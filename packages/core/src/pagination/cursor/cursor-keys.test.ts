import { expect, test, vi } from 'vitest';
import { readCursorKeys } from './cursor-options.ts';

const text = 'x'.repeat(32);

test('without a key, the process creates a key and warns once', async () => {
  // Test files share their modules: another one can have caused the warning.
  vi.resetModules();
  const fresh = await import('./cursor-options.ts');
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  try {
    const [one, other] = [
      fresh.readCursorKeys('cursorPagination', undefined),
      fresh.readCursorKeys('cursorPagination', undefined),
    ];
    expect(one()).toBe(one());
    expect(one()[0]).toHaveLength(32);
    expect(one()).not.toEqual(other());
    expect(warn.mock.calls).toEqual([[expect.stringContaining('without the option `key`')]]);
  } finally {
    warn.mockRestore();
  }
});

test('a key is a text or bytes, or an array of them', () => {
  const bytes = new TextEncoder().encode(text);
  expect(readCursorKeys('cursorPagination', text)()).toEqual([bytes]);
  expect(readCursorKeys('cursorPagination', bytes)()).toEqual([bytes]);
  expect(readCursorKeys('cursorPagination', [text, bytes])()).toEqual([bytes, bytes]);
});

test.each([
  ['x'.repeat(31), 'key 1 must have 32 bytes or more, but it has 31'],
  [[text, ''], 'key 2 must have 32 bytes or more, but it has 0'],
  [[], 'must contain at least one key'],
  [[text, 5], 'key 2 must have 32 bytes or more, but it is neither a string nor a Uint8Array'],
])('%j is rejected', (key, message) => {
  expect(() => readCursorKeys('cursorPagination', key as never)).toThrow(message);
});

test('a message does not show the key', () => {
  expect(() => readCursorKeys('cursorPagination', 'secret')).toThrow(expect.not.stringContaining('secret'));
});
