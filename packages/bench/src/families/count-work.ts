/**
 * Counts how often the blocks of the packages run for a hundredth, a half, and the whole of each input: V8 counts them for its coverage,
 * so the figures are the same on every machine. Prints JSON.
 */
import { Session } from 'node:inspector/promises';
import { countBuiltins, takeBuiltinWork } from './count-builtins.ts';
import { families } from './families.ts';
import type { CountedFamily } from './family.ts';
import { quadraticControls } from './quadratic-controls.ts';

/** The work of one size. */
export interface Work {
  /** The blocks that ran, and the elements and characters that functions of the platform went through. */
  readonly blocks: number;
  readonly statements: number;
}

/** The work of three sizes. */
export interface CountedWork {
  readonly name: string;
  readonly least: Work;
  readonly half: Work;
  readonly whole: Work;
}

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

countBuiltins();

/** Counts the blocks since the last call. */
async function takeBlocks(): Promise<number> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  let count = takeBuiltinWork();
  for (const { url, functions } of result) {
    if (!/\/packages\/(?!bench\/)[^/]+\/src\/|quadratic-controls/.test(url)) continue;
    for (const { ranges } of functions) for (const range of ranges) count += range.count;
  }
  return count;
}

async function workOf({ prepare }: CountedFamily, size: number): Promise<Work> {
  const first = await prepare(size);
  await first.run();
  const { run, statements = () => 0 } = await prepare(size);
  const before = statements();
  await takeBlocks();
  await run();
  return { blocks: await takeBlocks(), statements: statements() - before };
}

const counted: CountedWork[] = [];
for (const family of [...families, ...quadraticControls]) {
  const { name, limit } = family;
  const least = await workOf(family, Math.max(2, Math.round(limit / 100)));
  const half = await workOf(family, Math.ceil(limit / 2));
  counted.push({ name, least, half, whole: await workOf(family, limit) });
}
process.stdout.write(JSON.stringify(counted));
process.exit();
