import type { AcceptedSurvivor } from './accepted-survivors.ts';
import type { Verdict } from './judge.ts';
import { keyOf, type Mutant } from './mutant.ts';

export interface Judged {
  readonly mutant: Mutant;
  /** Undefined for a mutant that was not tried: the time was over. */
  readonly verdict: Verdict | undefined;
}

export interface Report {
  readonly text: string;
  /** Whether a mutant survived that is not accepted. */
  readonly failed: boolean;
}

/** One line for a file whose mutants were tried. */
export function fileLine(file: string, judged: readonly Judged[]): string {
  const count = (wanted: Verdict | undefined): number => judged.filter((it) => it.verdict === wanted).length;
  const parts = [
    [count('beside'), 'killed beside it'],
    [count('elsewhere'), 'killed by other tests'],
    [count('timeout'), 'killed by the clock'],
    [count('survived'), 'survived'],
    [count(undefined), 'not tried'],
  ] as const;
  const told = parts.filter(([number]) => number > 0).map(([number, what]) => `${number} ${what}`);
  return `${file}: ${told.join(', ') || 'nothing to change'}`;
}

/** The result of a run: the survivors, the required changes of the list of accepted survivors, and the totals. */
export function createReport(judged: readonly Judged[], accepted: readonly AcceptedSurvivor[]): Report {
  const listed = new Set(accepted.map(keyOf));
  const survivors = judged.filter((it) => it.verdict === 'survived').map((it) => it.mutant);
  const unlisted = survivors.filter((it) => !listed.has(keyOf(it)));
  const tried = judged.filter((it) => it.verdict !== undefined);
  const totals = [
    `${tried.length} tried`,
    `${tried.length - survivors.length} killed`,
    `${survivors.length - unlisted.length} accepted`,
    `${unlisted.length} survived`,
    `${judged.length - tried.length} not tried`,
  ];
  const lines = [
    ...section('Survivors:', unlisted.map(describe)),
    ...section('Stale in accepted-survivors.ts:', staleOnes(judged, accepted)),
    `Mutants: ${totals.join(', ')}`,
  ];
  return { text: lines.join('\n'), failed: unlisted.length > 0 };
}

function section(title: string, entries: readonly string[]): readonly string[] {
  return entries.length === 0 ? [] : [title, ...entries, ''];
}

function describe({ file, line, original, mutated }: Mutant): string {
  return `  ${file}:${line}\n    - ${original}\n    + ${mutated}`;
}

/** Accepted survivors of the files of this run that are no longer possible, or are killed by now. */
function staleOnes(judged: readonly Judged[], accepted: readonly AcceptedSurvivor[]): readonly string[] {
  const files = new Set(judged.map((it) => it.mutant.file));
  return accepted
    .filter(({ file }) => files.has(file))
    .flatMap((entry) => {
      const same = judged.filter((it) => keyOf(it.mutant) === keyOf(entry));
      const why = same.length === 0 ? 'no longer occurs' : 'is killed now';
      const lives = same.some((it) => it.verdict === 'survived' || it.verdict === undefined);
      return lives ? [] : [`  ${entry.file} (${why})\n    - ${entry.original}\n    + ${entry.mutated}`];
    });
}
