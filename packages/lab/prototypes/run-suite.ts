import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { root } from '../../../scripts/workspace.ts';
import { foreignFailures } from './foreign-failures.ts';
import { judgeSuite, type TestOutcome } from './judge-suite.ts';
import type { Mode } from './modes.ts';

/** The part of the report of Vitest that the script reads. */
interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/** The result of a run of the suite. */
export interface SuiteRun {
  /** The number of tests that passed. */
  readonly passed: number;
  readonly problems: readonly string[];
}

function outcomesOf({ testResults }: Report): readonly TestOutcome[] {
  return testResults.flatMap(({ name, status, assertionResults }) => {
    const file = relative(root, name);
    const tests = assertionResults.filter((it) => it.status === 'passed' || it.status === 'failed');
    if (tests.length === 0 && status === 'failed') return [{ file, title: '', hasPassed: false }];
    return tests.map((it) => ({ file, title: it.fullName, hasPassed: it.status === 'passed' }));
  });
}

/** Fewer random cases than usual, but enough for the tests that demand a share of them. */
const FEW_CASES = { PROPERTY_RUNS: '100', ACCESS_CASES: '100', CURSOR_WALK_ROWS: '100' };

/**
 * Runs the tests of a folder, or of one file, in one mode.
 *
 * @param timeLimit The time after which the run ends and has a problem, in milliseconds.
 */
export function runSuite(mode: Mode, path: string, timeLimit: number): SuiteRun {
  const folder = mkdtempSync(join(tmpdir(), 'prototypes-'));
  const outputFile = join(folder, 'report.json');
  const config = join(import.meta.dirname, 'suite.config.ts');
  try {
    spawnSync('vitest', ['run', '--config', config, '--reporter=json', `--outputFile=${outputFile}`, path], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: timeLimit,
      env: { ...FEW_CASES, ...process.env, LINKAGE_PROTOTYPES: mode },
    });
    const outcomes = outcomesOf(JSON.parse(readFileSync(outputFile, 'utf8')));
    const known = foreignFailures.filter(({ file }) => file.startsWith(path));
    return {
      passed: outcomes.filter(({ hasPassed }) => hasPassed).length,
      problems: judgeSuite(mode, outcomes, known),
    };
  } catch (error) {
    return {
      passed: 0,
      problems: [`${mode}: ${path}: the run did not end within ${timeLimit / 60_000} minutes: ${error}`],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
