import { expect, test } from 'vitest';
import { slowestOf } from './totals-reporter.ts';

test('the slowest files are named, the slowest first, with their share of the time', () => {
  const times = Array.from({ length: 12 }, (_, index) => ({ file: `${index}.test.ts`, milliseconds: 1000 * index }));
  const lines = slowestOf(times).split('\n');
  expect(lines).toHaveLength(11);
  expect(lines.at(0)).toBe('The slowest 10 of 12 files take 98 % of their time:');
  expect(lines.at(1)).toBe('    11.0 s  11.test.ts');
});

test('files without a time have a share, too', () => {
  expect(slowestOf([{ file: 'a.test.ts', milliseconds: 0 }])).toContain('take 0 % of their time');
});
