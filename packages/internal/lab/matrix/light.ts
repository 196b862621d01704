/** The part of the matrix that each `npm test` runs: the packed packages on the Node of the workspace. */
import type { ToolResult } from '../../../../scripts/run-tool.ts';
import { runFrameworkCell } from './framework-cells.ts';
import { load, writeLoaders } from './manager-cells.ts';
import { writeExamples } from './project.ts';

/** One framework for each adapter; docs/examples/frameworks/frameworks.test.ts has the others, from the sources. */
const adapters = ['node-http', 'fastify', 'koa', 'hono'];

/** @param folder Has `node_modules` with the packed packages, and with what the examples of frameworks import. */
export async function checkLight(folder: string): Promise<ToolResult> {
  const runtime = { kind: 'node', version: process.version, program: process.execPath, argv: [] };
  writeLoaders(folder);
  writeExamples(folder);
  const faults: string[] = [];
  const fault = await load(runtime.program, folder);
  if (fault !== undefined) faults.push(fault);
  for (const framework of adapters) {
    const { answers, hostile } = await runFrameworkCell(runtime, folder, framework);
    const found = Object.entries({ ...answers, ...hostile }).map(([title, wrong]) => `${title}: ${wrong.join('; ')}`);
    if (found.length > 0) faults.push(`${framework}, from packed packages:\n${found.join('\n')}`);
  }
  return { ok: faults.length === 0, output: faults.join('\n\n') };
}
