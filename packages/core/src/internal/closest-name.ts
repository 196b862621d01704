const MAX_NAME_LENGTH = 64;

/**
 * Whether this many insertions, deletions, replacements, and swaps of neighbors are enough to make one text of another.
 * The edits are two at most, so the time is linear in the length.
 */
function isNear(left: string, right: string, edits: number): boolean {
  const after = (fromLeft: 0 | 1 | 2, fromRight: 0 | 1 | 2, editsLeft: number): boolean =>
    isNear(left.slice(fromLeft), right.slice(fromRight), editsLeft);
  if (left === right) return true;
  if (left.at(0) === right.at(0)) return after(1, 1, edits);
  const isSwapped = left.at(0) === right.at(1) && left.at(1) === right.at(0);
  const rest = edits - 1;
  return rest >= 0 && (after(1, 0, rest) || after(0, 1, rest) || after(1, 1, rest) || (isSwapped && after(2, 2, rest)));
}

/**
 * Returns the name that a misspelled text most likely means, or undefined if no name is close. Ignores letter case.
 * Ignores texts of more than 64 characters, so the cost for each name is bounded.
 */
export function closestName(text: string, names: Iterable<string>): string | undefined {
  if (text.length > MAX_NAME_LENGTH) return undefined;
  const wanted = text.toLowerCase();
  let found: string | undefined;
  // Texts of one or two characters must be equal except for letter case, because every short text is close to them.
  let edits = Math.min(Math.floor(text.length / 3), 2);
  for (const name of names) {
    const lower = name.toLowerCase();
    for (; edits >= 0 && isNear(wanted, lower, edits); edits--) found = name;
  }
  return found;
}
