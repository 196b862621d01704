/**
 * Mutation testing: changes one condition at a time and looks whether a test notices. `npm run mutate -- <file or folder>`.
 * The changes live in memory only. Ends with 1 when one survives that accepted-survivors.ts does not have a reason for.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { acceptedSurvivors } from './mutate/accepted-survivors.ts';
import { chooseTests } from './mutate/choose-tests.ts';
import { findMutants, sampleOf } from './mutate/find-mutants.ts';
import { findTests, type TestStages } from './mutate/find-tests.ts';
import { placeAround } from './mutate/instrument.ts';
import { createJudge } from './mutate/judge.ts';
import type { Mutant } from './mutate/mutant.ts';
import { type MutateOptions, readOptions, usage } from './mutate/options.ts';
import { createProgress } from './mutate/progress.ts';
import { measureReach } from './mutate/reach.ts';
import { createReport, fileLine, type Judged } from './mutate/report.ts';
import { addResult, type MutationResults, resultOf } from './mutate/results.ts';
import { createTestRunner } from './mutate/test-runner.ts';
import { root } from './workspace.ts';

const { files, minutes, workers, every, offset, longest, results } = read();
const deadline = performance.now() + minutes * 60_000;
const progress = createProgress(process.stdout);
const judged: Judged[] = [];
const found = new Map(files.map((file) => [file, findMutants(file, readFileSync(join(root, file), 'utf8'))]));
const mutants = [...found.values()].flatMap((own) => sampleOf(own, every, offset));
const queue = [...mutants];
progress.line(`${mutants.length} mutants of ${files.length} files`);

const stages = new Map(files.map((file) => [file, findTests(join(root, file))]));
const tests = [...new Set([...stages.values()].flatMap((it) => Object.values(it).flat()))];
progress.status(`Looking what ${tests.length} test files reach`);
const reach = await measureReach(tests);
const judge = createJudge(({ file, start }) => {
  const place = placeAround(file, readFileSync(join(root, file), 'utf8'), start);
  return chooseTests(stages.get(file) as TestStages, reach, place, 1000 * longest);
}, reach.milliseconds);

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
  if (own.length === mutants.filter((it) => it.file === file).length) {
    progress.line(fileLine(file, own));
    keepResult(file, own);
  }
}

/** Adds the result of a file to the results of earlier runs. */
function keepResult(file: string, own: readonly Judged[]): void {
  if (results === undefined) return;
  const known: Pick<MutationResults, 'files'> = existsSync(results)
    ? JSON.parse(readFileSync(results, 'utf8'))
    : { files: [] };
  const result = { ...resultOf(file, own, acceptedSurvivors), mutants: found.get(file)?.length ?? 0 };
  mkdirSync(dirname(results), { recursive: true });
  writeFileSync(results, `${JSON.stringify(addResult(known, result), null, 2)}\n`);
}
