/** The middle of the numbers; between two middles the mean of both. */
export function median(numbers: readonly number[]): number {
  const half = (numbers.length - 1) / 2;
  const sorted = sortedOf(numbers);
  return ((sorted[Math.floor(half)] ?? Number.NaN) + (sorted[Math.ceil(half)] ?? Number.NaN)) / 2;
}

/** The number below which the given part of the numbers lies. */
export function quantile(numbers: readonly number[], part: number): number {
  return sortedOf(numbers)[Math.min(numbers.length - 1, Math.floor(part * numbers.length))] ?? Number.NaN;
}

/** The items in a random order. */
export function shuffled<Item>(items: readonly Item[]): readonly Item[] {
  const keyed = items.map((item) => ({ item, key: Math.random() }));
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
}

/** Measures each item once in a round, in a random order, so that a machine that becomes slower does so for all. Rounds below 0 warm up. */
export async function inTurns<Item, Measured>(
  items: readonly Item[],
  [first, rounds]: readonly [first: number, rounds: number],
  measure: (item: Item, round: number) => Promise<Measured>,
): Promise<readonly (readonly Measured[])[]> {
  const measured = items.map((): Measured[] => []);
  for (let round = first; round < rounds; round++) {
    for (const index of shuffled([...items.keys()])) {
      const result = await measure(items[index] as Item, round);
      if (round >= 0) measured[index]?.push(result);
    }
  }
  return measured;
}

/** The ratio of times to others of the same round: the median of the rounds, and the quarters around it. */
export function ratioOfRounds(times: readonly number[], base: readonly number[]) {
  const ratios = times.map((time, round) => time / (base[round] ?? Number.NaN));
  return { ratio: median(ratios), lower: quantile(ratios, 0.25), upper: quantile(ratios, 0.75) };
}

function sortedOf(numbers: readonly number[]): readonly number[] {
  return numbers.toSorted((a, b) => a - b);
}
