/**
 * Runs the tests of core, server, storage, and the packages that use them most, and lists the lines and branches of core,
 * server, and storage that no test runs: `npm run coverage`.
 * Exits with 1 for a gap without a reason in gaps.json, for a reason without a gap, and if a test fails or the report is missing.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { readScriptOptions } from '../../../scripts/command-line/script-options.ts';
import { runLive } from '../../../scripts/run-tool.ts';
import { root } from '../../../scripts/workspace.ts';
import { writeResults } from '../reliability/results.ts';
import { acceptedGaps } from './accepted-gaps.ts';
import { compareGaps } from './compare-gaps.ts';
import { type FileCoverage, type Gap, readCoverage, type Totals } from './gaps.ts';

readScriptOptions({ command: 'npm run coverage' });
const packages = ['core', 'server', 'storage'];
/**
 * The packages whose tests run: they themselves, the adapters, the sources over SQL, and the packages that send all
 * kinds of requests to servers or describe them. The sources over SQL take as long as all others.
 */
const tested = [...packages, 'fetch', 'fastify', 'koa', 'node', 'kysely', 'conformance', 'openapi'];
const folder = join(root, '.cache/coverage');
/** Minutes: several times what the tests need on two cores. */
const TIME_LIMIT = 40;

// Without this, a run that does not start would use the report of the last one.
rmSync(folder, { recursive: true, force: true });
// More random cases take longer, and run the same lines.
process.env['ACCESS_CASES'] ??= '500';
process.env['PROPERTY_RUNS'] ??= '40';
const { ok } = await runLive(
  'vitest',
  [
    'run',
    ...tested.map((it) => `packages/${it}/`),
    '--typecheck.enabled=false',
    '--coverage.enabled',
    '--coverage.reportOnFailure',
    '--coverage.provider=v8',
    '--coverage.reporter=json',
    `--coverage.reportsDirectory=${folder}`,
    ...packages.map((it) => `--coverage.include=packages/${it}/src/**/*.ts`),
    '--coverage.exclude=**/*.test.ts',
    '--coverage.exclude=**/*.test-d.ts',
  ],
  TIME_LIMIT,
);
const reportFile = join(folder, 'coverage-final.json');
if (!existsSync(reportFile)) {
  console.error('FAILED: vitest did not write a coverage report, so nothing was measured.');
  process.exit(1);
}

const report: Record<string, FileCoverage> = JSON.parse(readFileSync(reportFile, 'utf8'));
const files = Object.entries(report).map(([path, coverage]) => {
  const file = relative(root, path).replaceAll('\\', '/');
  return { file, ...readCoverage(file, readFileSync(path, 'utf8'), coverage) };
});
const { unexplained, stale } = compareGaps(
  files.flatMap((it) => it.gaps),
  acceptedGaps,
);

print('Not run by any test:', unexplained);
print('In gaps.json, but run by a test, or changed:', stale);
const totals = packages.map((name) => ({
  package: name,
  ...sum(files.filter(({ file }) => file.startsWith(`packages/${name}/`)).map((it) => it.totals)),
  ...countGaps(name),
}));
for (const { package: name, lines, linesRun, branches, branchesRun, withReason, open } of totals) {
  console.log(`${name}: ${linesRun} of ${lines} lines, ${branchesRun} of ${branches} branches`);
  console.log(`  ${withReason} gaps with a reason, ${open} gaps that a test can still close`);
}
if (!ok)
  console.error('FAILED: some tests failed, so a gap can be missing or too many. On a busy machine, repeat the run.');
writeFileSync(join(folder, 'gaps.json'), JSON.stringify({ unexplained, stale }, null, 2));
const failed = !ok || unexplained.length > 0 || stale.length > 0;
const row = {
  promise: 'Tests run each line and branch of core, of the server, and of storage, except those with a reason.',
  figure: totals.map(describeTotals).join('; '),
  command: 'npm run coverage',
};
const figures = { packages: totals, rows: [row] };
if (!failed) writeResults('line-coverage', figures);
process.exitCode = failed ? 1 : 0;

function describeTotals({
  package: name,
  lines,
  linesRun,
  branches,
  branchesRun,
  withReason,
}: (typeof totals)[0]): string {
  return `${name}: ${linesRun} of ${lines} lines, ${branchesRun} of ${branches} branches, ${withReason} gaps with a reason`;
}

function countGaps(name: string): { readonly withReason: number; readonly open: number } {
  const own = acceptedGaps.filter(({ file }) => file.startsWith(`packages/${name}/`));
  const open = own.filter(({ isOpen }) => isOpen).length;
  return { withReason: own.length - open, open };
}

function print(title: string, gaps: readonly Gap[]): void {
  if (gaps.length > 0) console.log(title);
  for (const { file, line, branch } of gaps) {
    console.log(`  ${file}\n    ${line}${branch === undefined ? '' : `\n    branch: ${branch}`}`);
  }
}

function sum(totals: readonly Totals[]): Totals {
  const add = (member: keyof Totals): number => totals.reduce((total, it) => total + it[member], 0);
  return {
    lines: add('lines'),
    linesRun: add('linesRun'),
    branches: add('branches'),
    branchesRun: add('branchesRun'),
  };
}
