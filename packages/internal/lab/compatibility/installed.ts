/** Installations for the tests of compatibility: the packed packages in projects of their own, and programs of npm packages. */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { npmInstall, PACKED, packTarballs, type Tarballs } from '../../../../scripts/packed/project.ts';
import { runTool, type ToolResult } from '../../../../scripts/run-tool.ts';
import { root } from '../../../../scripts/workspace.ts';
import { isLong, skippedInShort } from '../../../core/test/runs.ts';

/** Runtimes and package managers stay installed between runs. */
const cache = join(root, '.cache', 'compatibility');

/** Whether a registry answers, in the long form: without one, nothing can be installed. */
const hasRegistry = isLong && (await runTool('npm', ['ping', '--fetch-retries=1', '--fetch-timeout=20000'])).ok;

/** Whether these tests are skipped, and what their titles say then. */
export const isSkipped = !hasRegistry;
export const skipped: string = isLong && !hasRegistry ? ', SKIPPED: no registry answers' : skippedInShort;

/** The milliseconds of a test that runs programs, and of one that installs packages. */
export const PATIENCE = { run: 120_000, install: 600_000 } as const;

/** Throws what a program printed if it failed. */
export function must({ ok, output }: ToolResult): void {
  if (!ok) throw new Error(output);
}

/** Returns an empty folder. */
export function emptyFolder(name: string): string {
  const folder = join(cache, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Packs the packages: builds them, unless a run of all checks has. */
export async function tarballsFor(name: string): Promise<Tarballs> {
  if (process.env[PACKED] === undefined) must(await runTool(process.execPath, ['scripts/build/main.ts']));
  return packTarballs(emptyFolder(`tarballs-${name}`));
}

/** Installs a program of npm in an exact version. Returns its path. */
export async function installProgram(name: string, version: string, packageName = name): Promise<string> {
  const folder = join(cache, 'programs', `${name}-${version}`);
  const program = join(folder, 'node_modules', '.bin', name);
  if (!existsSync(program)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "private": true }');
    must(await npmInstall(folder, `${packageName}@${version}`));
  }
  must(await runTool(program, ['--version'], folder));
  return program;
}
