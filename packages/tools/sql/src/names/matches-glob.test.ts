import { expect, test } from 'vitest';
import { matchesGlob } from './matches-glob.ts';

test.each([
  ['public.film', '*', true],
  ['public.film', 'public.*', true],
  ['public.film', 'film', false],
  ['film', 'FILM', true],
  ['film_actor', 'film*', true],
  ['film_actor', '*actor', true],
  ['film_actor', 'f*m*r', true],
  ['film_actor', 'film*film', false],
  ['aba', 'ab*ba', false],
  ['abba', 'ab*ba', true],
  ['', '*', true],
  ['film', '', false],
])('%j and %j: %j', (text, pattern, isMatch) => {
  expect(matchesGlob(text, pattern)).toBe(isMatch);
});
