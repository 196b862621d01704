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

function sortedOf(numbers: readonly number[]): readonly number[] {
  return numbers.toSorted((a, b) => a - b);
}
