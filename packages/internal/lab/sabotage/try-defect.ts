import { packagePath } from '../../../../scripts/workspace.ts';
import { MAX, type TestRunner } from '../test-runs/test-runner.ts';
import type { BrokenSource } from './apply-defect.ts';
import type { Outcome } from './outcome.ts';

/** A test that waits fails after `MAX`; only a test that never yields takes longer. */
const WITHOUT_END = MAX + 30_000;

/**
 * Runs a test with a defect, and without it.
 *
 * @param test The test file, from the folder of its package.
 * @param healthy Whether each test passes without a defect, as far as it is known. Test files are added.
 */
export async function tryDefect(
  test: string,
  { file, text }: BrokenSource,
  runner: TestRunner,
  healthy: Map<string, boolean>,
): Promise<{ readonly outcome: Exclude<Outcome, 'left'>; readonly reason: string }> {
  const [path, testPath] = [packagePath(file), packagePath(test)];
  const passes = healthy.get(testPath) ?? (await runner.run({ tests: [testPath] }, [MAX]))?.failed.length === 0;
  healthy.set(testPath, passes);
  if (!passes) return { outcome: 'missed', reason: ', because the test fails anyway' };
  const changed = { tests: [testPath], file: path, text };
  // A second attempt, because a busy machine can hold up the first.
  const reply = (await runner.run(changed, [WITHOUT_END])) ?? (await runner.run(changed, [WITHOUT_END]));
  if (reply === undefined) return { outcome: 'hangs', reason: '' };
  return { outcome: reply.failed.length === 0 ? 'missed' : 'caught', reason: '' };
}
