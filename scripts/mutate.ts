/**
 * Mutation testing: changes one condition at a time and looks whether a test notices. `npm run mutate -- <file or folder>`.
 * The changes live in memory only. Ends with 1 when one survives that accepted-survivors.ts does not have a reason for.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { acceptedSurvivors } from './mutate/accepted-survivors.ts';
import { findMutants } from './mutate/find-mutants.ts';
import { createJudge } from './mutate/judge.ts';
import type { Mutant } from './mutate/mutant.ts';
import { type MutateOptions, readOptions, usage } from './mutate/options.ts';
import { createProgress } from './mutate/progress.ts';
import { createReport, fileLine, type Judged } from './mutate/report.ts';
import { createTestRunner } from './mutate/test-runner.ts';
import { root } from './workspace.ts';

const { files, minutes, workers } = read();
const deadline = performance.now() + minutes * 60_000;
const progress = createProgress(process.stdout);
const judge = createJudge();
const judged: Judged[] = [];
const mutants = files.flatMap((file) => findMutants(file, readFileSync(join(root, file), 'utf8')));
const queue = [...mutants];
progress.line(`${mutants.length} mutants of ${files.length} files`);

await Promise.all(Array.from({ length: workers }, work));
judged.push(...queue.map((mutant) => ({ mutant, verdict: undefined })));
progress.status('');
for (const [test, reason] of judge.leftOut) {
  progress.line(`Left out, because it fails without any mutant as well: ${test}\n  ${reason}`);
}
const report = createReport(judged, acceptedSurvivors);
progress.line(`\n${report.text}`);
process.exitCode = report.failed || judge.leftOut.size > 0 ? 1 : 0;

function read(): MutateOptions {
  try {
    return readOptions(process.argv.slice(2), process.cwd());
  } catch (error) {
    console.error(`${(error as Error).message}\n${usage}`);
    process.exit(2);
  }
}

/** Tries one mutant after the other until none is left or the time is over. */
async function work(): Promise<void> {
  const runner = createTestRunner();
  try {
    while (queue.length > 0 && performance.now() < deadline) {
      const mutant = queue.shift() as Mutant;
      progress.status(`${judged.length} of ${mutants.length}  ${mutant.file}:${mutant.line}  ${mutant.mutated}`);
      const verdict = await judge.judge(mutant, runner);
      judged.push({ mutant, verdict });
      if (verdict === 'survived') progress.line(`survived: ${mutant.file}:${mutant.line}  ${mutant.mutated}`);
      tellFile(mutant.file);
    }
  } finally {
    runner.close();
  }
}

/** Once the last mutant of a file is judged, says how they ended. */
function tellFile(file: string): void {
  const own = judged.filter((it) => it.mutant.file === file);
  if (own.length === mutants.filter((it) => it.file === file).length) progress.line(fileLine(file, own));
}
