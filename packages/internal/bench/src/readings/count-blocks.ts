/** Counts of blocks that V8 reports. */
import type { Profiler } from 'node:inspector';

/** The ranges of each function that ran, by its script and its place. */
export type Counts = ReadonlyMap<string, readonly Profiler.CoverageRange[]>;

/** Returns the counts of the files whose URL matches. */
export function countsOf(result: readonly Profiler.ScriptCoverage[], files: RegExp): Counts {
  const counts = new Map<string, readonly Profiler.CoverageRange[]>();
  for (const { url, functions } of result) {
    if (!files.test(url)) continue;
    for (const { ranges } of functions) counts.set(`${url} ${placeOf(ranges[0])}`, ranges);
  }
  return counts;
}

function placeOf(range: Profiler.CoverageRange | undefined): string {
  return `${range?.startOffset} ${range?.endOffset}`;
}

/** Returns the count of a block: that of the smallest reported range around it. */
function countOf(block: Profiler.CoverageRange, ranges: readonly Profiler.CoverageRange[] = []): number {
  let count = 0;
  let length = Number.POSITIVE_INFINITY;
  for (const range of ranges) {
    if (range.startOffset > block.startOffset || range.endOffset < block.endOffset) continue;
    if (range.endOffset - range.startOffset > length) continue;
    length = range.endOffset - range.startOffset;
    ({ count } = range);
  }
  return count;
}

/**
 * Returns how often blocks ran, for each of several counts. V8 does not report a block that ran as often as the block around it, so each
 * count includes the blocks of all of them: otherwise, a loop over two elements and one over a single element would differ by too much.
 */
export function sumBlocks(all: readonly Counts[]): readonly number[] {
  const sums = all.map(() => 0);
  for (const name of new Set(all.flatMap((counts) => [...counts.keys()]))) {
    const blocks = new Map(all.flatMap((counts) => (counts.get(name) ?? []).map((range) => [placeOf(range), range])));
    for (const block of blocks.values()) {
      for (const [index, counts] of all.entries()) sums[index] = (sums[index] ?? 0) + countOf(block, counts.get(name));
    }
  }
  return sums;
}
