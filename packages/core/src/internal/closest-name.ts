const LONGEST = 64;

/**
 * Returns the maximum number of edits for a text of a length. Texts of one or two characters must be equal except for
 * letter case, because every short text is close to them.
 */
function toleranceFor(length: number): number {
  if (length < 3) return 0;
  return length < 6 ? 1 : 2;
}

/**
 * Returns the number of insertions, deletions, replacements, and swaps of neighbors between two texts, or more than
 * `most` if there are more. Fills only a band of `most` cells beside the diagonal, so the time is linear in the length.
 */
function editDistance(left: string, right: string, most: number): number {
  let before: number[] = [];
  let above = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row++) {
    const current: number[] = new Array(right.length + 1).fill(most + 1);
    const first = Math.max(1, row - most);
    const last = Math.min(right.length, row + most);
    if (first === 1) current[0] = row;
    let least = most + 1;
    for (let column = first; column <= last; column++) {
      const isSame = left[row - 1] === right[column - 1];
      const isSwap =
        row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      const cost = Math.min(
        cell(above, column - 1, most) + (isSame ? 0 : 1),
        cell(above, column, most) + 1,
        cell(current, column - 1, most) + 1,
        isSwap ? cell(before, column - 2, most) + 1 : most + 1,
      );
      current[column] = cost;
      least = Math.min(least, cost);
    }
    if (least > most) return least;
    before = above;
    above = current;
  }
  return cell(above, right.length, most);
}

function cell(row: readonly number[], column: number, most: number): number {
  return row[column] ?? most + 1;
}

/**
 * Returns the name that a misspelled text most likely means, or undefined if no name is close. Ignores letter case.
 * Ignores texts of more than 64 characters, so the cost for each name is bounded.
 */
export function closestName(text: string, names: Iterable<string>): string | undefined {
  if (text.length > LONGEST) return undefined;
  const wanted = text.toLowerCase();
  let found: string | undefined;
  let least = toleranceFor(text.length) + 1;
  for (const name of names) {
    if (Math.abs(name.length - text.length) >= least) continue;
    const distance = editDistance(wanted, name.toLowerCase(), least - 1);
    if (distance >= least) continue;
    found = name;
    least = distance;
    if (least === 0) break;
  }
  return found;
}
