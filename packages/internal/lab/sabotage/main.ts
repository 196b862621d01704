/**
 * Breaks the libraries in one place at a time, and runs the one test file that must notice: `npm run sabotage -- [--minutes N]
 * [--only text]`. The files stay as they are. `.cache/sabotage.json` keeps what was caught until a module that the test loads changes,
 * so that a run continues where the last one ended. Exits with 1 if a test does not notice, does not end, or fails without the defect,
 * or if nothing was tried.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { positiveNumber, textValue } from '../../../../scripts/command-line/option-values.ts';
import { createProgress } from '../../../../scripts/command-line/progress.ts';
import { readScriptOptions } from '../../../../scripts/command-line/script-options.ts';
import { root } from '../../../../scripts/workspace.ts';
import { writeResults } from '../reliability/results.ts';
import { createTestRunner } from '../test-runs/test-runner.ts';
import { defects } from './all-defects.ts';
import { applyDefect, type BrokenSource } from './apply-defect.ts';
import type { Defect } from './defect.ts';
import { defectKey } from './defect-key.ts';
import { type Counts, failureOf, type Outcome } from './outcome.ts';
import { tryDefect } from './try-defect.ts';

const { minutes, only = '' } = readScriptOptions({
  command: 'npm run sabotage --',
  options: { minutes: positiveNumber(30), only: textValue('text') },
});
const deadline = performance.now() + minutes * 60_000;
const cache = join(root, '.cache/sabotage.json');
const known = new Set<string>(existsSync(cache) ? JSON.parse(readFileSync(cache, 'utf8')) : []);
const progress = createProgress(process.stdout);
const runner = createTestRunner();
const healthy = new Map<string, boolean>();
const counts: Counts = { caught: 0, missed: 0, hangs: 0, left: 0 };

const all = defects.map((defect) => ({ defect, broken: applyDefect(defect) }));
for (const { defect, broken } of all.filter((it) => `${it.broken.file} ${it.defect.name}`.includes(only)))
  counts[await outcomeOf(defect, broken)]++;
runner.close();
mkdirSync(dirname(cache), { recursive: true });
writeFileSync(cache, JSON.stringify([...known]));
progress.line(
  `${counts.caught} caught, ${counts.missed} missed, ${counts.hangs} without an end, ${counts.left} left for the next run`,
);
const failure = failureOf(counts);
if (failure !== undefined) process.stderr.write(`FAILED: ${failure}\n`);
else if (counts.caught === defects.length) {
  const figure = `${counts.caught} of ${defects.length} defects`;
  const promise = 'A deliberate defect of the libraries makes a test fail.';
  writeResults('sabotage', { rows: [{ promise, figure, command: 'npm run sabotage -- --minutes 30' }] });
}
process.exit(failure === undefined ? 0 : 1);

async function outcomeOf(defect: Defect, broken: BrokenSource): Promise<Outcome> {
  const { name, test } = defect;
  const key = defectKey(defect, broken);
  if (known.has(key)) return 'caught';
  if (performance.now() > deadline) return 'left';
  progress.status(name);
  const started = performance.now();
  const { outcome, reason } = await tryDefect(test, broken, runner, healthy);
  if (outcome === 'caught') known.add(key);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const shown = { caught: 'caught', missed: 'MISSED', hangs: 'HANGS ' }[outcome];
  progress.line(`${shown}${reason}  ${name}\n        ${broken.file}, ${test} (${seconds} s)`);
  return outcome;
}
