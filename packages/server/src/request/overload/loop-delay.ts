/**
 * The number of milliseconds between two samples. Short, because the delay of the current turn is known only to that precision: with
 * 20, an overloaded server accepts requests for 20 ms too long. See docs/decisions/027-overload.md.
 */
const INTERVAL = 2;
/** The part of a new sample in the average. A single slow turn of the loop must not reject requests for long. */
const WEIGHT = 0.3;
/** After this number of milliseconds, a timer that has not fired is regarded as canceled, for example by an edge runtime. */
const LOST = 10_000;
/**
 * The number of requests that run at once, or begin between two samples, that can be the reason of a delay. With fewer, other work delays
 * the loop, of this process or of the machine, and to reject requests would not help. More than one, because a client that waits for each
 * response can send several requests between two samples.
 */
const SEVERAL = 4;

/** The delay of timers: how long the event loop needs for one turn. */
export interface LoopDelay {
  /**
   * Returns the average, or the delay of the current turn if it is longer, in milliseconds. Counts only turns with several
   * requests. Each call keeps the measurement running for at least one more interval.
   *
   * @param running The number of requests that run when another one begins.
   */
  readonly read: (running: number) => number;
}

/**
 * Measures the delay of the event loop with a timer. The timer runs only while `read` is called: an idle server does not have a
 * timer. Uses nothing of Node, so that it also works in other runtimes.
 */
export function measureLoopDelay(): LoopDelay {
  let average = 0;
  let started: number | undefined;
  let wasRead = false;
  /** The number of requests since the last sample, and the largest number of those that ran. */
  let begun = 0;
  let most = 0;
  const start = (): void => {
    const begin = performance.now();
    started = begin;
    wasRead = false;
    begun = 0;
    most = 0;
    setTimeout(() => sample(begin), INTERVAL);
  };
  const isLoad = (): boolean => begun >= SEVERAL || most >= SEVERAL;
  const stop = (): void => {
    started = undefined;
    average = 0;
  };
  const sample = (begin: number): void => {
    // A timer that was regarded as lost.
    if (begin !== started) return;
    const late = isLoad() ? Math.max(0, performance.now() - begin - INTERVAL) : 0;
    average += WEIGHT * (late - average);
    if (wasRead) start();
    else stop();
  };
  return {
    read(running) {
      let late = started === undefined ? 0 : performance.now() - started - INTERVAL;
      if (late > LOST) {
        stop();
        late = 0;
      }
      if (started === undefined) start();
      wasRead = true;
      begun++;
      most = Math.max(most, running + 1);
      // One turn of the loop can read requests from hundreds of sockets before the timer fires.
      return isLoad() ? Math.max(average, late) : average;
    },
  };
}
