import type { Mutant } from './mutant.ts';
import type { Verdict } from './mutant-tester.ts';

export interface MutantOutcome {
  readonly mutant: Mutant;
  /** Undefined for a mutant that was not tried: the time was over. */
  readonly verdict: Verdict | undefined;
}

export interface Report {
  readonly text: string;
  /** Whether a score fell, or no mutant was tried. */
  readonly failed: boolean;
}

const NOTHING_TRIED =
  'FAILED: no mutant was tried. The time of --minutes includes the first run of the tests, before the first mutant.';

/** One line for a file whose mutants were tried. */
export function fileLine(file: string, outcomes: readonly MutantOutcome[]): string {
  const count = (wanted: Verdict | undefined): number => outcomes.filter((it) => it.verdict === wanted).length;
  const parts = [
    [count('beside'), 'killed beside it'],
    [count('elsewhere'), 'killed by other tests'],
    [count('timeout'), 'killed by the clock'],
    [count('survived'), 'survived'],
    [count(undefined), 'not tried'],
  ] as const;
  const shown = parts.filter(([number]) => number > 0).map(([number, what]) => `${number} ${what}`);
  return `${file}: ${shown.join(', ') || 'nothing to change'}`;
}

/** The result of a run: the survivors, the folders that are worse than before, and the totals. */
export function createReport(outcomes: readonly MutantOutcome[], worse: readonly string[]): Report {
  const survivors = outcomes.filter((it) => it.verdict === 'survived').map((it) => it.mutant);
  const tried = outcomes.filter((it) => it.verdict !== undefined);
  const totals = [
    `${tried.length} tried`,
    `${tried.length - survivors.length} killed`,
    `${survivors.length} survived`,
    `${outcomes.length - tried.length} not tried`,
  ];
  const lines = [
    ...section('Survivors:', survivors.map(describe)),
    ...section(
      'FAILED: these scores fell. Let a test fail for a survivor:',
      worse.map((it) => `  ${it}`),
    ),
    `Mutants: ${totals.join(', ')}`,
    ...(tried.length === 0 ? [NOTHING_TRIED] : []),
  ];
  return { text: lines.join('\n'), failed: worse.length > 0 || tried.length === 0 };
}

function section(title: string, entries: readonly string[]): readonly string[] {
  return entries.length === 0 ? [] : [title, ...entries, ''];
}

function describe({ file, line, original, mutated }: Mutant): string {
  return `  ${file}:${line}\n    - ${original}\n    + ${mutated}`;
}
