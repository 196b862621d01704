/** The part of the matrix that each `npm test` runs: the packed packages on the Node of the workspace. */
import type { ToolResult } from '../../../scripts/run-tool.ts';
import { runHostCell } from './host-cells.ts';
import { load, writeLoaders } from './manager-cells.ts';
import { writeHosts } from './project.ts';

/** One host for each adapter; docs/examples/hosts/hosts.test.ts has the others, from the sources. */
const adapters = ['node-http', 'fastify', 'koa', 'hono'];

/** @param folder Has `node_modules` with the packed packages, and with what the examples of hosts import. */
export async function checkLight(folder: string): Promise<ToolResult> {
  const runtime = { kind: 'node', version: process.version, program: process.execPath, argv: [] };
  writeLoaders(folder);
  writeHosts(folder);
  const faults: string[] = [];
  const fault = await load(runtime.program, folder);
  if (fault !== undefined) faults.push(fault);
  for (const host of adapters) {
    const { answers, hostile } = await runHostCell(runtime, folder, host);
    const found = Object.entries({ ...answers, ...hostile }).map(([title, wrong]) => `${title}: ${wrong.join('; ')}`);
    if (found.length > 0) faults.push(`${host}, from packed packages:\n${found.join('\n')}`);
  }
  return { ok: faults.length === 0, output: faults.join('\n\n') };
}
