/**
 * The number of milliseconds between two samples. Short, because the delay of the current turn is known only to that precision: with
 * 20, an overloaded server accepts requests for 20 ms too long. See docs/decisions/027-overload.md.
 */
const INTERVAL = 2;
/** The part of a new sample in the average. A single slow turn of the loop must not reject requests for long. */
const WEIGHT = 0.3;
/** After this number of milliseconds, a timer that has not fired is regarded as canceled, for example by an edge runtime. */
const LOST = 10_000;

/** The delay of timers: how long the event loop needs for one turn. */
export interface LoopDelay {
  /** Returns the average, or the delay of the current turn if it is longer, in milliseconds. Each call keeps the measurement running for at least one more interval. */
  readonly read: () => number;
}

/**
 * Measures the delay of the event loop with a timer. The timer runs only while `read` is called: an idle server does not have a
 * timer. Uses nothing of Node, so that it also works in other runtimes.
 */
export function measureLoopDelay(): LoopDelay {
  let average = 0;
  let started: number | undefined;
  let wasRead = false;
  const start = (): void => {
    const begin = performance.now();
    started = begin;
    wasRead = false;
    setTimeout(() => sample(begin), INTERVAL);
  };
  const stop = (): void => {
    started = undefined;
    average = 0;
  };
  const sample = (begin: number): void => {
    // A timer that was regarded as lost.
    if (begin !== started) return;
    average += WEIGHT * (Math.max(0, performance.now() - begin - INTERVAL) - average);
    if (wasRead) start();
    else stop();
  };
  return {
    read() {
      let late = started === undefined ? 0 : performance.now() - started - INTERVAL;
      if (late > LOST) {
        stop();
        late = 0;
      }
      if (started === undefined) start();
      wasRead = true;
      // One turn of the loop can read requests from hundreds of sockets before the timer fires.
      return Math.max(average, late);
    },
  };
}
