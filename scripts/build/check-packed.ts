/** Loads and serves the packed packages on the Node of the workspace. */
import { loadPackages } from '../../packages/internal/lab/compatibility/load-packages.ts';
import { runPacked } from '../../packages/internal/lab/compatibility/packed-frameworks.ts';
import { writeExamples } from '../packed/project.ts';
import type { ToolResult } from '../run-tool.ts';

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
  return { ok: faults.length === 0, output: faults.join('\n\n') };
}
