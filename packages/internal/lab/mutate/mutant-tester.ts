import { join } from 'node:path';
import { root } from '../../../../scripts/workspace.ts';
import { MAX, type TestRequest, type TestRunner } from '../test-runs/test-runner.ts';
import type { Choice } from './choose-tests.ts';
import type { Mutant } from './mutant.ts';

/** How a mutant ended: killed by the tests beside it or elsewhere, by not coming to an end, or not at all. */
export type Verdict = 'beside' | 'elsewhere' | 'timeout' | 'survived';

/** Runs the tests that reach a mutant. */
export interface MutantTester {
  test(mutant: Mutant, runner: TestRunner): Promise<Verdict>;
  /** The test files that failed without any mutant, and were left out; what the failure said. */
  readonly leftOut: ReadonlyMap<string, string>;
}

const REMEMBERED = 5;

/** A test file that passed without a mutant is trusted for so many milliseconds. */
const TRUSTED = 30_000;

/**
 * Creates a tester that runs the tests which killed the latest mutants first, and checks that they pass without a mutant.
 *
 * @param choose The tests of a mutant.
 * @param times The milliseconds that test files take without any mutant.
 */
export function createMutantTester(
  choose: (mutant: Mutant) => Choice,
  times: ReadonlyMap<string, number> = new Map(),
): MutantTester {
  const leftOut = new Map<string, string>();
  /** The tests that killed the latest mutants of a file are likely to kill the next. */
  const killers = new Map<string, readonly string[]>();
  const passedAt = new Map<string, number>();

  /** The time that a test file may take: a busy machine fails none. */
  function allowanceOf(test: string, position: number): number {
    const time = times.get(test);
    return time === undefined ? MAX : (position === 0 ? 20_000 : 10_000) + 10 * time;
  }

  /** Whether a test file passes without a mutant. Leaves it out if it does not. */
  async function passesUnchanged(test: string, runner: TestRunner): Promise<boolean> {
    if (performance.now() - (passedAt.get(test) ?? Number.NEGATIVE_INFINITY) < TRUSTED) return true;
    // A developer can change the files at the same time, and some tests fail now and then.
    for (let attempt = 0; attempt < 2; attempt++) {
      const reply = await runner.run({ tests: [test] }, [MAX]);
      if (reply?.failed.length === 0) {
        passedAt.set(test, performance.now());
        return true;
      }
      leftOut.set(test, reply?.reasons[0] ?? 'It does not come to an end.');
    }
    return false;
  }

  /** The test file that fails with a change and passes without; undefined for none, null if the tests did not end. */
  async function failure(
    wanted: readonly string[],
    change: Pick<TestRequest, 'file' | 'text'>,
    runner: TestRunner,
  ): Promise<string | undefined | null> {
    const tests = wanted.filter((it) => !leftOut.has(it));
    if (tests.length === 0) return undefined;
    // A second attempt, because a busy machine can hold up the first.
    const allowed = tests.map(allowanceOf);
    const reply =
      (await runner.run({ tests, ...change }, allowed)) ?? (await runner.run({ tests, ...change }, allowed));
    if (reply === undefined) return null;
    const [failed] = reply.failed;
    if (failed === undefined) return undefined;
    if (await passesUnchanged(failed, runner)) {
      leftOut.delete(failed);
      return failed;
    }
    return failure(wanted, change, runner);
  }

  return {
    leftOut,
    async test(mutant, runner) {
      const { file, text } = mutant;
      const { beside, tests } = choose(mutant);
      const recent = killers.get(file) ?? [];
      const wanted = [...recent.filter((it) => tests.includes(it)), ...tests.filter((it) => !recent.includes(it))];
      const failed = await failure(wanted, { file: join(root, file), text }, runner);
      if (failed === undefined) return 'survived';
      if (failed === null) return 'timeout';
      killers.set(file, [...new Set([failed, ...recent])].slice(0, REMEMBERED));
      return beside.includes(failed) ? 'beside' : 'elsewhere';
    },
  };
}
