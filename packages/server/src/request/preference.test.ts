import { readHead } from '@linkage/core/internal';
import { expect, test } from 'vitest';
import { readPreference } from './preference.ts';

const read = (prefer: string | readonly string[]) => readPreference(readHead({ Prefer: prefer }).prefer);

test.each<[string, string | readonly string[], string | undefined]>([
  ['minimal', 'return=minimal', 'minimal'],
  ['representation', 'return=representation', 'representation'],
  ['spaces and letter case of the name', ' Return = minimal ', 'minimal'],
  ['quotation marks', 'return="minimal"', 'minimal'],
  ['parameters', 'return=minimal; foo="a,b;c"', 'minimal'],
  ['among others', 'respond-async, wait=10, return=minimal', 'minimal'],
  ['a comma inside quotation marks', 'foo="return=minimal, x", return=representation', 'representation'],
  ['an escaped quotation mark', 'foo="\\", return=minimal, \\"", return=representation', 'representation'],
  ['several lines', ['wait=1', 'return=minimal'], 'minimal'],
  ['the first of two', 'return=representation, return=minimal', 'representation'],
  ['another value', 'return=nothing', undefined],
  ['another letter case of the value', 'return=MINIMAL', undefined],
  ['no value', 'return', undefined],
  ['inside a parameter', 'foo; return=minimal', undefined],
  ['inside quotation marks', 'foo="return=minimal', undefined],
  ['nothing', '', undefined],
  ['only separators', ',;,=;', undefined],
  ['more than is read', `${'x,'.repeat(1024)}return=minimal`, undefined],
])('%s', (_, prefer, preference) => {
  expect(read(prefer)).toBe(preference);
});

test('no header', () => {
  expect(readPreference(readHead({}).prefer)).toBeUndefined();
});
