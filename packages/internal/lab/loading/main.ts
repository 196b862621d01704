/** Measures how long an import of each packed package takes: `npm run loading`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { filesOf, readLoaded } from '../../../../scripts/build/loaded-files.ts';
import { wholeNumber } from '../../../../scripts/command-line/option-values.ts';
import { readScriptOptions } from '../../../../scripts/command-line/script-options.ts';
import { runTool, type ToolResult } from '../../../../scripts/run-tool.ts';
import { readPackages } from '../../../../scripts/workspace.ts';
import { describeMachine } from '../../bench/src/machine.ts';
import { fileDependencies, npmInstall, packTarballs, pinned, writeProject } from '../matrix/project.ts';
import { limits, others, REFERENCE } from './limits.ts';

const { rounds } = readScriptOptions({ command: 'npm run loading --', options: { rounds: wholeNumber(9) } });
const packages = readPackages().filter(({ isPublic }) => isPublic);
const names = [REFERENCE, ...others, ...packages.map(({ name }) => name)];

/** The time of one import, and the processor time of all threads of its process, in milliseconds. */
interface Time {
  readonly wall: number;
  readonly processor: number;
}

function must({ ok, output }: ToolResult): string {
  if (!ok) throw new Error(output);
  return output;
}

async function timeOf(name: string, folder: string): Promise<Time> {
  const program = `const started = performance.now(), used = process.cpuUsage();
await import(${JSON.stringify(name)});
const wall = performance.now() - started, { user, system } = process.cpuUsage(used);
console.log(JSON.stringify({ wall, processor: (user + system) / 1000 }));`;
  return JSON.parse(must(await runTool(process.execPath, ['--input-type=module', '--eval', program], folder)));
}

/** The shortest time of each package. They take turns, so that a change of the machine affects all of them. */
async function measure(folder: string): Promise<ReadonlyMap<string, Time>> {
  const best = new Map<string, Time>();
  for (let round = 0; round < rounds; round++) {
    for (const name of names) {
      const { wall, processor } = await timeOf(name, folder);
      const { wall: shortest = wall, processor: least = processor } = best.get(name) ?? {};
      best.set(name, { wall: Math.min(wall, shortest), processor: Math.min(processor, least) });
    }
  }
  return best;
}

const folder = mkdtempSync(join(tmpdir(), 'linkage-loading-'));
try {
  must(await runTool(process.execPath, ['scripts/build/main.ts']));
  const dependencies = {
    ...pinned('@tanstack/query-core', 'drizzle-orm', 'fast-check', 'fastify', 'koa', 'kysely', 'zod'),
    ...fileDependencies(await packTarballs(join(folder, 'tarballs'))),
  };
  const project = join(folder, 'project');
  writeProject({ folder: project, dependencies });
  must(await npmInstall(project));
  const main = packages.map((it) => ({ ...it, exports: { '.': it.exports['.'] ?? '' } }));
  const loaded = await readLoaded(main, project);
  const [busy = 0] = loadavg();
  const times = await measure(project);
  console.log(`${describeMachine()}; the least of ${rounds} imports`);
  if (busy > 1) console.log(`Other programs use the machine (load ${busy.toFixed(1)}): the figures are rough.`);
  const reference = times.get(REFERENCE) ?? { wall: Number.NaN, processor: Number.NaN };
  for (const [name, { wall, processor }] of times) {
    const ratio = wall / reference.wall;
    const limit = limits[name];
    const files = loaded.entries[name] === undefined ? '' : `, ${filesOf(loaded, name).length} files`;
    const work = `${(processor / reference.processor).toFixed(2)} of the processor time`;
    console.log(`${name.padEnd(22)} ${ratio.toFixed(2)} (${wall.toFixed(1)} ms, ${work}${files})`);
    if (limit === undefined) continue;
    const limited = wall / (times.get(limit.of)?.wall ?? Number.NaN);
    console.log(`${' '.repeat(22)} ${limited.toFixed(2)} of ${limit.of}, at most ${limit.atMost}`);
    if (limited <= limit.atMost) continue;
    console.error(
      `The import of ${name} takes ${limited.toFixed(2)} of the time of ${limit.of}, but at most ${limit.atMost} is allowed.`,
    );
    process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
