/** Runtimes in exact versions: each comes as an npm package of one program. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runTool } from '../../../../scripts/run-tool.ts';
import { npmInstall } from './project.ts';
import { nodeVersions, otherRuntimes } from './versions.ts';

export interface Runtime {
  /** `node`, `bun`, or `deno`. */
  readonly kind: string;
  readonly version: string;
}

export interface InstalledRuntime extends Runtime {
  readonly program: string;
  /** The arguments before the file. */
  readonly argv: readonly string[];
}

export const runtimes: readonly Runtime[] = [
  ...nodeVersions.map((version) => ({ kind: 'node', version })),
  ...Object.entries(otherRuntimes).map(([kind, version]) => ({ kind, version })),
];

const argvOf: Readonly<Record<string, readonly string[]>> = {
  bun: ['run'],
  deno: ['run', '--allow-all', '--no-check', '--node-modules-dir=manual'],
};

/** Installs a runtime into a folder of its own. Returns undefined, and says why, if its package does not install. */
export async function installRuntime({ kind, version }: Runtime, cache: string): Promise<InstalledRuntime | string> {
  const folder = join(cache, `${kind}-${version}`);
  const program = join(folder, 'node_modules', '.bin', kind);
  if (!existsSync(program)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "private": true }');
    const { ok, output } = await npmInstall(folder, `${kind}@${version}`);
    if (!ok) return output;
  }
  const { ok, output } = await runTool(program, ['--version'], folder);
  return ok ? { kind, version, program, argv: argvOf[kind] ?? [] } : output;
}
