import type { AcceptedSurvivor } from './accepted-survivors.ts';
import { keyOf, type Mutant } from './mutant.ts';
import type { Verdict } from './mutant-tester.ts';

export interface MutantOutcome {
  readonly mutant: Mutant;
  /** Undefined for a mutant that was not tried: the time was over. */
  readonly verdict: Verdict | undefined;
}

export interface Report {
  readonly text: string;
  /** Whether a mutant survived that is not accepted, or no mutant was tried. */
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

/** The result of a run: the survivors, the required changes of the list of accepted survivors, and the totals. */
export function createReport(outcomes: readonly MutantOutcome[], accepted: readonly AcceptedSurvivor[]): Report {
  const listed = new Set(accepted.map(keyOf));
  const survivors = outcomes.filter((it) => it.verdict === 'survived').map((it) => it.mutant);
  const unlisted = survivors.filter((it) => !listed.has(keyOf(it)));
  const tried = outcomes.filter((it) => it.verdict !== undefined);
  const totals = [
    `${tried.length} tried`,
    `${tried.length - survivors.length} killed`,
    `${survivors.length - unlisted.length} accepted`,
    `${unlisted.length} survived`,
    `${outcomes.length - tried.length} not tried`,
  ];
  const lines = [
    ...section('Survivors:', unlisted.map(describe)),
    ...section('Stale in accepted-survivors.ts:', staleOnes(outcomes, accepted)),
    `Mutants: ${totals.join(', ')}`,
    ...(tried.length === 0 ? [NOTHING_TRIED] : []),
  ];
  return { text: lines.join('\n'), failed: unlisted.length > 0 || tried.length === 0 };
}

function section(title: string, entries: readonly string[]): readonly string[] {
  return entries.length === 0 ? [] : [title, ...entries, ''];
}

function describe({ file, line, original, mutated }: Mutant): string {
  return `  ${file}:${line}\n    - ${original}\n    + ${mutated}`;
}

/** Accepted survivors of the files of this run that are no longer possible, or are killed by now. */
function staleOnes(outcomes: readonly MutantOutcome[], accepted: readonly AcceptedSurvivor[]): readonly string[] {
  const files = new Set(outcomes.map((it) => it.mutant.file));
  return accepted
    .filter(({ file }) => files.has(file))
    .flatMap((entry) => {
      const same = outcomes.filter((it) => keyOf(it.mutant) === keyOf(entry));
      const why = same.length === 0 ? 'no longer occurs' : 'is killed now';
      const lives = same.some((it) => it.verdict === 'survived' || it.verdict === undefined);
      return lives ? [] : [`  ${entry.file} (${why})\n    - ${entry.original}\n    + ${entry.mutated}`];
    });
}
