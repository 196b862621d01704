/**
 * Packs every public package as it would be published and checks the tarball with publint and "are the types wrong", and the
 * declarations of all with the compiler. Counts the files that an import reads, and loads and serves the packages as a user does.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkPackage as analyze, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { checkLoadedFiles } from '../packed/loaded-files.ts';
import { packTarballs } from '../packed/project.ts';
import { runAll, type ToolResult } from '../run-tool.ts';
import { type Package, readPackages } from '../workspace.ts';
import { checkDeclarations } from './check-declarations.ts';
import { checkDefinitions } from './check-definitions.ts';
import { checkPacked } from './check-packed.ts';
import { installTarballs } from './install-tarballs.ts';

const packages = readPackages().filter((it) => it.isPublic);
const unwritten = packages.filter((it) => !it.hasSource).map((it) => it.name);
if (packages.length === 0 || unwritten.length > 0) {
  console.error(`Public packages without src/index.ts: ${unwritten.join(', ') || 'all'}`);
  process.exit(1);
}

const folder = mkdtempSync(join(tmpdir(), 'linkage-packages-'));
try {
  const tarballs = await packTarballs(join(folder, 'tarballs'));
  const tarballOf = ({ name }: Package): string => tarballs[name] ?? '';
  const consumer = join(folder, 'consumer');
  if (process.exitCode === undefined) await runAll([() => installTarballs(packages, consumer, tarballOf)]);
  // The compiler needs as long as all others, so it comes first.
  if (process.exitCode === undefined)
    await runAll([
      () => checkDeclarations(consumer),
      () => checkDefinitions(consumer),
      () => checkLoadedFiles(packages, consumer),
      () => checkPacked(consumer),
      ...packages.map((it) => () => checkPackage(it, tarballOf(it))),
    ]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function checkPackage({ name }: Package, tarball: string): Promise<ToolResult> {
  const { buffer } = Uint8Array.from(readFileSync(tarball));
  const { messages, pkg } = await publint({ pack: { tarball: buffer }, strict: true });
  const faults = messages.filter(({ type }) => type === 'error').map((it) => formatMessage(it, pkg) ?? it.code);
  const problems = [...faults, ...(await typeProblems(new Uint8Array(buffer)))];
  return { ok: problems.length === 0, output: [name, ...problems].join('\n') };
}

/** Returns what "are the types wrong" reports. Its command would load a compiler for each package. */
async function typeProblems(tarball: Uint8Array): Promise<readonly string[]> {
  const { types, ...analysis } = await analyze(createPackageFromTarballData(tarball));
  if (!('problems' in analysis)) return ['The tarball does not contain types.'];
  return (
    analysis.problems
      // The packages contain ES modules alone: Node loads them with `require`, too.
      .filter((it) => !('resolutionKind' in it) || it.resolutionKind !== 'node16-cjs')
      .map((it) => JSON.stringify(it))
  );
}
