const LEAST_SAMPLES = 6;
/** The part of the samples in which caches fill and code is compiled. */
const WARM_UP = 1 / 3;

/**
 * Returns the growth of the heap over the samples after the warm-up, as a part of the first of them, by the line through them. Returns
 * undefined for too few samples.
 */
export function growthOf(heaps: readonly number[]): number | undefined {
  if (heaps.length < LEAST_SAMPLES) return undefined;
  const kept = heaps.slice(Math.floor(heaps.length * WARM_UP));
  const middle = (kept.length - 1) / 2;
  const mean = kept.reduce((sum, heap) => sum + heap, 0) / kept.length;
  let [covariance, variance] = [0, 0];
  for (const [index, heap] of kept.entries()) {
    covariance += (index - middle) * (heap - mean);
    variance += (index - middle) ** 2;
  }
  const slope = covariance / variance;
  return (slope * (kept.length - 1)) / (mean - slope * middle);
}
