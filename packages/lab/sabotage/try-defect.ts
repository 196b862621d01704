import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../scripts/workspace.ts';
import { LONGEST, type TestRunner } from '../test-runs/test-runner.ts';
import type { Defect } from './defect.ts';
import type { Outcome } from './outcome.ts';

/** A test that waits fails after `LONGEST`; only a test that never yields takes longer. */
const WITHOUT_END = LONGEST + 30_000;

/**
 * Runs the test of a defect, with the defect and without it.
 *
 * @param healthy Whether each test passes without a defect, as far as it is known. Test files are added.
 */
export async function tryDefect(
  { file, from, to, test }: Defect,
  runner: TestRunner,
  healthy: Map<string, boolean>,
): Promise<{ readonly outcome: Exclude<Outcome, 'left'>; readonly reason: string }> {
  const [path, testPath] = [join(root, 'packages', file), join(root, 'packages', test)];
  const source = readFileSync(path, 'utf8');
  if (!source.includes(from))
    return { outcome: 'missed', reason: ', because the file does not contain the text that it changes' };
  const passes = healthy.get(testPath) ?? (await runner.run({ tests: [testPath] }, [LONGEST]))?.failed.length === 0;
  healthy.set(testPath, passes);
  if (!passes) return { outcome: 'missed', reason: ', because the test fails anyway' };
  const changed = { tests: [testPath], file: path, text: source.replace(from, () => to) };
  // A second attempt, because a busy machine can hold up the first.
  const answer = (await runner.run(changed, [WITHOUT_END])) ?? (await runner.run(changed, [WITHOUT_END]));
  if (answer === undefined) return { outcome: 'hangs', reason: '' };
  return { outcome: answer.failed.length === 0 ? 'missed' : 'caught', reason: '' };
}
