/**
 * Sends broken and nearly valid inputs to every reader of Linkage: `npm run fuzz -- --minutes 5 --seed 1 --only url,filter`.
 * Exits with 1 if an input throws an error that is not for its caller, gets a status 5xx, a document that is not valid, or text of
 * the server, or takes too long. Writes the smallest such inputs to `scripts/fuzz/regressions`, which `npm test` replays.
 */

import { createProgress } from './command-line/progress.ts';
import { families } from './fuzz/families.ts';
import { createFuzzWorker } from './fuzz/fuzz-worker.ts';
import { type FuzzOptions, readFuzzOptions, usage } from './fuzz/options.ts';
import { writeRegression } from './fuzz/regressions.ts';
import type { Finding } from './fuzz/run-batch.ts';
import { signatureOf } from './fuzz/run-input.ts';
import { writeResults } from './reliability/results.ts';

const { minutes, seed, only, workers, inputs: wanted } = read();
const size = 250;
/** The number of inputs that is a figure for the page of the reliability. */
const ENOUGH = 1_000_000;
const names = families.map(({ name }) => name).filter((name) => only === undefined || only.includes(name));
const started = performance.now();
const deadline = started + minutes * 60_000;
const progress = createProgress(process.stdout);
/** A pipe gets a line each half minute, a terminal a line that changes. */
const lines = process.stdout.isTTY ? undefined : setInterval(() => progress.line(summary()), 30_000);
const findings = new Map<string, Finding>();
const totals = new Map(names.map((name) => [name, { inputs: 0, time: 0 }]));
let inputs = 0;
let batches = 0;

progress.line(`seed ${seed}, ${names.length} families, ${minutes} minutes, ${workers} workers`);
await Promise.all(Array.from({ length: workers }, work));
progress.status('');
clearInterval(lines);
for (const [name, { inputs: count, time }] of totals) {
  progress.line(
    `${name.padEnd(18)} ${String(count).padStart(8)} inputs  ${Math.round((count / time) * 1000)} per second and worker`,
  );
}
progress.line(summary());
if (only === undefined && findings.size === 0 && inputs >= ENOUGH) writeFigure();
process.exit(findings.size === 0 ? 0 : 1);

function read(): FuzzOptions {
  try {
    return readFuzzOptions(
      process.argv.slice(2),
      families.map(({ name }) => name),
    );
  } catch (error) {
    console.error(`${(error as Error).message}\n${usage}`);
    process.exit(2);
  }
}

function summary(): string {
  const seconds = (performance.now() - started) / 1000;
  return `${inputs.toLocaleString('en')} inputs in ${Math.round(seconds)} s, ${Math.round(inputs / seconds)} per second, ${findings.size} findings`;
}

function writeFigure(): void {
  const promise =
    'No input of a client makes a server fail, respond with an invalid document, or show what is not meant for the client.';
  const figure = `${inputs.toLocaleString('en')} broken and nearly valid inputs of ${names.length} kinds: 0 findings`;
  writeResults('fuzz', { rows: [{ promise, figure, command: 'npm run fuzz -- --minutes 20 --inputs 1000000' }] });
}

function record(finding: Finding): void {
  const signature = signatureOf(finding.family, finding.problem);
  if (findings.has(signature)) return;
  findings.set(signature, finding);
  progress.line(
    `FOUND ${finding.family}: ${finding.problem.split('\n').slice(0, 4).join('\n  ')}\n  ${JSON.stringify(finding.input).slice(0, 300)}`,
  );
  if (finding.input !== null) progress.line(`  written to ${writeRegression(finding)}`);
}

/** Each family gets the same number of inputs. The seed of a batch follows from its number. */
async function work(): Promise<void> {
  const worker = createFuzzWorker();
  try {
    while (performance.now() < deadline && inputs < wanted) {
      const number = batches++;
      const family = names[number % names.length] as string;
      const batch = { family, seed: seed + number, size };
      const answer = await worker.run(batch);
      if (typeof answer === 'string') {
        record({ family, problem: `seed ${batch.seed}: ${answer}`, input: null });
        continue;
      }
      inputs += answer.inputs;
      const total = totals.get(family);
      if (total !== undefined) {
        total.inputs += answer.inputs;
        total.time += answer.time;
      }
      for (const finding of answer.findings) record(finding);
      progress.status(`${summary()}  ${family}`);
    }
  } finally {
    worker.close();
  }
}
