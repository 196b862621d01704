const MAX_NAME_LENGTH = 64;

/**
 * Returns the maximum number of edits for a text of a length. Texts of one or two characters must be equal except for
 * letter case, because every short text is close to them.
 */
function toleranceFor(length: number): number {
  return Math.min(Math.floor(length / 3), 2);
}

/**
 * Whether this many insertions, deletions, replacements, and swaps of neighbors are enough to make one text of another.
 * The edits are two at most, so the time is linear in the length.
 */
function isNear(left: string, right: string, edits: number): boolean {
  let same = 0;
  while (same < left.length && left[same] === right[same]) same++;
  const [a, b] = [left.slice(same), right.slice(same)];
  const near = (fromLeft: 0 | 1 | 2, fromRight: 0 | 1 | 2): boolean =>
    isNear(a.slice(fromLeft), b.slice(fromRight), edits - 1);
  const isSwapped = a[0] === b[1] && a[1] === b[0];
  return a === b || (edits > 0 && (near(1, 0) || near(0, 1) || near(1, 1) || (isSwapped && near(2, 2))));
}

/**
 * Returns the name that a misspelled text most likely means, or undefined if no name is close. Ignores letter case.
 * Ignores texts of more than 64 characters, so the cost for each name is bounded.
 */
export function closestName(text: string, names: Iterable<string>): string | undefined {
  if (text.length > MAX_NAME_LENGTH) return undefined;
  const wanted = text.toLowerCase();
  let found: string | undefined;
  let edits = toleranceFor(text.length);
  for (const name of names) {
    const lower = name.toLowerCase();
    for (; edits >= 0 && isNear(wanted, lower, edits); edits--) found = name;
  }
  return found;
}
