import { expect, test } from 'vitest';
import { locationOf, offsetsOf } from './locate.ts';

const text = '{"a":[1,{"b/c":"x,\\"]","d":{}}, "s"],\n "~":{"e":[[],[true]]},"f":null}';

test.each([
  ['', text],
  ['/a', '[1,'],
  ['/a/0', '1,'],
  ['/a/1/b~1c', '"x,'],
  ['/a/1/d', '{}}'],
  ['/a/2', '"s"'],
  ['/~0/e/1/0', 'true'],
  ['/f', 'null'],
])('finds %j', (pointer, start) => {
  const offset = offsetsOf(text, new Set([pointer])).get(pointer);
  expect(text.slice(offset, (offset ?? 0) + start.length)).toBe(start);
});

test('finds several at once, and nothing for a pointer that leads nowhere', () => {
  expect([...offsetsOf(text, new Set(['/f', '/a/0', '/nope/1'])).keys()]).toEqual(['/a/0', '/f']);
});

test('does not recurse, and reads deep nesting in linear time', () => {
  const deep = `${'['.repeat(200_000)}1${']'.repeat(200_000)}`;
  expect(offsetsOf(deep, new Set(['/0/0'])).get('/0/0')).toBe(2);
  expect(offsetsOf(deep, new Set(['/1'])).size).toBe(0);
});

test('counts lines and columns from 1', () => {
  expect(locationOf(text, 0)).toMatchObject({ line: 1, column: 1 });
  expect(locationOf(text, text.indexOf('"~"'))).toMatchObject({ line: 2, column: 2 });
});
