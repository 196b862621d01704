import { expect, test } from 'vitest';
import type { Verdict } from './mutant-tester.ts';
import { createReport, fileLine, type MutantOutcome } from './report.ts';

function outcome(line: number, verdict: Verdict | undefined, file = 'a.ts'): MutantOutcome {
  return { mutant: { file, line, start: 0, original: `if (a${line})`, mutated: `if (b${line})`, text: '' }, verdict };
}

const reason = 'Only faster.';
const accepted = { file: 'a.ts', original: 'if (a2)', mutated: 'if (b2)', reason };

test('all killed: only the totals', () => {
  const report = createReport([outcome(1, 'beside'), outcome(2, 'timeout')], []);
  expect(report).toEqual({ failed: false, text: 'Mutants: 2 tried, 2 killed, 0 accepted, 0 survived, 0 not tried' });
});

test('a survivor fails the run and is shown with its place', () => {
  const { failed, text } = createReport([outcome(1, 'survived'), outcome(2, 'elsewhere')], []);
  expect(failed).toBe(true);
  expect(text).toContain('Survivors:\n  a.ts:1\n    - if (a1)\n    + if (b1)\n');
});

test('an accepted survivor does not fail the run, wherever in its file it stands', () => {
  const moved = { ...outcome(2, 'survived').mutant, line: 90 };
  const { failed, text } = createReport([{ mutant: moved, verdict: 'survived' }], [accepted]);
  expect(failed).toBe(false);
  expect(text).toBe('Mutants: 1 tried, 0 killed, 1 accepted, 0 survived, 0 not tried');
});

test.each([
  ['another file', outcome(2, 'survived', 'b.ts')],
  ['another change', outcome(3, 'survived')],
])('%s is not accepted', (_, survivor) => {
  expect(createReport([survivor], [accepted]).failed).toBe(true);
});

test('entries that no longer occur or are killed are stale, those of other files or not tried are not', () => {
  const stale = (it: MutantOutcome): string => createReport([it], [accepted]).text;
  expect(stale(outcome(1, 'beside'))).toContain('a.ts (no longer occurs)\n    - if (a2)\n    + if (b2)');
  expect(stale(outcome(2, 'beside'))).toContain('a.ts (is killed now)');
  for (const it of [outcome(2, 'survived'), outcome(2, undefined), outcome(2, 'beside', 'b.ts')]) {
    expect(stale(it)).not.toContain('Stale');
  }
});

test('mutants that were not tried are counted as such', () => {
  const { failed, text } = createReport([outcome(1, undefined), outcome(2, 'elsewhere')], []);
  expect(failed).toBe(false);
  expect(text).toBe('Mutants: 1 tried, 1 killed, 0 accepted, 0 survived, 1 not tried');
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
