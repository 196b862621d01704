import { expect, test } from 'vitest';
import { negotiateLanguage } from './negotiate-language.ts';

test.each<[acceptLanguage: string | undefined, language: string]>([
  [undefined, 'en'],
  ['', 'en'],
  ['de', 'de'],
  ['DE', 'de'],
  ['de-AT', 'de'],
  ['de-CH', 'de-CH'],
  ['pt', 'pt-BR'],
  ['fr, de;q=0.5', 'de'],
  ['en;q=0.5, de;q=0.9', 'de'],
  ['de;q=0.9,en;q=0.9', 'en'],
  ['*', 'en'],
  ['*;q=0.1, de;q=0', 'en'],
  ['en;q=0, *', 'de'],
  ['en;q=0', 'en'],
  ['de;q=2', 'en'],
  ['de;q=', 'en'],
  ['de ; q=0.2 , fr', 'de'],
  ['x', 'en'],
  [`${'x,'.repeat(100_000)}de`, 'de'],
])('%j accepts %s', (acceptLanguage, language) => {
  expect(negotiateLanguage(acceptLanguage, ['en', 'de', 'de-CH', 'pt-BR'])).toBe(language);
});

test('a list without languages is rejected', () => {
  expect(() => negotiateLanguage('de', [] as never)).toThrow(
    new TypeError('negotiateLanguage: `languages` must contain a language.'),
  );
});
