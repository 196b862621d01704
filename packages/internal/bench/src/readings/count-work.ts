/**
 * Counts how often the blocks of the packages run for a hundredth, a half, and the whole of each input: V8 counts them,
 * so the figures are the same on every machine. Prints JSON.
 */

import type { Profiler } from 'node:inspector';
import { Session } from 'node:inspector/promises';
import { countBuiltins, takeBuiltinWork } from './count-builtins.ts';
import { type CountedWork, growthOf, MAX_GROWTH } from './growth.ts';
import { quadraticControls } from './quadratic-controls.ts';
import type { CountedReading } from './reading.ts';
import { readings } from './readings.ts';

/** The ranges of each function that ran, by its script and its place. */
type Counts = ReadonlyMap<string, readonly Profiler.CoverageRange[]>;

/** Returns the counts of the files whose URL matches. */
function countsOf(result: readonly Profiler.ScriptCoverage[], files: RegExp): Counts {
  const counts = new Map<string, readonly Profiler.CoverageRange[]>();
  for (const { url, functions } of result) {
    if (!files.test(url)) continue;
    for (const { ranges } of functions) counts.set(`${url} ${placeOf(ranges[0])}`, ranges);
  }
  return counts;
}

function placeOf(range: Profiler.CoverageRange | undefined): string {
  return `${range?.startOffset} ${range?.endOffset}`;
}

/** Returns the count of a block: that of the smallest reported range around it. */
function countOf(block: Profiler.CoverageRange, ranges: readonly Profiler.CoverageRange[] = []): number {
  let count = 0;
  let length = Number.POSITIVE_INFINITY;
  for (const range of ranges) {
    if (range.startOffset > block.startOffset || range.endOffset < block.endOffset) continue;
    if (range.endOffset - range.startOffset > length) continue;
    length = range.endOffset - range.startOffset;
    ({ count } = range);
  }
  return count;
}

/**
 * Returns how often blocks ran, for each of several counts. V8 does not report a block that ran as often as the block around it, so each
 * count includes the blocks of all of them: otherwise, a loop over two elements and one over a single element would differ by too much.
 */
function sumBlocks(all: readonly Counts[]): readonly number[] {
  const sums = all.map(() => 0);
  for (const name of new Set(all.flatMap((counts) => [...counts.keys()]))) {
    const blocks = new Map(all.flatMap((counts) => (counts.get(name) ?? []).map((range) => [placeOf(range), range])));
    for (const block of blocks.values()) {
      for (const [index, counts] of all.entries()) sums[index] = (sums[index] ?? 0) + countOf(block, counts.get(name));
    }
  }
  return sums;
}

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

countBuiltins();

/** The sources of the packages, and the controls. */
const counted = /\/packages\/(?:(?!(?:internal|bench)\/)[^/]+\/){1,2}src\/|quadratic-controls/;

async function takeCounts(): Promise<Counts> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  return countsOf(result, counted);
}

/** The work of one size. */
interface Taken {
  readonly blocks: Counts;
  readonly builtins: number;
  readonly statements: number;
}

async function workOf({ prepare }: CountedReading, size: number): Promise<Taken> {
  const first = await prepare(size);
  await first.run();
  const { run, statements = () => 0 } = await prepare(size);
  const before = statements();
  await takeCounts();
  takeBuiltinWork();
  await run();
  const builtins = takeBuiltinWork();
  return { blocks: await takeCounts(), builtins, statements: statements() - before };
}

async function countReading(reading: CountedReading): Promise<CountedWork> {
  const { name, limit } = reading;
  const taken: Taken[] = [];
  for (const size of [Math.max(2, limit / 100), limit / 2, limit]) taken.push(await workOf(reading, Math.round(size)));
  const blocks = sumBlocks(taken.map((it) => it.blocks));
  const work = taken.map(({ builtins }, index) => builtins + (blocks[index] ?? 0));
  return { name, work: work as never, statements: taken.map(({ statements }) => statements) };
}

const results: CountedWork[] = [];
for (const reading of [...readings, ...quadraticControls]) {
  let result = await countReading(reading);
  // A cache that became full is cleared, which can fall into the run of one size.
  for (let again = 0; again < 2 && !(growthOf(result) <= MAX_GROWTH); again++) result = await countReading(reading);
  results.push(result);
}
process.stdout.write(JSON.stringify(results));
process.exit();
