import { expect, test } from 'vitest';
import { mergeVary } from './merge-vary.ts';

test.each([
  [undefined, 'Accept', 'Accept'],
  [null, 'Accept', 'Accept'],
  ['', 'Accept', 'Accept'],
  ['Origin', 'Accept', 'Origin, Accept'],
  ['Origin', undefined, 'Origin'],
  ['origin, ,accept', 'Accept, Accept-Language', 'origin, accept, Accept-Language'],
  [['Origin', 'Accept, X'], 'Accept', 'Origin, Accept, X'],
  ['*', 'Accept', '*'],
  ['Origin, *', 'Accept', '*'],
  ['Origin', '*', '*'],
])('%j and %j are %j', (set, own, merged) => {
  const headers = { Allow: 'GET', ...(own === undefined ? {} : { Vary: own }) };
  expect(mergeVary(headers, set)).toEqual({ Allow: 'GET', Vary: merged });
});

test('adds no Vary without values', () => {
  for (const set of [undefined, null, '', ' , ', []])
    expect(mergeVary({ Allow: 'GET' }, set)).toEqual({ Allow: 'GET' });
});
