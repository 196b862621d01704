/** Whether a value is null or undefined. */
export function isAbsent(value: unknown): boolean {
  return value === null || value === undefined;
}

/** The direction of a key of an order, and whether null comes behind all values. */
export interface KeyOrder {
  readonly descending: boolean;
  readonly nullsLast: boolean;
}

/** Returns the order of a key: null is less than all values, unless the attribute says where it is. */
export function keyOrderOf(descending: boolean, nulls: 'first' | 'last' | undefined): KeyOrder {
  return { descending, nullsLast: nulls === undefined ? descending : nulls === 'last' };
}

/** Whether the order of two different values is the reverse of theirs. `compare` and `compareKeys` say that null is less than all values. */
export function isReversed({ descending, nullsLast }: KeyOrder, hasNull: boolean): boolean {
  return hasNull ? nullsLast : descending;
}

/** Converts a Date and the text of a date to times, so that both forms are equal. */
function pairOf(left: unknown, right: unknown): readonly [unknown, unknown] {
  if (!(left instanceof Date || right instanceof Date)) return [left, right];
  const timeOf = (value: unknown): number =>
    value instanceof Date ? value.getTime() : typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return [timeOf(left), timeOf(right)];
}

/**
 * Compares two values of a field: negative, 0, or positive; NaN if they are not comparable, such as objects. Null and
 * undefined are equal and come first.
 */
export function compare(left: unknown, right: unknown): number {
  if (isAbsent(left) || isAbsent(right)) return Number(isAbsent(right)) - Number(isAbsent(left));
  const [a, b] = pairOf(left, right) as readonly [string, string];
  if (a === b) return 0;
  if (typeof a !== typeof b || typeof a === 'object') return Number.NaN;
  return a < b ? -1 : a > b ? 1 : Number.NaN;
}
