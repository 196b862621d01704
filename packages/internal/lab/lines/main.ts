/**
 * Runs the tests of core, server, and the packages that use them most, and lists the lines and branches of core
 * and server that no test runs: `npm run lines`.
 * Exits with 1 if a folder has more of them than in packages/internal/bench/results/lines.json, and if a test fails or
 * the report is missing.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { readScriptOptions } from '../../../../scripts/command-line/script-options.ts';
import { runLive } from '../../../../scripts/run-tool.ts';
import { packagePath, root } from '../../../../scripts/workspace.ts';
import { writeResults } from '../reliability/results.ts';
import { countGaps, type FolderGaps, tooManyGaps } from './gap-limits.ts';
import { type FileReport, readReport, type Totals } from './gaps.ts';

readScriptOptions({ command: 'npm run lines' });
const packages = ['core', 'server'];
/**
 * The packages whose tests run: they themselves, the adapters, the sources over SQL, and the packages that send all
 * kinds of requests to servers or describe them. The sources over SQL take as long as all others.
 */
const tested = [...packages, 'fetch', 'fastify', 'koa', 'node', 'kysely', 'conformance', 'openapi'];
const folder = join(root, '.cache/lines');
/** Minutes: several times what the tests need on two cores. */
const TIME_LIMIT = 40;

// Without this, a run that does not start would use the report of the last one.
rmSync(folder, { recursive: true, force: true });
// More random cases take longer, and run the same lines.
process.env['TESTS'] ??= 'long';
process.env['ACCESS_CASES'] ??= '500';
process.env['PROPERTY_RUNS'] ??= '40';
const { ok } = await runLive(
  'vitest',
  [
    'run',
    ...tested.map((it) => `${relative(root, packagePath(it))}/`),
    '--typecheck.enabled=false',
    '--coverage.enabled',
    '--coverage.reportOnFailure',
    '--coverage.provider=v8',
    '--coverage.reporter=json',
    `--coverage.reportsDirectory=${folder}`,
    ...packages.map((it) => `--coverage.include=${relative(root, packagePath(it))}/src/**/*.ts`),
    '--coverage.exclude=**/*.test.ts',
    '--coverage.exclude=**/*.test-d.ts',
  ],
  TIME_LIMIT,
);
const reportFile = join(folder, 'coverage-final.json');
if (!existsSync(reportFile)) {
  console.error('FAILED: vitest did not write a report, so nothing was measured.');
  process.exit(1);
}

const report: Record<string, FileReport> = JSON.parse(readFileSync(reportFile, 'utf8'));
const files = Object.entries(report).map(([path, fileReport]) => {
  const file = relative(root, path).replaceAll('\\', '/');
  return { file, ...readReport(file, readFileSync(path, 'utf8'), fileReport) };
});
const gaps = files.flatMap((it) => it.gaps);
const before: { readonly folders: readonly FolderGaps[] } = JSON.parse(
  readFileSync(join(root, 'packages/internal/bench/results/lines.json'), 'utf8'),
);
const tooMany = tooManyGaps(gaps, before.folders);

for (const { folder: name, gaps: count, limit, all } of tooMany) {
  console.log(`FAILED: ${name} has ${count} lines and branches that no test runs, but had ${limit}:`);
  for (const { file, line, branch } of all)
    console.log(`  ${file}\n    ${line}${branch === undefined ? '' : `\n    branch: ${branch}`}`);
}
const totals = packages.map((name) => ({
  package: name,
  ...sum(files.filter(({ file }) => file.startsWith(`packages/${name}/`)).map((it) => it.totals)),
  gaps: gaps.filter(({ file }) => file.startsWith(`packages/${name}/`)).length,
}));
for (const it of totals) console.log(describeTotals(it));
if (!ok)
  console.error('FAILED: some tests failed, so a gap can be missing or too many. On a busy machine, repeat the run.');
writeFileSync(join(folder, 'gaps.json'), JSON.stringify(gaps, null, 2));
const failed = !ok || tooMany.length > 0;
const row = {
  promise: 'Tests run each line and branch of core and of the server, except some whose number may only fall.',
  figure: totals.map(describeTotals).join('; '),
  command: 'npm run lines',
};
const figures = { packages: totals, folders: countGaps(gaps), rows: [row] };
if (!failed) writeResults('lines', figures);
process.exitCode = failed ? 1 : 0;

function describeTotals({ package: name, lines, linesRun, branches, branchesRun, gaps }: (typeof totals)[0]): string {
  return `${name}: ${linesRun} of ${lines} lines, ${branchesRun} of ${branches} branches, ${gaps} exceptions`;
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
