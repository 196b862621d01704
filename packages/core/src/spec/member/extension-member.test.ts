import { expect, test } from 'vitest';
import { isFieldName, isKnownMemberName } from './known-name.ts';
import { isExtensionMemberName, namespaceOf } from './member-name.ts';

test.each([
  ['version:number', true],
  ['a:b', true],
  ['A9:first-name', true],
  ['a:é', true],
  ['number', false],
  [':number', false],
  ['version:', false],
  ['version:-a', false],
  ['ver-sion:a', false],
  ['a:b:c', false],
  ['@a:b', false],
  ['', false],
])('EXT-09: %j is the name of a member of an extension: %s', (name, expected) => {
  expect(isExtensionMemberName(name)).toBe(expected);
});

test('the namespace stands before the first colon', () => {
  expect(namespaceOf('a:b:c')).toBe('a');
  expect(namespaceOf(':b')).toBe('');
  expect(namespaceOf('b')).toBeUndefined();
});

test.each([
  ['title', true],
  ['Type', true],
  ['lid', true],
  ['type', false],
  ['id', false],
  ['_a', false],
  ['', false],
])('RES-10, RES-20: %j is the name of a field: %s', (name, expected) => {
  expect(isFieldName(name)).toBe(expected);
});

test('remembered names stay what they are, however many there are', () => {
  for (let index = 0; index < 3000; index++) {
    expect(isKnownMemberName(`name${index}`)).toBe(true);
    expect(isKnownMemberName(`name${index}_`)).toBe(false);
  }
  for (const name of ['name1', 'a'.repeat(65), 'a'.repeat(64), 'name2999']) expect(isKnownMemberName(name)).toBe(true);
  for (const name of ['', '_', `${'a'.repeat(65)}-`]) expect(isKnownMemberName(name)).toBe(false);
});
