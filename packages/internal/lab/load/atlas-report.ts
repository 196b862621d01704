/** Loaded into the process of the atlas with `--import`: answers questions about its memory, its event loop, and its handles. */
import { monitorEventLoopDelay } from 'node:perf_hooks';

const NANOSECONDS = 1e6;
const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();

/** Memory and CPU time. */
export interface Usage {
  /** Bytes of the process. */
  readonly memory: number;
  /** Milliseconds of CPU time since the start. */
  readonly processor: number;
}

function usage(): Usage {
  const { user, system } = process.cpuUsage();
  return { memory: process.memoryUsage.rss(), processor: (user + system) / 1000 };
}

/** A look at a process. */
export interface Sample {
  /** Bytes of the heap after a collection, which needs `--expose-gc`. */
  readonly heap: number;
  /** The 99th percentile of the delay of the event loop since `begin`, in milliseconds. */
  readonly delay: number;
  /** Handles, requests, and timers that keep the process running. */
  readonly handles: number;
}

function sample(): Sample {
  const p99 = delay.percentile(99) / NANOSECONDS;
  globalThis.gc?.();
  return { heap: process.memoryUsage().heapUsed, delay: p99, handles: process.getActiveResourcesInfo().length };
}

/** A sample that forgets the delays so far: those of the start, and of measuring the capacity. */
function begin(): Sample {
  const first = sample();
  delay.reset();
  return first;
}

const replies = { usage, sample, begin };

/** The questions, and the types of their replies. */
export type Replies = { readonly [Question in keyof typeof replies]: ReturnType<(typeof replies)[Question]> };

process.on('message', ({ id, question }: { id: number; question: keyof typeof replies }) => {
  process.send?.({ id, reply: replies[question]() });
});
// The program that measures has ended.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
