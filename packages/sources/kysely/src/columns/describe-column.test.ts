import { expect, test } from 'vitest';
import { type ColumnType, parseColumnType } from './column-type.ts';
import { describeColumn } from './describe-column.ts';

test.each<[string | ColumnType | undefined, unknown, string]>([
  ['text', 'a\u0000', 'without the character U+0000'],
  ['json', '"\\u0000"', 'without the character U+0000'],
  ['text', '\ufeffa', 'without U+FEFF at its beginning'],
  ['varchar(3)', 'abcd', 'a string of at most 3 characters'],
  ['tinytext', 'a', 'a string of at most 255 bytes'],
  ['smallint', 1e6, 'an integer from -32768 to 32767'],
  [{ kind: 'integer' }, 'a', 'an integer'],
  ['numeric', 'a', 'a decimal number'],
  ['numeric(4, 2)', '123.4', 'a decimal number with at most 2 digits before the point and 2 after it'],
  ['real', 'a', 'a number in the range of its type'],
  ['uuid', 'a', 'a UUID'],
  ['date', 'a', 'a date, for example 2026-02-28'],
  ['timestamp', 'a', 'a date with a time, for example 2026-02-28T10:00:00Z'],
  ['smallint[]', 'a', 'an array'],
  ['smallint[]', [1e6], 'an array, each element of which is an integer from -32768 to 32767'],
  ['mood[]', 'a', 'an array'],
  [{ kind: 'binary', form: 'base64' }, 'a', 'bytes in base64, for example "aGk="'],
  ['geometry', 5, 'a value that can be stored'],
  [undefined, 5, 'a value that can be stored'],
])('%j and %j: %s', (type, value, description) => {
  expect(describeColumn(typeof type === 'string' ? parseColumnType(type) : type, value).text).toBe(description);
});
