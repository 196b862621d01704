/** Loads and serves the packed packages on the Node of the workspace. */
import { cpSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { loadPackages } from '../../packages/internal/lab/compatibility/load-packages.ts';
import { runPacked } from '../../packages/internal/lab/compatibility/packed-frameworks.ts';
import { writeExamples } from '../packed/project.ts';
import { runTool, type ToolResult } from '../run-tool.ts';
import { checkCreated } from './check-created.ts';

/** One framework for each adapter; docs/examples/frameworks/frameworks.test.ts has the others, from the sources. */
const adapters = ['node-http', 'fastify', 'koa', 'hono'];

/** @param folder Has `node_modules` with the packed packages, and with what the examples of frameworks import. */
export async function checkPacked(folder: string): Promise<ToolResult> {
  const runtime = { kind: 'node', program: process.execPath, argv: [] };
  writeExamples(folder);
  const faults: string[] = [];
  const fault = await loadPackages(runtime.program, folder);
  if (fault !== undefined) faults.push(fault);
  for (const framework of adapters) {
    const findings = await runPacked(runtime, folder, framework);
    const found = Object.entries(findings).map(([title, wrong]) => `${title}: ${wrong.join('; ')}`);
    if (found.length > 0) faults.push(`${framework}, from packed packages:\n${found.join('\n')}`);
  }
  faults.push(...(await checkCreated(folder)));
  const mixed = await loadMixed(folder);
  if (!mixed.includes('install-all-linkage-packages-in-one-version'))
    faults.push(`With another version of core, the server must say what to do, but it said: ${mixed}`);
  return { ok: faults.length === 0, output: faults.join('\n\n') };
}

/** Loads the server with a core of another version. Returns what Node prints. */
async function loadMixed(folder: string): Promise<string> {
  const project = join(folder, 'mixed');
  const packages = join(project, 'node_modules/@linkage');
  for (const name of ['core', 'server'])
    cpSync(join(folder, 'node_modules/@linkage', name), join(packages, name), { recursive: true });
  const versions = join(packages, 'core/dist/internal');
  const [own = ''] = readdirSync(versions).filter((it) => /^\d/.test(it));
  renameSync(join(versions, own), join(versions, '99.0.0'));
  const { output } = await runTool(process.execPath, ['--eval', "await import('@linkage/server')"], project);
  return output;
}
