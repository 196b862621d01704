import type { Mode } from './modes.ts';

/** The outcome of a test, or of a file that does not load: its title is then empty. */
export interface TestOutcome {
  /** The path of the file from the root of the repository. */
  readonly file: string;
  /** The titles of the groups and of the test, joined by spaces. */
  readonly title: string;
  readonly hasPassed: boolean;
}

/** A test that fails in a mode because of the test, of a test tool, or of another library. */
export interface ForeignFailure {
  readonly mode: Mode;
  readonly file: string;
  /** If undefined, any test of the file can fail, and at least one must. */
  readonly title: string | undefined;
  readonly reason: string;
}

type Place = Pick<ForeignFailure, 'file' | 'title'>;

/** Returns the tests that fail without a reason, and the reasons of tests that pass or do not exist. */
export function judgeSuite(
  mode: Mode,
  outcomes: readonly TestOutcome[],
  known: readonly ForeignFailure[],
): readonly string[] {
  const keyOf = ({ file, title }: Place): string => JSON.stringify([file, title]);
  const fileKeyOf = ({ file }: Place): string => keyOf({ file, title: undefined });
  const listed = known.filter((it) => it.mode === mode);
  const keys = new Set(listed.map(keyOf));
  const failures = outcomes.filter(({ hasPassed }) => !hasPassed);
  const failed = new Set([...failures.map(keyOf), ...failures.map(fileKeyOf)]);
  return [
    ...failures
      .filter((it) => !keys.has(keyOf(it)) && !keys.has(fileKeyOf(it)))
      .map(({ file, title }) => `${mode}: ${file}: "${title}" fails.`),
    ...listed
      .filter((it) => !failed.has(keyOf(it)))
      .map(({ file, title = 'any test' }) => {
        return `${mode}: ${file}: "${title}" is in the list of foreign failures, but it does not fail.`;
      }),
  ];
}
