import { type OptionTable, optionTable, readOptions } from '@linkage/core/internal';
import { sectionOf, sections } from '../cases/sections.ts';
import { failureLines } from '../report/failure-lines.ts';
import type { CaseResult, Report } from '../report/report.ts';
import { type RunOptions, runConformance, runKinds, wantedCases } from '../run/run-conformance.ts';
import type { Samples } from '../samples/samples.ts';
import type { Target } from '../target/target.ts';

const knownOptions: OptionTable = optionTable({ ...runKinds, runner: 'object', timeout: 'number' });

/** The first argument of a test function in Vitest and `node:test`. */
interface TestContext {
  readonly skip?: ((reason?: string) => unknown) | undefined;
}

/** The functions of a test runner: those of Vitest, Jest or `node:test`. */
export interface Runner {
  readonly describe: (name: string, define: () => void) => unknown;
  readonly test: (name: string, run: (...context: readonly unknown[]) => Promise<void>) => unknown;
}

type TestWithTimeout = (...given: readonly [...Parameters<Runner['test']>, timeout: number]) => unknown;

/** How the cases of `describeConformance` are run. */
export interface DescribeOptions extends Omit<RunOptions, 'timeout' | 'onResult' | 'onWait' | 'signal'> {
  /** The functions of the test runner. Default: the globals `describe` and `test`. */
  readonly runner?: Runner | undefined;
  /** Milliseconds for the whole run. Default 120,000. */
  readonly timeout?: number | undefined;
}

function globalRunner(): Runner {
  const { describe, test } = globalThis as unknown as Partial<Runner>;
  if (describe !== undefined && test !== undefined) return { describe, test };
  throw new TypeError(
    'describeConformance: `runner` is required if `describe` and `test` are not globals: { describe, test }.',
  );
}

function failureOf(result: CaseResult): Error {
  const { title, rows } = result;
  const text = [`${title} (${rows.join(' ')})`, ...failureLines(result)].join('\n');
  const error = new Error(text);
  // The place of the call says nothing about the server.
  error.stack = text;
  return error;
}

/**
 * Declares a test for each case, by section. The first test runs all cases once. A test fails if its case does, and the failure
 * counts (`failOn`, `baseline`). Cases without a verdict, and failures that do not count, are skipped with their reason, if the runner
 * can skip a test that runs (Jest cannot: there they do nothing).
 *
 * @throws {TypeError} If no runner is found, or an option is unknown.
 */
export function describeConformance(
  name: string,
  target: Target,
  samples: Samples,
  options: DescribeOptions = {},
): void {
  const given = readOptions('describeConformance', options, knownOptions);
  const { runner = globalRunner(), timeout = 120_000, ...rest } = given;
  const { describe } = runner;
  // `node:test` has no limit of its own, and ignores a third argument.
  const test: TestWithTimeout = runner.test;
  const wanted = wantedCases(rest);
  let running: Promise<Report> | undefined;
  const reportOf = (): Promise<Report> => {
    running ??= runConformance(target, samples, rest);
    return running;
  };
  describe(name, () => {
    for (const section of sections) {
      const own = wanted.filter(({ rows }) => sectionOf(rows.at(0) ?? '').id === section.id);
      if (own.length === 0) continue;
      describe(section.title, () => {
        for (const { id, rows, title } of own) {
          // A function with a declared parameter would wait for a callback in Jest.
          const run = async (...[context]: readonly unknown[]): Promise<void> => {
            const { results, outcome } = await reportOf();
            const result = results.find((each) => each.id === id);
            if (result === undefined || result.verdict === 'passed') return;
            if (outcome.failures.includes(id)) throw failureOf(result);
            const known = outcome.known.includes(id) ? 'It is a known failure.' : 'The failure does not count.';
            (context as TestContext | undefined)?.skip?.(result.reason ?? known);
          };
          test(`${rows.join(' ')} ${title}`, run, timeout);
        }
      });
    }
    const decided = async (): Promise<void> => {
      const { outcome, causes } = await reportOf();
      const why = causes.slice(0, 3).map(({ cases, reason, remedy }) => `${cases} × ${reason}\n  to do: ${remedy}`);
      if (outcome.tooLittle !== undefined) throw new Error([outcome.tooLittle, ...why].join('\n'));
    };
    if (rest.only === undefined && rest.skip === undefined)
      test('Enough cases are decided', async () => decided(), timeout);
    if (!wanted.some(({ isWriting }) => isWriting)) return;
    const stays = async (): Promise<void> => {
      const left = (await reportOf()).leftovers.map(({ request, reason }) => `${request}: ${reason}`);
      if (left.length > 0) throw new Error(`These resources stayed on the server:\n${left.join('\n')}`);
    };
    test('The tests deleted what they created', async () => stays(), timeout);
  });
}
