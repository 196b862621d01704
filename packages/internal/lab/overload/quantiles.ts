/** Milliseconds. */
export interface Quantiles {
  readonly p50: number;
  readonly p99: number;
}

/** Returns the quantiles of times, rounded to tenths; 0 without times. */
export function quantiles(times: readonly number[]): Quantiles {
  const sorted = times.toSorted((left, right) => left - right);
  const at = (part: number): number =>
    Math.round(10 * (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0)) / 10;
  return { p50: at(0.5), p99: at(0.99) };
}
