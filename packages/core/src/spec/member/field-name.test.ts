import { expect, test } from 'vitest';
import { isFieldName } from './known-name.ts';

test.each([
  ['title', true],
  ['first name', true],
  ['größe', true],
  // Only `type` and `id` are taken: a field may be called as anything else in a resource object.
  ['types', true],
  ['ids', true],
  ['Type', true],
  ['ID', true],
  ['lid', true],
  ['attributes', true],
  ['links', true],
  ['type', false],
  ['id', false],
  ['', false],
  ['_title', false],
  ['title-', false],
  ['@id', false],
  ['author.name', false],
  ['version:id', false],
])('%j is a field name: %s', (name, expected) => {
  expect(isFieldName(name)).toBe(expected);
});
