/**
 * Overloads the atlas on this machine. Measures how many requests per second it can serve without limits. Then sends half of them to the
 * atlas with its limits, three times as many, and half again, for `--seconds` each. Try other limits with `--concurrency`, `--queue`, and
 * `--loop-delay`: their figures are not kept.
 */
import { isDeepStrictEqual } from 'node:util';
import { wholeNumber } from '../../../../scripts/command-line/option-values.ts';
import { requestLimits } from '../../atlas/src/limits.ts';
import { watchOthers } from '../../bench/src/measuring/machine.ts';
import {
  type Measurement,
  overloadFigures,
  overloadPromises,
  type Phase,
  RECOVERY_SECONDS,
} from './overload-promises.ts';
import { defineScenario } from './scenario.ts';
import { commonPaths, type Pace, sendLoad } from './send-load.ts';
import { type AtlasProcess, withAtlas } from './start-atlas.ts';

/** The most seconds in which the capacity is measured. */
const CAPACITY_SECONDS = 15;
/** Seconds: compiling code takes long. */
const WARM_UP = 3;
/** Seconds to start both processes, and to import the data. */
const START_SECONDS = 120;
/** Processor cores that other programs use. */
const MAX_OTHERS = 0.4;
const LARGEST = 100_000;
const paths = [...commonPaths, '/countries/JPN/cities?filter[population][gt]=100000&sort=name'];

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
  const figures = await sendLoad(atlas, paths, seconds, pace).finally(() => clearInterval(timer));
  memory.push((await atlas.ask('usage')).memory);
  const { statuses, accepted, rejected, rate, offered, slowest } = figures;
  process.stdout.write(
    `${name.padEnd(11)} ${offered} sent/s, ${rate} accepted/s, ${JSON.stringify(statuses)}, accepted p50 ${accepted.p50} p99 ${accepted.p99} ms, ` +
      `503 p50 ${rejected.p50} p99 ${rejected.p99} ms, slowest ${slowest} ms, ${Math.round(Math.max(...memory) / 2 ** 20)} MiB\n`,
  );
  return { ...figures, memory };
}

/** Warms the atlas up before `use`. Returns the result, and the milliseconds of CPU time of the atlas. */
async function used<Result>(atlas: AtlasProcess, use: () => Promise<Result>) {
  const { processor } = await atlas.ask('usage');
  await sendLoad(atlas, paths, WARM_UP, { clients: 4 });
  const result = await use();
  return { result, processor: (await atlas.ask('usage')).processor - processor };
}

async function runPhases(atlas: AtlasProcess, seconds: number, capacity: number) {
  const half = await runPhase(atlas, 'half', seconds, { rate: capacity / 2 });
  const before = (await atlas.ask('sample')).heap;
  const over = await runPhase(atlas, 'three times', seconds, { rate: capacity * 3 });
  const recovery = await runPhase(atlas, 'recovery', RECOVERY_SECONDS, { rate: capacity / 2 });
  const later = Math.max(RECOVERY_SECONDS, seconds - RECOVERY_SECONDS);
  const after = await runPhase(atlas, 'after', later, { rate: capacity / 2 });
  return { half, over, recovery, after, heap: { before, after: (await atlas.ask('sample')).heap } };
}

export const overload = defineScenario(
  {
    seconds: wholeNumber(20, 8, 600),
    concurrency: wholeNumber(requestLimits.concurrency, 1, LARGEST),
    queue: wholeNumber(requestLimits.queue, 0, LARGEST),
    'loop-delay': wholeNumber(requestLimits.loopDelay, 0, LARGEST),
  },
  async ({ seconds, concurrency, queue, 'loop-delay': loopDelay }, folder) => {
    const limits = { concurrency, queue, loopDelay };
    const capacitySeconds = Math.min(CAPACITY_SECONDS, seconds);
    const others = watchOthers();
    const began = performance.now();
    const free = await withAtlas({ folder, seconds: capacitySeconds + START_SECONDS, limits: 'none' }, (atlas) =>
      used(atlas, () => runPhase(atlas, 'capacity', capacitySeconds, { clients: 8 })),
    );
    const capacity = free.result.rate;
    const start = { folder, seconds: seconds * 3 + START_SECONDS, limits: Object.values(limits).join() };
    const limited = await withAtlas(start, (atlas) => used(atlas, () => runPhases(atlas, seconds, capacity)));
    const cores = others() - (free.processor + limited.processor) / (performance.now() - began);
    process.stdout.write(`Other programs used ${Math.max(0, cores).toFixed(1)} processor cores.\n`);
    const text = `\`concurrency\` ${concurrency}, \`queue\` ${queue}, \`loopDelay\` ${loopDelay}`;
    const measurement: Measurement = { limits: text, duration: seconds, capacity, ...limited.result };
    return {
      problems: overloadPromises(measurement),
      figures: overloadFigures(measurement),
      isBusy: cores > MAX_OTHERS,
      isKept: isDeepStrictEqual(limits, requestLimits),
    };
  },
);
