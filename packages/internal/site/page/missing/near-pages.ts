/** The most pages that are proposed. */
const MAX = 6;

/** Returns the words of a path: `guide` and `errors` of `v0.3/guide/errors.html`. */
export function wordsOf(path: string): readonly string[] {
  return path
    .toLowerCase()
    .replace(/^\/?v\d+(?:\.\d+)?\//, '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '' && word !== 'html' && word !== 'index' && word !== 'md');
}

/** Returns how alike two words are, from 0 to 1: the share of the pairs of neighbouring letters that both have. */
function likeness(left: string, right: string): number {
  if (left === right) return 1;
  const pairs = (word: string): readonly string[] =>
    Array.from({ length: word.length - 1 }, (_, i) => word.slice(i, i + 2));
  const [mine, theirs] = [pairs(left), new Set(pairs(right))];
  const shared = mine.filter((pair) => theirs.has(pair)).length;
  return mine.length + theirs.size === 0 ? 0 : (2 * shared) / (mine.length + theirs.size);
}

/** Returns the pages whose paths are most like the path of a page that does not exist, the best first. */
export function nearPages(path: string, pages: readonly string[]): readonly string[] {
  const words = wordsOf(path).slice(0, 10);
  const scoreOf = (page: string): number => {
    const names = wordsOf(page);
    // The last word is the name of the page, the others are its folders.
    return words.reduce(
      (sum, word, index) =>
        sum + Math.max(0, ...names.map((name) => likeness(word, name))) * (index === words.length - 1 ? 2 : 1),
      0,
    );
  };
  const least = Math.max(1, words.length * 0.6);
  const scored = pages.map((page) => ({ page, score: scoreOf(page) }));
  const best = Math.max(least, ...scored.map(({ score }) => score));
  return scored
    .filter(({ score }) => score >= 0.75 * best && score >= least)
    .sort((a, b) => b.score - a.score || a.page.length - b.page.length)
    .slice(0, MAX)
    .map(({ page }) => page);
}
