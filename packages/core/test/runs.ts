/** Whether tests run in their long form, as in `.ci/run`: `TESTS=long npm test`. */
export const isLong: boolean = process.env['TESTS'] === 'long';

/** The end of the title of tests that only the long form runs: those of `packages/internal/lab` that start processes and wait for them. */
export const skippedInShort: string = isLong ? '' : ', SKIPPED in the short form: TESTS=long';

/** How often a property is tried: as often as usual, or as the environment variable `PROPERTY_RUNS` says. */
export function runs(usual: number): { readonly numRuns: number } {
  return { numRuns: Number(process.env['PROPERTY_RUNS'] ?? usual) };
}

/** Returns the number of a test's cases: as the environment variable says, or that of the long or the short form. */
export function casesOf(
  variable: 'ACCESS_CASES' | 'PROPERTY_RUNS',
  { long, short }: Record<'long' | 'short', number>,
): number {
  return Number(process.env[variable] ?? (isLong ? long : short));
}

/** Returns all cases of a matrix in the long form, and one of so many in the short one, the first among them. */
export function someOf<Item>(items: readonly Item[], oneOf: number): readonly Item[] {
  return isLong ? items : items.filter((_, position) => position % oneOf === 0);
}
