/** A comparable value: the rank of its kind, and the value within the kind. */
type Comparable = readonly [rank: number, value: number | bigint | string];

function comparable(value: unknown): Comparable {
  if (value === null || value === undefined) return [0, 0];
  if (typeof value === 'boolean') return [1, Number(value)];
  if (typeof value === 'number' || typeof value === 'bigint') return [2, value];
  if (typeof value === 'string') return [3, value];
  // A date and its text are the same time, whichever a record contains.
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? [0, 0] : [3, value.toISOString()];
  return [4, JSON.stringify(value)];
}

/**
 * Compares two values of a field: negative, 0, or positive. Null is less than all other values. Every two values are
 * comparable.
 */
export function compareKeys(left: unknown, right: unknown): number {
  const [leftRank, leftValue] = comparable(left);
  const [rightRank, rightValue] = comparable(right);
  if (leftRank !== rightRank) return leftRank - rightRank;
  return leftValue < rightValue ? -1 : leftValue > rightValue ? 1 : 0;
}

/** Whether an id is a whole number in decimal form. */
const isNumber = (id: string): boolean => /^(?:0|[1-9]\d*)$/.test(id);

function compareTexts(left: string, right: string): number {
  if (left === right) return 0;
  const [isLeft, isRight] = [isNumber(left), isNumber(right)];
  if (isLeft !== isRight) return isLeft ? -1 : 1;
  // Of two numbers without leading zeros, the longer one is greater.
  if (isLeft && left.length !== right.length) return left.length - right.length;
  return left < right ? -1 : 1;
}

/**
 * Compares two identities, part by part. Numeric ids are compared as numbers and come first; other ids are compared as
 * strings.
 */
export function compareIds(left: readonly string[], right: readonly string[]): number {
  for (const [index, part] of left.entries()) {
    const order = compareTexts(part, right[index] ?? '');
    if (order !== 0) return order;
  }
  return 0;
}
