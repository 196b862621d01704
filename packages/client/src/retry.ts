/** The longest delay of a timer. */
const MAX_DELAY = 2 ** 31 - 1;

/** Returns the delay of `Retry-After` in milliseconds: seconds, or a date. Undefined without a valid one. */
export function retryAfter(headers: Headers): number | undefined {
  const value = headers.get('Retry-After') ?? '';
  const delay = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(delay) ? undefined : Math.min(Math.max(delay, 0), MAX_DELAY);
}

/** Waits until a time is over or the signal is aborted: the request that follows rejects with the reason. */
export function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener('abort', end);
    if (signal?.aborted) end();
  });
}

/** Returns the least delay before another request, in milliseconds: 100 at first, then twice as long each time, up to a maximum. */
export function backoff(attempt: number, maximum: number): number {
  return Math.min(100 * 2 ** attempt, maximum);
}
