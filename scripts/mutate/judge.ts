import { join } from 'node:path';
import { root } from '../workspace.ts';
import { findTests, type TestStages } from './find-tests.ts';
import type { Mutant } from './mutant.ts';
import { LONGEST, type TestRequest, type TestRunner } from './test-runner.ts';

/** How a mutant ended: killed by the tests beside it or elsewhere, by not coming to an end, or not at all. */
export type Verdict = 'beside' | 'elsewhere' | 'timeout' | 'survived';

/** The tests of a stage that pass when nothing is changed, and the time they may take. */
interface Baseline {
  readonly tests: readonly string[];
  readonly milliseconds: number;
}

/** Judges mutants by the tests that reach them. */
export interface Judge {
  judge(mutant: Mutant, runner: TestRunner): Promise<Verdict>;
  /** The test files that failed without any mutant, and were left out; what the failure said. */
  readonly leftOut: ReadonlyMap<string, string>;
}

const REMEMBERED = 5;

/** A judge that asks the nearest tests first and looks once whether they pass as things are. */
export function createJudge(find: (file: string) => TestStages = findTests): Judge {
  const tests = new Map<string, TestStages>();
  const baselines = new Map<string, Promise<Baseline>>();
  const leftOut = new Map<string, string>();
  /** The tests that killed the latest mutants of a file are likely to kill the next. */
  const killers = new Map<string, readonly string[]>();

  function testsOf(file: string): TestStages {
    const found = tests.get(file) ?? find(file);
    tests.set(file, found);
    return found;
  }

  function baselineOf(wanted: readonly string[], runner: TestRunner): Promise<Baseline> {
    const key = wanted.join('\n');
    const measured = baselines.get(key) ?? measure(wanted, runner);
    baselines.set(key, measured);
    return measured;
  }

  function leaveOut(tests: readonly string[], reason: string | undefined): void {
    for (const it of tests) leftOut.set(it, reason ?? 'It does not come to an end.');
  }

  async function measure(wanted: readonly string[], runner: TestRunner): Promise<Baseline> {
    const tests = wanted.filter((it) => !leftOut.has(it));
    if (tests.length === 0) return { tests, milliseconds: 0 };
    for (let loaded = false; ; loaded = true) {
      const started = performance.now();
      const answer = await runner.run({ tests }, LONGEST);
      if (answer === undefined) throw new Error(`These tests do not come to an end:\n${tests.join('\n')}`);
      if (answer.failed.length > 0) {
        // Once may be chance, such as somebody who saves a file.
        const again = await runner.run({ tests: answer.failed }, LONGEST);
        leaveOut(again?.failed ?? answer.failed, again?.reasons[0]);
        return measure(tests, runner);
      }
      // The first time, everything is loaded as well.
      if (loaded) return { tests, milliseconds: 3000 + 4 * (performance.now() - started) };
    }
  }

  /** The test files that fail with a change and pass without; undefined if the tests did not end. */
  async function failures(
    wanted: readonly string[],
    change: Pick<TestRequest, 'file' | 'text'>,
    runner: TestRunner,
  ): Promise<readonly string[] | undefined> {
    const baseline = await baselineOf(wanted, runner);
    const tests = baseline.tests.filter((it) => !leftOut.has(it));
    if (tests.length === 0) return [];
    const answer = await runner.run({ tests, ...change }, baseline.milliseconds);
    if (answer === undefined || answer.failed.length === 0) return answer?.failed;
    // Somebody may be at work on the files meanwhile, and there are tests that fail now and then.
    let control = await runner.run({ tests: answer.failed }, LONGEST);
    if (control?.failed.length !== 0) control = await runner.run({ tests: answer.failed }, LONGEST);
    if (control?.failed.length === 0) return answer.failed;
    leaveOut(control?.failed ?? answer.failed, control?.reasons[0]);
    return failures(wanted, change, runner);
  }

  return {
    leftOut,
    async judge({ file, text }, runner) {
      const path = join(root, file);
      const { beside, folder, package: wide, others } = testsOf(path);
      const recent = killers.get(file) ?? [];
      for (const wanted of [beside, recent, folder, wide, others]) {
        const failed = await failures(wanted, { file: path, text }, runner);
        if (failed === undefined) return 'timeout';
        if (failed.length === 0) continue;
        if (wanted === beside) return 'beside';
        killers.set(file, [...new Set([...failed, ...recent])].slice(0, REMEMBERED));
        return 'elsewhere';
      }
      return 'survived';
    },
  };
}
