import { expect, test } from 'vitest';
import { readFuzzOptions } from './options.ts';

const names = ['url', 'filter'];

test('the defaults are all kinds, for two minutes', () => {
  expect(readFuzzOptions([], names)).toMatchObject({ minutes: 2, only: undefined, workers: 2, inputs: Infinity });
  expect(readFuzzOptions(['--only', 'url,filter', '--seed', '7'], names)).toMatchObject({ only: names, seed: 7 });
  expect(readFuzzOptions(['--only', 'url', '--batch', '5'], names)).toMatchObject({ only: ['url'], batch: 5 });
});

test.each([
  [['--minutes', '0'], '`--minutes` must be a number above 0, but it is "0".'],
  [['--minutes', 'Infinity'], '`--minutes` must be a number above 0'],
  [['--minutes='], '`--minutes` must be a number above 0'],
  [['--seed', 'x'], '`--seed` must be a whole number of at least 0'],
  [['--seed', '1.5'], '`--seed` must be a whole number of at least 0'],
  [['--workers', '0.5'], '`--workers` must be a whole number from 1 to 64'],
  [['--workers', '1000'], '`--workers` must be a whole number from 1 to 64'],
  [['--inputs', '0'], '`--inputs` must be a whole number of at least 1'],
  [['--only', 'urls'], '`--only` must name kinds: url, filter. Unknown kind "urls".'],
  [['--batch', '5'], '`--batch` requires `--only` with one kind.'],
  [['--only', 'url', '--batch', '5000000000'], '`--batch` must be a whole number from 0 to 2147483647'],
  [['--bogus'], '--bogus'],
  [['60'], '60'],
])('%j is rejected', (argv, message) => {
  expect(() => readFuzzOptions(argv, names)).toThrow(message);
});
