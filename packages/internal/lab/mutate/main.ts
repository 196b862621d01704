/**
 * Mutation testing: changes one condition at a time and checks that a test notices. `npm run mutate -- <file or folder>`.
 * The changes live in memory only. Exits with 1 if the score of a folder is lower than in
 * packages/internal/bench/results/mutation.json, or if no mutant was tried. A score counts if the run tries all files of the folder.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createProgress } from '../../../../scripts/command-line/progress.ts';
import { orUsage } from '../../../../scripts/command-line/script-options.ts';
import { root } from '../../../../scripts/workspace.ts';
import { writeResultsFile } from '../reliability/results.ts';
import { placeAround } from '../test-runs/instrument.ts';
import { measureReach } from '../test-runs/reach.ts';
import { createTestRunner } from '../test-runs/test-runner.ts';
import { chooseTests } from './choose-tests.ts';
import { findMutants, sampleOf } from './find-mutants.ts';
import { findTests, type TestStages } from './find-tests.ts';
import type { Mutant } from './mutant.ts';
import { createMutantTester } from './mutant-tester.ts';
import { mutateLine, readOptions, sourcesOf } from './options.ts';
import { createReport, fileLine, type MutantOutcome } from './report.ts';
import { addResults, type FolderResult, layerOf, type MutationResults, resultOf, worseThan } from './results.ts';

const { files, minutes, workers, every, offset, longest, results } = orUsage(mutateLine, (argv) =>
  readOptions(argv, process.cwd()),
);
const deadline = performance.now() + minutes * 60_000;
const progress = createProgress(process.stdout);
const outcomes: MutantOutcome[] = [];
const found = new Map(files.map((file) => [file, findMutants(file, readFileSync(join(root, file), 'utf8'))]));
const mutants = [...found.values()].flatMap((chosen) => sampleOf(chosen, every, offset));
const queue = [...mutants];
progress.line(`${mutants.length} mutants of ${files.length} files`);

const stages = new Map(files.map((file) => [file, findTests(join(root, file))]));
const tests = [...new Set([...stages.values()].flatMap((it) => Object.values(it).flat()))];
progress.status(`Measuring what ${tests.length} test files reach`);
const reach = await measureReach(tests);
const tester = createMutantTester(({ file, start }) => {
  const place = placeAround(file, readFileSync(join(root, file), 'utf8'), start);
  return chooseTests(stages.get(file) as TestStages, reach, place, 1000 * longest);
}, reach.milliseconds);

await Promise.all(Array.from({ length: workers }, work));
outcomes.push(...queue.map((mutant) => ({ mutant, verdict: undefined })));
progress.status('');
for (const [test, reason] of tester.leftOut) {
  progress.line(`Left out, because it fails without any mutant as well: ${test}\n  ${reason}`);
}
const recorded = join(root, 'packages/internal/bench/results/mutation.json');
const known = readFolders(recorded);
const measured = [...new Set(files.map(layerOf))].flatMap((folder) => folderResult(folder) ?? []);
const report = createReport(outcomes, worseThan(known, measured));
if (results !== undefined && !report.failed)
  writeResultsFile(results, addResults(results === recorded ? known : readFolders(results), measured));
progress.line(`\n${report.text}`);
process.exitCode = report.failed || tester.leftOut.size > 0 ? 1 : 0;

/** Tries one mutant after the other until none is left or the time is over. */
async function work(): Promise<void> {
  const runner = createTestRunner();
  try {
    while (queue.length > 0 && performance.now() < deadline) {
      const mutant = queue.shift() as Mutant;
      progress.status(`${outcomes.length} of ${mutants.length}  ${mutant.file}:${mutant.line}  ${mutant.mutated}`);
      const verdict = await tester.test(mutant, runner);
      outcomes.push({ mutant, verdict });
      if (verdict === 'survived') progress.line(`survived: ${mutant.file}:${mutant.line}  ${mutant.mutated}`);
      reportFile(mutant.file);
    }
  } finally {
    runner.close();
  }
}

/** Once the last mutant of a file was tried, prints how they ended. */
function reportFile(file: string): void {
  const chosen = outcomes.filter((it) => it.mutant.file === file);
  if (chosen.length === mutants.filter((it) => it.file === file).length) progress.line(fileLine(file, chosen));
}

/** Returns the result of a folder if the run tried all of its files. */
function folderResult(folder: string): FolderResult | undefined {
  const all = sourcesOf(join(root, folder)).filter((file) => layerOf(file) === folder);
  if (all.some((file) => !found.has(file))) return undefined;
  const chosen = outcomes.filter((it) => layerOf(it.mutant.file) === folder);
  return resultOf(
    folder,
    chosen,
    all.reduce((sum, file) => sum + (found.get(file)?.length ?? 0), 0),
  );
}

function readFolders(file: string): readonly FolderResult[] {
  if (!existsSync(file)) return [];
  const { folders } = JSON.parse(readFileSync(file, 'utf8')) as MutationResults;
  // A folder that was moved has other mutants.
  return folders.filter(({ folder }) => existsSync(join(root, folder)));
}
