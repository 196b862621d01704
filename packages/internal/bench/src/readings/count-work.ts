/**
 * Counts how often the blocks of the packages run for a hundredth, a half, and the whole of each input: V8 counts them,
 * so the figures are the same on every machine. Prints JSON.
 */
import { Session } from 'node:inspector/promises';
import { type Counts, countsOf, sumBlocks } from './count-blocks.ts';
import { countBuiltins, takeBuiltinWork } from './count-builtins.ts';
import { type CountedWork, growthOf, MAX_GROWTH } from './growth.ts';
import { quadraticControls } from './quadratic-controls.ts';
import type { CountedReading } from './reading.ts';
import { readings } from './readings.ts';

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
