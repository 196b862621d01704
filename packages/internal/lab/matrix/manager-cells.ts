/** Package managers: install the tarballs, then load each package with `import` and with `require`, and serve a request. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runTool, type ToolResult } from '../../../../scripts/run-tool.ts';
import { readPackages } from '../../../../scripts/workspace.ts';
import { fileDependencies, npmInstall, pinned, type Tarballs, writeProject } from './project.ts';
import type { InstalledRuntime } from './runtimes.ts';
import { packageManagers } from './versions.ts';

export interface ManagerCell {
  readonly manager: string;
  readonly version: string;
  readonly fault: string | undefined;
}

export type ManagerName = keyof typeof packageManagers;
export const managerNames = Object.keys(packageManagers) as readonly ManagerName[];

const serve = `
const api = core.defineApi({ articles: { attributes: { title: z.string() } } });
const server = createServer(api, createMemorySources(api, { articles: [{ id: 1, title: 'Hello' }] }));
toFetchHandler(server)(new Request('http://localhost/articles/1')).then(async (response) => {
  const document = await response.json();
  if (document.data.attributes.title !== 'Hello') throw new Error(JSON.stringify(document));
  if (core.validateDocument(document).issues) throw new Error('not a document');
  console.log('served');
});
`;

const published = readPackages().filter(({ isPublic }) => isPublic);
const names = JSON.stringify(published.map(({ name }) => name));

const imports = `import * as core from '@linkage/core';
import { toFetchHandler } from '@linkage/fetch';
import { createMemorySources, createServer } from '@linkage/server';
import { z } from 'zod';
await Promise.all(${names}.map((name) => import(name)));
${serve}`;

const requires = `const core = require('@linkage/core');
const { toFetchHandler } = require('@linkage/fetch');
const { createMemorySources, createServer } = require('@linkage/server');
const { z } = require('zod');
for (const name of ${names}) require(name);
${serve}`;

/** Writes the two programs that load every package. */
export function writeLoaders(folder: string): void {
  writeFileSync(join(folder, 'load.mjs'), imports);
  writeFileSync(join(folder, 'load.cjs'), requires);
}

/** Loads the packages both ways. Returns what the program printed, if it failed. */
export async function load(program: string, folder: string, argv: readonly string[] = []): Promise<string | undefined> {
  for (const file of ['load.mjs', 'load.cjs']) {
    const { ok, output } = await runTool(program, [...argv, file], folder);
    if (!ok || !output.includes('served')) return `${file}: ${output}`;
  }
  return undefined;
}

async function install(name: ManagerName, folder: string, cache: string): Promise<ToolResult> {
  const version = packageManagers[name];
  const home = join(cache, `manager-${name}`);
  writeProject({ folder: home, dependencies: { [name === 'yarn' ? '@yarnpkg/cli-dist' : name]: version } });
  const ready = await npmInstall(home);
  if (!ready.ok) return ready;
  const program = join(home, 'node_modules', '.bin', name);
  if (name === 'npm') return runTool(program, ['install', '--no-audit', '--no-fund', '--prefer-offline'], folder);
  if (name !== 'yarn') return runTool(program, ['install'], folder);
  // Yarn does not read the registry of npm.
  const { output: registry } = await runTool('npm', ['config', 'get', 'registry'], folder);
  writeFileSync(join(folder, 'yarn.lock'), '');
  const lines = ['nodeLinker: node-modules', `npmRegistryServer: ${JSON.stringify(registry.split('\n').at(-1))}`];
  writeFileSync(
    join(folder, '.yarnrc.yml'),
    `${lines.join('\n')}\nenableTelemetry: false\nenableImmutableInstalls: false\n`,
  );
  return runTool(program, ['install'], folder);
}

export async function runManagerCell(
  name: ManagerName,
  { folder, cache, tarballs, node }: { folder: string; cache: string; tarballs: Tarballs; node: InstalledRuntime },
): Promise<ManagerCell> {
  writeProject({
    folder,
    dependencies: {
      ...pinned('@tanstack/query-core', 'drizzle-orm', 'fastify', 'koa', 'kysely', 'zod'),
      ...fileDependencies(tarballs),
    },
  });
  writeLoaders(folder);
  const { ok, output } = await install(name, folder, cache);
  const fault = ok ? await load(node.program, folder) : output;
  return { manager: name, version: packageManagers[name], fault };
}
