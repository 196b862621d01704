/**
 * Counts how often the blocks of the packages run for half an input and for the whole input: V8 counts them for its coverage, so the
 * figures are the same on every machine. Prints JSON.
 */
import { Session } from 'node:inspector/promises';
import { countBuiltins, takeBuiltinWork } from './count-builtins.ts';
import { families } from './families.ts';
import type { Family } from './family.ts';
import { objectFamilies } from './object-families.ts';
import { quadraticControls } from './quadratic-controls.ts';
import { requestFamilies } from './request-families.ts';

/** The blocks of half of an input and of the whole input. */
export interface CountedWork {
  readonly name: string;
  readonly half: number;
  readonly whole: number;
}

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

countBuiltins();

/** The number of blocks that ran since the last call, and of elements and characters that functions of the platform went through. */
async function takeCount(): Promise<number> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  let count = takeBuiltinWork();
  for (const { url, functions } of result) {
    if (!/\/packages\/(?!bench\/)[^/]+\/src\/|quadratic-controls/.test(url)) continue;
    for (const { ranges } of functions) for (const range of ranges) count += range.count;
  }
  return count;
}

async function workOf({ input, run }: Family, size: number): Promise<number> {
  const text = input(size);
  await run(text);
  await takeCount();
  await run(text);
  return takeCount();
}

const counted: CountedWork[] = [];
for (const family of [...families, ...objectFamilies, ...requestFamilies, ...quadraticControls]) {
  const { name, limit } = family;
  // A part of the limit is enough to tell linear from quadratic.
  const size = Math.min(limit, 40_000);
  counted.push({ name, half: await workOf(family, size / 2), whole: await workOf(family, size) });
}
process.stdout.write(JSON.stringify(counted));
process.exit();
