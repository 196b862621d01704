import { existsSync, globSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { positiveNumber, textValue, wholeNumber } from '../../../../scripts/command-line/option-values.ts';
import { parseScriptOptions } from '../../../../scripts/command-line/script-options.ts';
import { root } from '../../../../scripts/workspace.ts';

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
  /** The file that the results are added to, if no score falls. */
  readonly results: string | undefined;
}

/** The command line. */
export const mutateLine = {
  command: 'npm run mutate --',
  rest: 'file or folder',
  options: {
    minutes: positiveNumber(60),
    workers: wholeNumber(2),
    every: wholeNumber(1),
    offset: wholeNumber(0, 0),
    longest: positiveNumber(Number.POSITIVE_INFINITY),
    results: textValue('file.json'),
  },
};

const defaults = [
  'packages/core/src/validate',
  'packages/core/src/spec/member',
  'packages/core/src/spec/document',
  'packages/core/src/spec/grammar',
];

/**
 * Reads the command line.
 *
 * @throws {TypeError} If an option is not valid, a path does not exist, or the paths do not contain sources.
 */
export function readOptions(argv: readonly string[], cwd: string): MutateOptions {
  const { rest, results, ...numbers } = parseScriptOptions(mutateLine, argv);
  const { offset, every } = numbers;
  const paths = rest.length > 0 ? rest.map((it) => resolve(cwd, it)) : defaults.map((it) => join(root, it));
  const files = [...new Set(paths.flatMap(sourcesOf))];
  if (files.length === 0) throw new TypeError('The paths do not contain sources to change.');
  if (offset >= every) throw new TypeError(`--offset must be less than --every, ${every}, but it is ${offset}.`);
  return { ...numbers, files, results: results === undefined ? undefined : resolve(cwd, results) };
}

/** Returns the sources of a file or folder, from the root. */
export function sourcesOf(path: string): readonly string[] {
  if (!existsSync(path)) throw new TypeError(`${path} does not exist.`);
  const found = statSync(path).isDirectory()
    ? globSync('**/*.ts', { cwd: path, exclude: ['**/node_modules/**', '**/dist/**'] }).map((it) => join(path, it))
    : [path];
  return found
    .filter((it) => it.endsWith('.ts') && !/\.(?:test|test-d|d)\.ts$/.test(it))
    .map((it) => relative(root, it).replaceAll('\\', '/'))
    .sort();
}
