/** Limits of all requests together. */
export interface OverloadLimits {
  /** The number of requests that the server handles at once. Default: 1,000. Infinity for no limit. */
  readonly concurrency: number;
  /**
   * The number of requests that wait if `concurrency` is reached. The server responds to all others with 503. Default: the
   * value of `concurrency`.
   */
  readonly queue: number;
  /**
   * The average delay of the event loop in milliseconds above which new requests receive 503, while several requests run; 0 for no limit.
   * Default: 0.
   */
  readonly loopDelay: number;
}

/**
 * The default limits: more requests at once than an application serves in time, and few enough for the memory of the process.
 * The default of `queue` applies if `concurrency` is not set either.
 */
export const defaultOverloadLimits: OverloadLimits = Object.freeze({
  concurrency: 1000,
  queue: 1000,
  loopDelay: 0,
});

/** Whether a server with these limits can respond with 503 to a request that it did not start. */
export function canOverload({ concurrency, loopDelay }: OverloadLimits): boolean {
  return concurrency !== Number.POSITIVE_INFINITY || isLoopLimited(loopDelay);
}

/** Whether the delay of the event loop is limited. */
export function isLoopLimited(loopDelay: number): boolean {
  return loopDelay > 0 && loopDelay !== Number.POSITIVE_INFINITY;
}
