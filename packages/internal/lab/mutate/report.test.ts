import { expect, test } from 'vitest';
import type { Verdict } from './mutant-tester.ts';
import { createReport, fileLine, type MutantOutcome } from './report.ts';

function outcome(line: number, verdict: Verdict | undefined, file = 'a.ts'): MutantOutcome {
  return { mutant: { file, line, start: 0, original: `if (a${line})`, mutated: `if (b${line})`, text: '' }, verdict };
}

test('all killed: only the totals', () => {
  const report = createReport([outcome(1, 'beside'), outcome(2, 'timeout')], []);
  expect(report).toEqual({ failed: false, text: 'Mutants: 2 tried, 2 killed, 0 survived, 0 not tried' });
});

test('a survivor is shown with its place, and does not fail the run', () => {
  const { failed, text } = createReport([outcome(1, 'survived'), outcome(2, 'elsewhere')], []);
  expect(failed).toBe(false);
  expect(text).toContain('Survivors:\n  a.ts:1\n    - if (a1)\n    + if (b1)\n');
});

test('a score that fell fails the run', () => {
  const { failed, text } = createReport([outcome(1, 'survived')], ['a: 0 % killed, but 90 % before']);
  expect(failed).toBe(true);
  expect(text).toContain('FAILED: these scores fell. Let a test fail for a survivor:\n  a: 0 % killed');
});

test('mutants that were not tried are counted as such', () => {
  const { failed, text } = createReport([outcome(1, undefined), outcome(2, 'elsewhere')], []);
  expect(failed).toBe(false);
  expect(text).toBe('Mutants: 1 tried, 1 killed, 0 survived, 1 not tried');
});

test('a file has one line', () => {
  const all = [
    outcome(1, 'beside'),
    outcome(2, 'elsewhere'),
    outcome(3, 'elsewhere'),
    outcome(4, 'timeout'),
    outcome(5, 'survived'),
  ];
  expect(fileLine('a.ts', all)).toBe(
    'a.ts: 1 killed beside it, 2 killed by other tests, 1 killed by the clock, 1 survived',
  );
});

test('a run that tries nothing fails', () => {
  for (const outcomes of [[], [outcome(1, undefined)]]) {
    const { failed, text } = createReport(outcomes, []);
    expect(failed).toBe(true);
    expect(text).toContain('FAILED: no mutant was tried.');
  }
});
