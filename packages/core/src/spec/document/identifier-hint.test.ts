import { expect, test } from 'vitest';
import { identifierHint } from './resource-object.ts';

test.each([
  ['a type and an id', { type: 'people', id: '9' }, true],
  ['a type and a lid', { type: 'people', lid: 'a' }, true],
  ['a type only', { type: 'people' }, false],
  ['an id only', { id: '9' }, false],
  ['no members', {}, false],
])('an object with %s', (_, object, looksLikeIdentifier) => {
  expect(identifierHint(object).includes('"data"')).toBe(looksLikeIdentifier);
});
