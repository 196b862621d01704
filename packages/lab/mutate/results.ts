import { dirname } from 'node:path';
import type { PromiseRow } from '../reliability/results.ts';
import type { AcceptedSurvivor } from './accepted-survivors.ts';
import { keyOf } from './mutant.ts';
import type { MutantOutcome } from './report.ts';

/** How the mutants of a file ended. */
export interface FileResult {
  readonly file: string;
  readonly mutants: number;
  /** Fewer than all mutants with the option `--every`. */
  readonly tried: number;
  readonly killed: number;
  /** Survivors with a reason in accepted-survivors.ts. */
  readonly accepted: number;
}

/** How the mutants of a folder of sources ended. */
export interface FolderResult {
  readonly folder: string;
  readonly mutants: number;
  /** Fewer than all mutants with the option `--every`. */
  readonly tried: number;
  readonly killed: number;
  readonly accepted: number;
  /** The percentage of killed mutants, without the accepted survivors. */
  readonly score: number;
  /** The percentage of killed mutants, with the accepted survivors. */
  readonly scoreWithAccepted: number;
}

/** The results of all runs so far: the last result of each file. */
export interface MutationResults {
  readonly command: string;
  readonly folders: readonly FolderResult[];
  readonly files: readonly FileResult[];
  /** The row of docs/reliability.md. */
  readonly rows: readonly PromiseRow[];
}

const command = 'npm run mutate -- <folder> --every <n> --results packages/bench/results/mutation.json';

/** Returns the result of a file whose mutants were all tried. */
export function resultOf(
  file: string,
  outcomes: readonly MutantOutcome[],
  accepted: readonly AcceptedSurvivor[],
): FileResult {
  const listed = new Set(accepted.map(keyOf));
  const survivors = outcomes.filter((it) => it.verdict === 'survived');
  return {
    file,
    mutants: outcomes.length,
    tried: outcomes.length,
    killed: outcomes.length - survivors.length,
    accepted: survivors.filter((it) => listed.has(keyOf(it.mutant))).length,
  };
}

/** Replaces the result of a file, and adds up its folder again: the layer of the package that it belongs to. */
export function addResult(known: Pick<MutationResults, 'files'>, result: FileResult): MutationResults {
  const files = [...known.files.filter((it) => it.file !== result.file), result].sort((left, right) =>
    left.file < right.file ? -1 : 1,
  );
  const counted = files.filter((it) => it.tried > 0);
  const names = [...new Set(counted.map((it) => layerOf(it.file)))].sort();
  const folders = names.map((folder) =>
    folderResult(
      folder,
      counted.filter((it) => layerOf(it.file) === folder),
    ),
  );
  return { command, folders, files, rows: [rowOf(folders)] };
}

type Count = 'mutants' | 'tried' | 'killed' | 'accepted';

function rowOf(folders: readonly FolderResult[]): PromiseRow {
  const sum = (member: Count): number => folders.reduce((total, it) => total + it[member], 0);
  const [mutants, tried, killed, accepted] = [sum('mutants'), sum('tried'), sum('killed'), sum('accepted')];
  const lowest = Math.min(...folders.map(({ score }) => score));
  return {
    promise: `A changed condition in ${placesOf(folders)} makes a test fail.`,
    figure: `${killed} of ${tried - accepted} in a sample of ${tried} from ${mutants} changes (${percentage(killed, tried - accepted)} %), at least ${lowest} % in each of ${folders.length} folders; ${accepted} more change nothing that users see, each with its reason`,
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
  const places = [...layers].map(([name, own]) => (name === 'core' ? name : `${listed(own)} of ${name}`));
  return places.join(', or in ');
}

function listed(names: readonly string[]): string {
  const last = names.length > 2 ? ', or ' : ' or ';
  return [names.slice(0, -1).join(', '), names.at(-1)].filter((it) => it !== '').join(last);
}

function folderResult(folder: string, files: readonly FileResult[]): FolderResult {
  const sum = (member: Count): number => files.reduce((total, it) => total + it[member], 0);
  const [mutants, tried, killed, accepted] = [sum('mutants'), sum('tried'), sum('killed'), sum('accepted')];
  return {
    folder,
    mutants,
    tried,
    killed,
    accepted,
    score: percentage(killed, tried - accepted),
    scoreWithAccepted: percentage(killed, tried),
  };
}

/** Rounds down: 100 means all. */
function percentage(part: number, whole: number): number {
  return whole === 0 ? 100 : Math.floor((1000 * part) / whole) / 10;
}

/** `packages/server/src/access` for each file below it. */
function layerOf(file: string): string {
  const parts = file.split('/');
  return parts.length > 4 ? parts.slice(0, 4).join('/') : dirname(file);
}
