import { expect, test } from 'vitest';
import { readFuzzOptions } from './options.ts';

const names = ['url', 'filter'];

test('the defaults are all families, for two minutes', () => {
  expect(readFuzzOptions([], names)).toMatchObject({ minutes: 2, only: undefined, workers: 2, inputs: Infinity });
  expect(readFuzzOptions(['--only', 'url,filter', '--seed', '7'], names)).toMatchObject({ only: names, seed: 7 });
});

test.each([
  [['--minutes', '0'], '--minutes must be a number above 0'],
  [['--seed', 'x'], '--seed must be a number above 0'],
  [['--only', 'urls'], '--only must name families: url, filter'],
])('%j is refused', (argv, message) => {
  expect(() => readFuzzOptions(argv, names)).toThrow(message);
});
