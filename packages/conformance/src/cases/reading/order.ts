import { type Json, listOf, show } from '../../json.ts';

/** Compares two values of an attribute as most servers sort them; undefined if the order is a matter of collation. */
export function compareValues(left: unknown, right: unknown): number | undefined {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  if (typeof left === 'boolean' && typeof right === 'boolean') return Number(left) - Number(right);
  if (typeof left !== 'string' || typeof right !== 'string') return undefined;
  if (left === right) return 0;
  const byCode = left < right ? -1 : 1;
  const byLocale = Math.sign(left.localeCompare(right, 'en'));
  // Collations differ in case and punctuation. Only what all of them agree on is an order.
  return byCode === byLocale ? byCode : undefined;
}

/** Returns a sentence about the first two neighbors in the wrong order; undefined if the order is right. */
export function misplaced(data: Json, name: string, isDescending: boolean): string | undefined {
  const values = listOf(data).map(({ attributes }) => attributes?.[name]);
  for (let index = 1; index < values.length; index++) {
    const order = compareValues(values[index - 1], values[index]);
    if (order === undefined) continue;
    if (isDescending ? order < 0 : order > 0) return `${show(values[index])} follows ${show(values[index - 1])}`;
  }
  return undefined;
}
