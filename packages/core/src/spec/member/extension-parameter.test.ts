import { expect, test } from 'vitest';
import { isExtensionParameterName } from './member-name.ts';

test.each(['version:id', 'V2:a', '1:z', 'a:az'])('%j is legal (EXT-10)', (name) => {
  expect(isExtensionParameterName(name)).toBe(true);
});

test.each([
  ['', 'nothing'],
  ['version', 'no colon'],
  [':id', 'no namespace'],
  ['version:', 'nothing after the colon'],
  ['my-ext:id', 'a hyphen in the namespace'],
  ['ü:id', 'a namespace outside ASCII'],
  ['version:Id', 'a capital'],
  ['version:i1', 'a digit'],
  ['version:i-d', 'a hyphen'],
  ['version:a:b', 'a second colon'],
  ['version:id\n', 'a line feed at the end'],
  ['version:`', 'the character before a'],
  ['version:{', 'the character after z'],
])('%j is not: %s (EXT-10)', (name) => {
  expect(isExtensionParameterName(name)).toBe(false);
});
