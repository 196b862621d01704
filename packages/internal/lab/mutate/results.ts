import { dirname } from 'node:path';
import type { PromiseRow } from '../reliability/results.ts';
import type { MutantOutcome } from './report.ts';

/** How the mutants of a folder of sources ended. */
export interface FolderResult {
  readonly folder: string;
  readonly mutants: number;
  /** Fewer than all mutants with the option `--every`. */
  readonly tried: number;
  readonly killed: number;
  /** The percentage of killed mutants. It may only rise. */
  readonly score: number;
}

/** The results of all runs so far: the last result of each folder. */
export interface MutationResults {
  readonly command: string;
  readonly folders: readonly FolderResult[];
  /** The row of docs/reliability.md. */
  readonly rows: readonly PromiseRow[];
}

const command = 'npm run mutate -- <folder> --every <n> --results packages/internal/bench/results/mutation.json';

/**
 * Returns the result of a folder, or `undefined` if not all of its mutants were tried.
 *
 * @param mutants The number of all mutants. A sample has fewer outcomes.
 */
export function resultOf(
  folder: string,
  outcomes: readonly MutantOutcome[],
  mutants: number,
): FolderResult | undefined {
  if (outcomes.some((it) => it.verdict === undefined)) return undefined;
  const killed = outcomes.filter((it) => it.verdict !== 'survived').length;
  return { folder, mutants, tried: outcomes.length, killed, score: percentage(killed, outcomes.length) };
}

/** Returns what is worse than in the results so far: one sentence for each folder. */
export function worseThan(known: readonly FolderResult[], results: readonly FolderResult[]): readonly string[] {
  const scores = new Map(known.map((it) => [it.folder, it.score]));
  return results.flatMap(({ folder, tried, killed, score }) => {
    const before = scores.get(folder) ?? 0;
    // A sample of another size can have part of a survivor more.
    const allowed = Math.ceil((tried * (100 - before)) / 100);
    return tried - killed > allowed ? [`${folder}: ${score} % killed, but ${before} % before`] : [];
  });
}

/** Replaces the results of folders. */
export function addResults(known: readonly FolderResult[], results: readonly FolderResult[]): MutationResults {
  const changed = new Set(results.map((it) => it.folder));
  const all = [...known.filter((it) => !changed.has(it.folder)), ...results.filter((it) => it.tried > 0)];
  const folders = all.sort((left, right) => (left.folder < right.folder ? -1 : 1));
  return { command, folders, rows: [rowOf(folders)] };
}

function rowOf(folders: readonly FolderResult[]): PromiseRow {
  const sum = (member: 'mutants' | 'tried' | 'killed'): number => folders.reduce((total, it) => total + it[member], 0);
  const [mutants, tried, killed] = [sum('mutants'), sum('tried'), sum('killed')];
  const lowest = Math.min(...folders.map(({ score }) => score));
  return {
    promise: `A changed condition in ${placesOf(folders)} makes a test fail.`,
    figure: `${killed} of ${tried} in a sample from ${mutants} changes (${percentage(killed, tried)} %), at least ${lowest} % in each of ${folders.length} folders`,
    command,
  };
}

/** Returns the places that count, for a sentence: core as a whole, and the folders of other packages. */
function placesOf(folders: readonly FolderResult[]): string {
  const layers = new Map<string, string[]>();
  for (const { folder } of folders) {
    const [, name = '', , layer = name] = folder.split('/');
    layers.set(name, [...(layers.get(name) ?? []), layer]);
  }
  const places = [...layers].map(([name, names]) => (name === 'core' ? name : `${listed(names)} of ${name}`));
  return places.join(', or in ');
}

function listed(names: readonly string[]): string {
  const last = names.length > 2 ? ', or ' : ' or ';
  return [names.slice(0, -1).join(', '), names.at(-1)].filter((it) => it !== '').join(last);
}

/** Rounds down: 100 means all. */
function percentage(part: number, whole: number): number {
  return whole === 0 ? 100 : Math.floor((1000 * part) / whole) / 10;
}

/** `packages/server/src/rules` for each file below it. */
export function layerOf(file: string): string {
  const parts = file.split('/');
  return parts.length > 4 ? parts.slice(0, 4).join('/') : dirname(file);
}
