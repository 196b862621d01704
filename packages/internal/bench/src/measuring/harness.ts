import { setTimeout as sleep } from 'node:timers/promises';
import { Bench } from 'tinybench';
import { watchOthers } from './machine.ts';
import { inTurns, ratioOfRounds } from './statistics.ts';

export interface Task {
  readonly name: string;
  readonly run: () => unknown;
  /** Whether `run` gives a promise that is to be waited for. */
  readonly isAsync?: boolean;
}

export interface Comparison {
  readonly rows: readonly ComparedTask[];
  /** The part of all slices in which other programs kept more than 0.6 of a core busy, also when repeated. */
  readonly noise: number;
}

export interface ComparedTask {
  readonly name: string;
  /** Microseconds in the best round. */
  readonly best: number;
  /** Time in relation to the first task: the median of the rounds, and the quarters around it. */
  readonly ratio: number;
  readonly lower: number;
  readonly upper: number;
}

export interface Pace {
  readonly rounds: number;
  readonly milliseconds: number;
  /** Calls per sample, for what is too short to be timed alone. */
  readonly batch: number;
}

interface Slice {
  readonly time: number;
  readonly others: number;
}

const tolerableLoad = 0.6;
const warmUpRounds = 2;
/** Keeps the last result, so that V8 cannot leave out the work for it. */
const sink: { result: unknown; character: number } = { result: undefined, character: 0 };

/**
 * Compares tasks with the first of them. Each round visits every task once, in a shuffled order, so that a machine
 * that becomes slower does so for all alike; ratios are taken inside a round.
 */
export async function compare(tasks: readonly Task[], pace: Pace): Promise<Comparison> {
  const slices = await inTurns(tasks, [-warmUpRounds, pace.rounds], (task, round) =>
    round < 0 ? watchedSlice(task, pace) : quietSlice(task, pace),
  );
  const times = slices.map((ofTask) => ofTask.map(({ time }) => time));
  const [base = []] = times;
  const rows = tasks.map(({ name }, index): ComparedTask => {
    const ofTask = times[index] ?? [];
    return { name, best: Math.min(...ofTask), ...ratioOfRounds(ofTask, base) };
  });
  const all = slices.flat();
  return { rows, noise: all.filter(({ others }) => others > tolerableLoad).length / all.length };
}

/** Measures once more when other programs were busy, and keeps the quieter of both. */
async function quietSlice(task: Task, pace: Pace): Promise<Slice> {
  const first = await watchedSlice(task, pace);
  if (first.others <= tolerableLoad) return first;
  await sleep(50);
  const second = await watchedSlice(task, pace);
  return second.others < first.others ? second : first;
}

async function watchedSlice(task: Task, pace: Pace): Promise<Slice> {
  const others = watchOthers();
  const time = await timeOf(task, pace);
  return { time, others: others() };
}

/** The median time of one call in microseconds. */
async function timeOf({ name, run, isAsync }: Task, { milliseconds, batch }: Pace): Promise<number> {
  globalThis.gc?.();
  const bench = new Bench({ time: milliseconds, iterations: 3, warmup: true, warmupTime: 20, warmupIterations: 1 });
  if (isAsync) {
    bench.add(name, async () => {
      for (let call = 0; call < batch; call++) use(await run());
    });
  } else {
    bench.add(name, () => {
      for (let call = 0; call < batch; call++) use(run());
    });
  }
  await bench.run();
  const result = bench.tasks[0]?.result;
  if (result?.state === 'errored') throw result.error;
  if (result?.state !== 'completed') throw new Error(`${name} was not measured.`);
  return (result.latency.p50 * 1000) / batch;
}

/** Reads the end of a string: V8 then makes one string of a concatenation, as writing to a socket would. */
function use(result: unknown): void {
  sink.result = result;
  if (typeof result === 'string') sink.character = result.charCodeAt(result.length - 1);
}
