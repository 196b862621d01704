/**
 * Overloads the atlas on this machine: `npm run overload -- --seconds N`, by default 20. Measures how many requests per second it can
 * serve without limits. Then sends half of them to the atlas with its limits, three times as many, and half again, N seconds each.
 * Exits with 1 if a promise of docs/reliability.md does not hold. Try other limits with `--concurrency`, `--queue`, and `--loop-delay`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { watchOthers } from '../../bench/src/machine.ts';
import { writeResults } from '../reliability/results.ts';
import { type Figures, load, type Pace } from './load.ts';
import { limitsText, type OverloadOptions, readOverloadOptions } from './options.ts';
import { type Measurement, overloadFigures, overloadPromises, type Phase, RECOVERY_SECONDS } from './promises.ts';
import { type AtlasProcess, startAtlas } from './start-atlas.ts';

/** The most seconds in which the capacity is measured. */
const CAPACITY_SECONDS = 15;
/** Seconds: compiling code takes long. */
const WARM_UP = 3;
/** Seconds to start both processes, and to import the data. */
const START_SECONDS = 120;
/** Processor cores that other programs use. */
const MAX_OTHERS = 0.4;
const paths = [
  '/countries?include=borders,languages&page[size]=50',
  '/countries/FRA',
  '/cities?filter[country]=FRA&sort=-population&page[size]=25',
  '/countries/JPN/cities?filter[population][gt]=100000&sort=name',
];

/** Runs a phase, and looks at the memory each second. */
async function runPhase(atlas: AtlasProcess, name: string, seconds: number, pace: Pace): Promise<Phase> {
  const memory: number[] = [];
  const look = (): void => {
    atlas.ask('usage').then(
      (usage) => memory.push(usage.memory),
      // The load ends with the same error.
      () => undefined,
    );
  };
  const timer = setInterval(look, 1000);
  const figures: Figures = await load(atlas, paths, seconds, pace).finally(() => clearInterval(timer));
  memory.push((await atlas.ask('usage')).memory);
  const { statuses, accepted, rejected, rate, offered, slowest } = figures;
  process.stdout.write(
    `${name.padEnd(11)} ${offered} sent/s, ${rate} accepted/s, ${JSON.stringify(statuses)}, accepted p50 ${accepted.p50} p99 ${accepted.p99} ms, ` +
      `503 p50 ${rejected.p50} p99 ${rejected.p99} ms, slowest ${slowest} ms, ${Math.round(Math.max(...memory) / 2 ** 20)} MiB\n`,
  );
  return { ...figures, memory };
}

/** Starts the atlas, warms it up, and ends it after `use`. Returns the result, and the milliseconds of processor time of the atlas. */
async function withAtlas<Result>(
  start: Parameters<typeof startAtlas>[0],
  use: (atlas: AtlasProcess) => Promise<Result>,
): Promise<{ readonly result: Result; readonly processor: number }> {
  const atlas = await startAtlas(start);
  const { processor } = await atlas.ask('usage');
  await load(atlas, paths, WARM_UP, { clients: 4 });
  const result = await use(atlas);
  const used = (await atlas.ask('usage')).processor - processor;
  await atlas.end();
  return { result, processor: used };
}

async function measure(
  folder: string,
  { seconds, limits }: OverloadOptions,
): Promise<Measurement & { isBusy: boolean }> {
  const capacitySeconds = Math.min(CAPACITY_SECONDS, seconds);
  const others = watchOthers();
  const began = performance.now();
  const free = await withAtlas({ folder, seconds: capacitySeconds + START_SECONDS, limits: 'none' }, (atlas) =>
    runPhase(atlas, 'capacity', capacitySeconds, { clients: 8 }),
  );
  const capacity = free.result.rate;
  const limitsSetting = Object.values(limits).join(',');
  const limited = await withAtlas(
    { folder, seconds: seconds * 3 + START_SECONDS, limits: limitsSetting },
    async (atlas) => {
      const half = await runPhase(atlas, 'half', seconds, { rate: capacity / 2 });
      const before = (await atlas.ask('sample')).heap;
      const over = await runPhase(atlas, 'three times', seconds, { rate: capacity * 3 });
      const recovery = await runPhase(atlas, 'recovery', RECOVERY_SECONDS, { rate: capacity / 2 });
      const after = await runPhase(atlas, 'after', Math.max(RECOVERY_SECONDS, seconds - RECOVERY_SECONDS), {
        rate: capacity / 2,
      });
      return { half, over, recovery, after, heap: { before, after: (await atlas.ask('sample')).heap } };
    },
  );
  const cores = others() - (free.processor + limited.processor) / (performance.now() - began);
  process.stdout.write(`Other programs used ${Math.max(0, cores).toFixed(1)} processor cores.\n`);
  return { limits: limitsText(limits), duration: seconds, capacity, ...limited.result, isBusy: cores > MAX_OTHERS };
}

function readOptions(): OverloadOptions | undefined {
  try {
    return readOverloadOptions(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`overload: ${(error as Error).message}\n`);
    return undefined;
  }
}

/** Returns whether every promise holds. */
async function run(options: OverloadOptions): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'atlas-'));
  try {
    const { isBusy, ...measurement } = await measure(folder, options);
    const problems = overloadPromises(measurement);
    for (const problem of problems) process.stderr.write(`${problem}\n`);
    if (problems.length > 0 && isBusy) process.stderr.write('The machine was busy: repeat.\n');
    if (problems.length > 0) return false;
    const figures = overloadFigures(measurement);
    process.stdout.write(`${Object.values(figures).join('\n')}\n`);
    if (options.isDefault) writeResults('overload', { isBusy, figures });
    return true;
  } catch (error) {
    process.stderr.write(`overload: ${(error as Error).message}\n`);
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const options = readOptions();
process.exit(options !== undefined && (await run(options)) ? 0 : 1);
