/**
 * Sends broken and nearly valid inputs to every reader of Linkage: `npm run fuzz -- --minutes 5 --seed 1 --only url,filter`.
 * Exits with 1 if an input throws an error that is not for its user, gets a status 5xx, a document that is not valid, or text of
 * the server, takes too long, never ends, ends the process, or fails later; also if no input was run. Writes the smallest such
 * inputs to `packages/internal/lab/fuzz/regressions`, which `npm test` replays, and prints the command that repeats their batch.
 */
import { fileURLToPath } from 'node:url';
import { createProgress } from '../../../../scripts/command-line/progress.ts';
import { writeResults } from '../reliability/results.ts';
import { kinds } from './kinds.ts';
import { type FuzzOptions, readFuzzOptions, usage } from './options.ts';
import { writeRegression } from './regressions.ts';
import { createTotals, fuzz } from './run.ts';
import type { Finding } from './run-batch.ts';
import type { BatchRequest } from './worker.ts';

const options = read();
const { minutes, seed, only, workers, batch } = options;
/** The number of inputs that is a figure for the page of the reliability. */
const ENOUGH = 1_000_000;
const chosen = kinds.filter(({ name }) => only === undefined || only.includes(name));
const totals = createTotals(chosen);
const started = performance.now();
const progress = createProgress(process.stdout);
/** A pipe gets a line each half minute, a terminal a line that changes. */
const lines = process.stdout.isTTY ? undefined : setInterval(() => progress.line(summary()), 30_000);

const from = batch === undefined ? `seed ${seed}` : `batch ${batch}`;
progress.line(`${from}, ${chosen.length} kinds, ${minutes} minutes, ${workers} workers`);
const module = fileURLToPath(new URL('kinds.ts', import.meta.url));
const onBatch = (kind: string): void => progress.status(`${summary()}  ${kind}`);
await fuzz({ ...options, kinds: chosen, module, onFinding: print, onBatch }, totals);
progress.status('');
clearInterval(lines);
for (const [name, { inputs: count, time }] of totals.kinds) {
  const speed = time === 0 ? '' : `  ${Math.round((count / time) * 1000)} per second and worker`;
  progress.line(`${name.padEnd(18)} ${String(count).padStart(8)} inputs${speed}`);
}
progress.line(summary());
if (totals.inputs === 0) process.stderr.write('fuzz: No input was run, so nothing is known.\n');
if (only === undefined && totals.findings.size === 0 && totals.inputs >= ENOUGH) writeFigure();
process.exit(totals.findings.size === 0 && totals.inputs > 0 ? 0 : 1);

function read(): FuzzOptions {
  try {
    return readFuzzOptions(
      process.argv.slice(2),
      kinds.map(({ name }) => name),
    );
  } catch (error) {
    process.stderr.write(`fuzz: ${(error as Error).message}\n${usage}\n`);
    process.exit(1);
  }
}

function summary(): string {
  const seconds = (performance.now() - started) / 1000;
  const { inputs, findings } = totals;
  return `${inputs.toLocaleString('en')} inputs in ${Math.round(seconds)} s, ${Math.round(inputs / seconds)} per second, ${findings.size} findings`;
}

function writeFigure(): void {
  const promise =
    'No input of a client makes a server fail, respond with an invalid document, or show what is not meant for the client.';
  const figure = `${totals.inputs.toLocaleString('en')} broken and nearly valid inputs of ${chosen.length} kinds: 0 findings`;
  writeResults('fuzz', { rows: [{ promise, figure, command: 'npm run fuzz -- --minutes 20 --inputs 1000000' }] });
}

function print(finding: Finding, { kind, seed: batchSeed }: BatchRequest): void {
  const { problem, input, before = [] } = finding;
  const after = before.length === 0 ? '' : ` after ${before.length} others`;
  progress.line(`FOUND ${finding.kind}: ${problem.split('\n').slice(0, 4).join('\n  ')}`);
  if (input !== null)
    progress.line(`  ${JSON.stringify(input).slice(0, 300)}${after}\n  written to ${writeRegression(finding)}`);
  progress.line(`  repeat it: npm run fuzz -- --only ${kind} --batch ${batchSeed}`);
}
