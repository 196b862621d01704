import { expect, test } from 'vitest';
import { commentText, keyCode, textCode, writeCode } from './text-code.ts';

test.each([
  "it's",
  'back\\slash',
  'new\nline',
  '\u2028',
  '\u202e',
  ['$', '{x}'].join(''),
  '`',
  '"',
  '\0',
  '\ud800',
  '😀',
  '*/',
])('the code of %j is that text, in one line', (text) => {
  const code = textCode(text);
  expect(code).not.toMatch(/[\n\u2028\u202e\0]/);
  // biome-ignore lint/security/noGlobalEval: the code is what is tested
  expect(eval(code)).toBe(text);
  expect(commentText(`a${text}`)).not.toMatch(/[\n\r\u2028\u2029\u202e\0]/);
});

test.each([
  ['title', 'title'],
  ['with space', "'with space'"],
  ['1st', "'1st'"],
  ['__proto__', "['__proto__']"],
])('the member %j is written as %s', (name, code) => {
  expect(keyCode(name)).toBe(code);
});

test('short objects are one line, and long ones have a line for each member', () => {
  expect(writeCode({ a: '1', b: ['2', '3'], c: undefined })).toBe('{ a: 1, b: [2, 3] }');
  expect(writeCode({ a: 'x'.repeat(120), b: {} })).toBe(`{\n  a: ${'x'.repeat(120)},\n  b: {},\n}`);
});
