import { expect, test } from 'vitest';
import { jsonSyntaxError } from './json-syntax-error.ts';
import { jsonSyntaxMessage } from './json-syntax-message.ts';

test.each([
  ['', 'The text must contain a value here, but it ends.'],
  ['{"a": nul}', 'The text must contain a value here, but it contains `nul`.'],
  ['{"a":1,}', 'The text must contain a name in double quotes here, but it contains `}`. Remove the comma before it.'],
  ['[1,]', 'The text must contain a value here, but it contains `]`. Remove the comma before it.'],
  ['[1 2]', 'The text must contain `,` or `]` here, but it contains `2`.'],
  ['{"a":1 "b":2}', 'The text must contain `,` or `}` here, but it contains `"b`.'],
  ['{"a" 1}', 'The text must contain `:` here, but it contains `1`.'],
  [
    "{'a':1}",
    "The text must contain a name in double quotes or `}` here, but it contains `'a'`. JSON has double quotes only.",
  ],
  ['// x', 'The text must contain a value here, but it contains `//`. JSON does not have comments.'],
  ['[1,2', 'The text must contain `,` or `]` here, but it ends.'],
  ['[1}', 'The text must contain `,` or `]` here, but it contains `}`.'],
  ['{} {}', 'The text must contain nothing more here, but it contains `{`.'],
  ['["x', 'A string must end with a double quote, but the text ends.'],
  [
    '["x\n"]',
    'A string must not contain line breaks, tabs, and other control characters. Write `\\n` for a line break.',
  ],
  ['["\\x"]', 'A string must not contain the escape `\\x`. Write `\\\\` for a backslash.'],
  [`[${'x'.repeat(1_000)}`, `The text must contain a value or \`]\` here, but it contains \`${'x'.repeat(20)}\`.`],
])('%j has the message %j', (text, message) => {
  expect(() => JSON.parse(text)).toThrow(SyntaxError);
  expect(jsonSyntaxMessage(text, jsonSyntaxError(text))).toBe(message);
});
