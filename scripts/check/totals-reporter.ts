import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { root } from '../workspace.ts';

/** A run of fewer files shows its times anyway. */
const MANY = 20;
const SHOWN = 10;

/** A vitest reporter that closes the run with the slowest files and one plain line of totals, for people and programs alike. */
export const totalsReporter: Reporter = {
  onTestRunEnd(modules, unhandledErrors) {
    const states = modules.flatMap((it) => [...it.children.allTests()].map((test) => test.result().state));
    const count = (state: string): number => states.filter((it) => it === state).length;
    // An error outside a test, such as a file that does not load, a group without tests, or an unhandled rejection, does
    // not have a failed test.
    const groups = modules.flatMap((it) => [it, ...it.children.allSuites()]);
    const broken = groups.filter((it) => it.state() === 'failed' && it.errors().length > 0).length;
    const passed = count('passed');
    const failed = count('failed') + broken + unhandledErrors.length;
    const skipped = states.length - passed - count('failed');
    if (passed === 0) process.exitCode = 1;
    if (modules.length >= MANY) console.log(slowestOf(modules.map(timeOf)));
    console.log(`Tests: ${passed} passed, ${failed} failed, ${skipped} skipped`);
  },
};

interface FileTime {
  readonly file: string;
  readonly milliseconds: number;
}

/** Returns how long a file takes: loading it, and its tests. */
function timeOf(module: TestModule): FileTime {
  const { collectDuration, setupDuration, duration } = module.diagnostic();
  return { file: relative(root, module.moduleId), milliseconds: collectDuration + setupDuration + duration };
}

/** Returns the lines that name the slowest files, with the share of the time of all files that they take. */
export function slowestOf(times: readonly FileTime[]): string {
  const sum = (of: readonly FileTime[]): number => of.reduce((total, it) => total + it.milliseconds, 0);
  const slowest = [...times].sort((left, right) => right.milliseconds - left.milliseconds).slice(0, SHOWN);
  const share = Math.round((100 * sum(slowest)) / Math.max(1, sum(times)));
  const lines = slowest.map(
    ({ file, milliseconds }) => `  ${(milliseconds / 1000).toFixed(1).padStart(6)} s  ${file.replaceAll('\\', '/')}`,
  );
  return [`The slowest ${slowest.length} of ${times.length} files take ${share} % of their time:`, ...lines].join('\n');
}
