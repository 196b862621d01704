import { existsSync, globSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../workspace.ts';

export interface MutateOptions {
  /** The sources to change, from the root. */
  readonly files: readonly string[];
  /** After this many minutes no further mutant is tried. */
  readonly minutes: number;
  /** How many mutants are tried at once. */
  readonly workers: number;
  /** Tries each so-many-th mutant of a file: 1 tries all. */
  readonly every: number;
  /** How many mutants of a file to skip before the first: below `every`. Each offset is another sample. */
  readonly offset: number;
  /** Leaves out test files that take more seconds than this, unless they are beside the file. */
  readonly longest: number;
  /** The file that the results are added to. */
  readonly results: string | undefined;
}

export const usage =
  'Usage: npm run mutate -- [file or folder…] [--minutes 10] [--workers 2] [--every 1] [--offset 0] [--longest 60] [--results file.json]';

const defaults = [
  'packages/core/src/validate',
  'packages/core/src/member',
  'packages/core/src/document',
  'packages/core/src/grammar',
];

/** Reads the command line; throws what to tell its author. */
export function readOptions(argv: readonly string[], cwd: string): MutateOptions {
  const text = { type: 'string' } as const;
  const { positionals, values } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: { minutes: text, workers: text, every: text, offset: text, longest: text, results: text },
  });
  const paths =
    positionals.length > 0 ? positionals.map((it) => resolve(cwd, it)) : defaults.map((it) => join(root, it));
  const files = [...new Set(paths.flatMap(sourcesOf))];
  if (files.length === 0) throw new Error('No sources to change.');
  const every = Math.floor(readNumber('every', values.every, 1));
  return {
    files,
    minutes: readNumber('minutes', values.minutes, Number.POSITIVE_INFINITY),
    workers: Math.floor(readNumber('workers', values.workers, 2)),
    every,
    offset: readOffset(values.offset, every),
    longest: readNumber('longest', values.longest, Number.POSITIVE_INFINITY),
    results: values.results === undefined ? undefined : resolve(cwd, values.results),
  };
}

/** A file or folder as the sources in it. */
function sourcesOf(path: string): readonly string[] {
  if (!existsSync(path)) throw new Error(`There is no ${path}.`);
  const found = statSync(path).isDirectory()
    ? globSync('**/*.ts', { cwd: path, exclude: ['**/node_modules/**', '**/dist/**'] }).map((it) => join(path, it))
    : [path];
  return found
    .filter((it) => it.endsWith('.ts') && !/\.(?:test|test-d|d)\.ts$/.test(it))
    .map((it) => relative(root, it).replaceAll('\\', '/'))
    .sort();
}

function readNumber(name: string, text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  const value = Number(text);
  if (!(value > 0) || (['workers', 'every'].includes(name) && value < 1))
    throw new Error(`--${name} is a number above 0.`);
  return value;
}

function readOffset(text = '0', every: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value >= every)
    throw new Error(`--offset is a whole number from 0 to ${every - 1}: less than --every.`);
  return value;
}
