/**
 * Breaks the libraries in one place at a time, and runs the one test file that must notice: `npm run sabotage -- [--minutes N]
 * [--only text]`. The files stay as they are. What was caught is kept in `.cache/sabotage.json` until the source or the test changes, so
 * that a run continues where the last one ended. Exits with 1 if a test does not notice, or fails without the defect.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { createProgress } from './mutate/progress.ts';
import { createTestRunner, LONGEST } from './mutate/test-runner.ts';
import { writeResults } from './reliability/results.ts';
import { defects } from './sabotage/all-defects.ts';
import type { Defect } from './sabotage/defect.ts';
import { root } from './workspace.ts';

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '30' }, only: { type: 'string', default: '' } },
});
const deadline = performance.now() + Number(values.minutes) * 60_000;
const cache = join(root, '.cache/sabotage.json');
const known = new Set<string>(existsSync(cache) ? JSON.parse(readFileSync(cache, 'utf8')) : []);
const progress = createProgress(process.stdout);
const runner = createTestRunner();
const healthy = new Map<string, boolean>();
const counts = { caught: 0, missed: 0, left: 0 };

for (const defect of defects.filter(({ name, file }) => `${file} ${name}`.includes(values.only)))
  await tryDefect(defect);
runner.close();
mkdirSync(dirname(cache), { recursive: true });
writeFileSync(cache, JSON.stringify([...known]));
progress.line(`${counts.caught} caught, ${counts.missed} missed, ${counts.left} left for the next run`);
if (counts.caught === defects.length) {
  const figure = `${counts.caught} of ${defects.length} defects`;
  const promise = 'A deliberate defect of the libraries makes a test fail.';
  writeResults('sabotage', { rows: [{ promise, figure, command: 'npm run sabotage -- --minutes 30' }] });
}
process.exit(counts.missed === 0 ? 0 : 1);

async function tryDefect({ name, file, from, to, test }: Defect): Promise<void> {
  const [path, testPath] = [join(root, 'packages', file), join(root, 'packages', test)];
  const [source, testSource] = [readFileSync(path, 'utf8'), readFileSync(testPath, 'utf8')];
  const key = createHash('sha256').update([name, from, to, source, testSource].join('\0')).digest('hex');
  if (known.has(key)) {
    counts.caught++;
    return;
  }
  if (performance.now() > deadline) {
    counts.left++;
    return;
  }
  progress.status(name);
  const started = performance.now();
  const passes = healthy.get(testPath) ?? (await runner.run({ tests: [testPath] }, [LONGEST]))?.failed.length === 0;
  healthy.set(testPath, passes);
  // A test that does not come to an end has noticed as well.
  const answer = await runner.run({ tests: [testPath], file: path, text: source.replace(from, () => to) }, [LONGEST]);
  const isCaught = passes && answer?.failed.length !== 0;
  if (isCaught) known.add(key);
  counts[isCaught ? 'caught' : 'missed']++;
  const verdict = isCaught ? 'caught' : `MISSED${reasonFor(source.includes(from), passes)}`;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  progress.line(`${verdict}  ${name}\n        ${file}, ${test} (${seconds} s)`);
}

function reasonFor(isThere: boolean, passes: boolean): string {
  if (!isThere) return ', because the file does not contain the text that it changes';
  return passes ? '' : ', because the test fails anyway';
}
