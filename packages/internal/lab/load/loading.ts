/**
 * Measures the time in which Node imports each packed package, in relation to `fastify`. Each import has a fresh process; the packages take
 * turns, and the minimum of the rounds counts.
 */
import { join } from 'node:path';
import { wholeNumber } from '../../../../scripts/command-line/option-values.ts';
import { filesOf, readLoaded } from '../../../../scripts/packed/loaded-files.ts';
import {
  fileDependencies,
  npmInstall,
  packTarballs,
  pinned,
  writeProject,
} from '../../../../scripts/packed/project.ts';
import { runTool, type ToolResult } from '../../../../scripts/run-tool.ts';
import { readPackages } from '../../../../scripts/workspace.ts';
import { describeMachine } from '../../bench/src/measuring/machine.ts';
import { defineScenario } from './scenario.ts';

/** The package to whose time the others are related. */
const REFERENCE = 'fastify';

/** Packages that applications import themselves, too. */
const others: readonly string[] = ['drizzle-orm', 'kysely'];

/** The longest time of an import, in relation to an import of another package in the same run. */
interface Limit {
  readonly of: string;
  readonly atMost: number;
}

/**
 * The limits of the packages that most applications import. The one of `@linkage/kysely` refers to Kysely, which it imports: the time
 * of Kysely alone is 1.25 to 1.70 of the one of `fastify`, depending on the machine.
 */
const limits: Readonly<Record<string, Limit>> = {
  '@linkage/core': { of: REFERENCE, atMost: 0.5 },
  '@linkage/server': { of: REFERENCE, atMost: 1 },
  '@linkage/client': { of: REFERENCE, atMost: 0.5 },
  '@linkage/kysely': { of: 'kysely', atMost: 1.36 },
};

const packages = readPackages().filter(({ isPublic }) => isPublic);
const names = [REFERENCE, ...others, ...packages.map(({ name }) => name)];

/** The time of one import, and the CPU time of all threads of its process, in milliseconds. */
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
async function measure(folder: string, rounds: number): Promise<ReadonlyMap<string, Time>> {
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

/** Installs the packed packages in an empty project. Returns its folder. */
async function prepare(folder: string): Promise<string> {
  must(await runTool(process.execPath, ['scripts/build/main.ts']));
  const dependencies = {
    ...pinned('@tanstack/query-core', 'drizzle-orm', 'fast-check', 'fastify', 'koa', 'kysely', 'zod'),
    ...fileDependencies(await packTarballs(join(folder, 'tarballs'))),
  };
  const project = join(folder, 'project');
  writeProject({ folder: project, dependencies });
  must(await npmInstall(project));
  return project;
}

export const loading = defineScenario({ rounds: wholeNumber(9) }, async ({ rounds }, folder) => {
  const project = await prepare(folder);
  const main = packages.map((it) => ({ ...it, exports: { '.': it.exports['.'] ?? '' } }));
  const loaded = await readLoaded(main, project);
  const times = await measure(project, rounds);
  console.log(`${describeMachine()}; the least of ${rounds} imports`);
  const reference = times.get(REFERENCE) ?? { wall: Number.NaN, processor: Number.NaN };
  const problems: string[] = [];
  for (const [name, { wall, processor }] of times) {
    const limit = limits[name];
    const files = loaded.entries[name] === undefined ? '' : `, ${filesOf(loaded, name).length} files`;
    const work = `${(processor / reference.processor).toFixed(2)} of the CPU time`;
    console.log(`${name.padEnd(22)} ${(wall / reference.wall).toFixed(2)} (${wall.toFixed(1)} ms, ${work}${files})`);
    if (limit === undefined) continue;
    const limited = wall / (times.get(limit.of)?.wall ?? Number.NaN);
    const found = `${limited.toFixed(2)} of ${limit.of}, at most ${limit.atMost}`;
    console.log(`${' '.repeat(22)} ${found}`);
    if (!(limited <= limit.atMost)) problems.push(`The import of ${name} takes ${found}.`);
  }
  return { problems };
});
