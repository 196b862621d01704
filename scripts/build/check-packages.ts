/**
 * Packs every public package as it would be published and checks the tarball with publint and "are the types wrong"; then checks
 * the declarations of all with the lowest TypeScript version, and counts the files that an import reads. At last, loads and serves them as
 * a user does.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkPackage as analyze, createPackageFromTarballData } from '@arethetypeswrong/core';
import { checkLight } from '../../packages/lab/matrix/light.ts';
import { runAll, runTool, type ToolResult } from '../run-tool.ts';
import { type Package, readPackages } from '../workspace.ts';
import { checkDeclarations } from './check-declarations.ts';
import { installTarballs } from './install-tarballs.ts';
import { checkLoadedFiles } from './loaded-files.ts';

const packages = readPackages().filter((it) => it.isPublic);
const unwritten = packages.filter((it) => !it.hasSource).map((it) => it.name);
if (packages.length === 0 || unwritten.length > 0) {
  console.error(`Public packages without src/index.ts: ${unwritten.join(', ') || 'all'}`);
  process.exit(1);
}

const folder = mkdtempSync(join(tmpdir(), 'linkage-packages-'));
try {
  await runAll(packages.map((it) => () => checkPackage(it)));
  const consumer = join(folder, 'consumer');
  for (const step of [
    () => installTarballs(packages, consumer, tarballOf),
    () => checkLoadedFiles(packages, consumer),
    () => checkDeclarations(consumer),
    () => checkLight(consumer),
  ]) {
    if (process.exitCode === undefined) await runAll([step]);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function destinationOf(it: Package): string {
  return join(folder, it.name.replace('/', '-'));
}

function tarballOf(it: Package): string {
  const destination = destinationOf(it);
  return join(destination, readdirSync(destination).find((file) => file.endsWith('.tgz')) ?? '');
}

async function checkPackage(it: Package): Promise<ToolResult> {
  const destination = destinationOf(it);
  // pnpm, not npm: it alone applies publishConfig.exports and turns `workspace:` into versions. It is a root
  // devDependency as well as the installer, so that a check never depends on a download.
  const packed = await runTool('pnpm', ['pack', '--pack-destination', destination], it.folder);
  if (!packed.ok) return named(it, packed);
  const tarball = tarballOf(it);
  const lint = await runTool('publint', ['run', '--strict', tarball], it.folder);
  if (!lint.ok) return named(it, lint);
  const problems = await typeProblems(tarball);
  return named(it, { ok: problems.length === 0, output: problems.join('\n') });
}

/** Returns what "are the types wrong" reports for ES modules and bundlers. Its command would load a compiler for each package. */
async function typeProblems(tarball: string): Promise<readonly string[]> {
  const { types, ...analysis } = await analyze(createPackageFromTarballData(new Uint8Array(readFileSync(tarball))));
  if (!('problems' in analysis)) return ['The tarball does not contain types.'];
  return analysis.problems
    .filter((it) => !('resolutionKind' in it) || !['node10', 'node16-cjs'].includes(it.resolutionKind))
    .map((it) => JSON.stringify(it));
}

function named(it: Package, { ok, output }: ToolResult): ToolResult {
  return { ok, output: `${it.name}\n${output}` };
}
