/**
 * The packed packages in empty projects: frameworks × runtimes, TypeScript × module resolutions, package managers, test runners. Writes
 * docs/compatibility.md. `--minutes 10` ends earlier: what did not fit is listed on the page. `--only types,runners` runs
 * these parts, and keeps the other sections of the page.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { positiveNumber, someOf } from '../../../../scripts/command-line/option-values.ts';
import { readScriptOptions } from '../../../../scripts/command-line/script-options.ts';
import { runTool } from '../../../../scripts/run-tool.ts';
import { root } from '../../../../scripts/workspace.ts';
import { type FrameworkCell, frameworksOn, runFrameworkCell } from './framework-cells.ts';
import { keepSections, type PartName, partNames } from './keep-sections.ts';
import { type ManagerCell, managerNames, runManagerCell } from './manager-cells.ts';
import {
  fileDependencies,
  frameworkPackages,
  npmInstall,
  packTarballs,
  pinned,
  writeExamples,
  writeProject,
} from './project.ts';
import { faultsOf, formatMatrix } from './report.ts';
import { prepareRunners, type RunnerCell, runnerSetups, runRunnerCell } from './runner-cells.ts';
import { type InstalledRuntime, installRuntime, runtimes } from './runtimes.ts';
import { type CostCell, prepareTypes, runCostCell, runTypeCell, type TypeCell } from './type-cells.ts';
import { resolutions, typeScriptVersions } from './versions.ts';
import { runWorkersCell } from './workers-cell.ts';

const { minutes, only: parts } = readScriptOptions({
  command: 'npm run matrix --',
  options: { minutes: positiveNumber(30), only: someOf(partNames) },
});
const runs = (part: PartName): boolean => parts.includes(part);
const deadline = performance.now() + minutes * 60_000;

const cache = join(root, '.cache', 'matrix');
const notRun: string[] = [];

/** Runs a cell, unless the time is over. */
async function cell<Result>(name: string, run: () => Promise<Result>): Promise<readonly Result[]> {
  if (performance.now() > deadline) {
    notRun.push(`${name}: the time was over`);
    return [];
  }
  const started = performance.now();
  const result = await run();
  console.log(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${name}`);
  return [result];
}

/** Returns an empty folder. Runtimes and package managers stay installed between runs. */
function emptyFolder(name: string): string {
  const folder = join(cache, name);
  rmSync(folder, { recursive: true, force: true });
  return folder;
}

const built = await runTool(process.execPath, ['scripts/build/main.ts']);
if (!built.ok) throw new Error(built.output);
const tarballs = await packTarballs(emptyFolder('tarballs'));

const installed: InstalledRuntime[] = [];
for (const runtime of runs('frameworks') || runs('managers') ? runtimes : []) {
  const result = await installRuntime(runtime, join(cache, 'runtimes'));
  if (typeof result === 'string') notRun.push(`${runtime.kind} ${runtime.version}: ${result.split('\n')[0]}`);
  else installed.push(result);
}

const frameworks: FrameworkCell[] = [];
if (runs('frameworks')) {
  const project = emptyFolder('frameworks');
  writeProject({ folder: project, dependencies: { ...pinned(...frameworkPackages), ...fileDependencies(tarballs) } });
  const ready = await npmInstall(project);
  if (!ready.ok) throw new Error(ready.output);
  writeExamples(project);
  for (const runtime of installed) {
    for (const framework of frameworksOn(runtime)) {
      const name = `${framework} on ${runtime.kind} ${runtime.version}`;
      frameworks.push(...(await cell(name, () => runFrameworkCell(runtime, project, framework))));
    }
  }
  frameworks.push(...(await cell('workers on workerd', () => runWorkersCell(project))));
}

const managers: ManagerCell[] = [];
const [node] = installed;
if (node !== undefined && runs('managers'))
  for (const name of managerNames) {
    const run = () => runManagerCell(name, { folder: emptyFolder(`with-${name}`), cache, tarballs, node });
    managers.push(...(await cell(name, run)));
  }

const runners: RunnerCell[] = [];
if (runs('runners')) {
  const runnerFolder = emptyFolder('runners');
  const [withoutRunners] = await cell('the test runners', () => prepareRunners(runnerFolder, tarballs));
  if (withoutRunners !== undefined) notRun.push(`test runners: ${withoutRunners}`);
  else
    for (const name of Object.keys(runnerSetups))
      runners.push(...(await cell(name, () => runRunnerCell(runnerFolder, name))));
}

const types: TypeCell[] = [];
const costs: CostCell[] = [];
if (runs('types')) {
  const typeFolder = emptyFolder('types');
  const [withoutTypes] = await cell('the compilers', () => prepareTypes(typeFolder, tarballs));
  if (withoutTypes !== undefined) notRun.push(`TypeScript: ${withoutTypes}`);
  else
    for (const version of typeScriptVersions) {
      for (const [index, [, resolution]] of resolutions.entries()) {
        const name = `TypeScript ${version}, ${resolution}`;
        types.push(...(await cell(name, () => runTypeCell(typeFolder, version, index))));
      }
      const cost = () => runCostCell(typeFolder, version);
      costs.push(...(await cell(`TypeScript ${version}, the cost of types`, cost)));
    }
}

const matrix = { frameworks, types, costs, managers, runners, notRun };
const page = join(root, 'docs', 'compatibility.md');
writeFileSync(page, keepSections(readFileSync(page, 'utf8'), formatMatrix(matrix), parts));
const faults = faultsOf(matrix);
console.log(`Written: docs/compatibility.md. ${faults.length} faults, ${notRun.length} cells not run.`);
for (const fault of faults) console.error(fault);
process.exit(faults.length === 0 ? 0 : 1);
