import type { Reporter } from 'vitest/node';

/** A vitest reporter that closes the run with one plain line of totals, for people and programs alike. */
export const totalsReporter: Reporter = {
  onTestRunEnd(modules, unhandledErrors) {
    const states = modules.flatMap((it) => [...it.children.allTests()].map((test) => test.result().state));
    const count = (state: string): number => states.filter((it) => it === state).length;
    // An error outside a test, such as a file that does not load or an unhandled rejection, does not have a failed
    // test.
    const broken = modules.filter((it) => it.state() === 'failed' && it.errors().length > 0).length;
    const passed = count('passed');
    const failed = count('failed') + broken + unhandledErrors.length;
    const skipped = states.length - passed - count('failed');
    if (passed === 0) process.exitCode = 1;
    console.log(`Tests: ${passed} passed, ${failed} failed, ${skipped} skipped`);
  },
};
