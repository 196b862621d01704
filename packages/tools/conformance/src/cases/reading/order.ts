import { type Json, listOf, show } from '../../json.ts';

const lettersOf = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]+/gu, '');
const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));
/** Orders that databases use for strings, and for numbers and times that are strings in JSON. */
const collations: readonly ((left: string, right: string) => number)[] = [
  (left, right) => left.localeCompare(right, 'en'),
  (left, right) => lettersOf(left).localeCompare(lettersOf(right), 'en'),
  (left, right) => {
    const [first, second] = [numberOf(left), numberOf(right)];
    if (!Number.isNaN(first) && !Number.isNaN(second)) return first - second;
    const [start, end] = [Date.parse(left), Date.parse(right)];
    return Number.isNaN(start) || Number.isNaN(end) ? (left < right ? -1 : 1) : start - end;
  },
];

/** Compares two values of an attribute as most servers sort them; undefined if the order is a matter of collation. */
export function compareValues(left: unknown, right: unknown): number | undefined {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  if (typeof left === 'boolean' && typeof right === 'boolean') return Number(left) - Number(right);
  if (typeof left !== 'string' || typeof right !== 'string') return undefined;
  if (left === right) return 0;
  const orders = [left < right ? -1 : 1, ...collations.map((compare) => Math.sign(compare(left, right)))];
  // Collations differ in case, spaces, and punctuation. Only what all of them agree on is an order.
  return orders.every((order) => order === orders[0]) ? orders[0] : undefined;
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

const stringsOf = (data: Json, name: string): readonly Json[] =>
  listOf(data).map(({ attributes }) => attributes?.[name]);

/** Returns the values without repetitions of neighbors. */
const groupsOf = (values: readonly Json[]): readonly Json[] =>
  values.filter((value, index) => index === 0 || value !== values[index - 1]);

/**
 * Whether strings that are not in order of their letters may follow an order of the server, such as that of an enumeration: both
 * directions are each other's reverse, and they are not simply exchanged.
 */
export function hasOwnOrder(up: Json, down: Json, name: string): boolean {
  const [left, right] = [groupsOf(stringsOf(up, name)), groupsOf(stringsOf(down, name)).toReversed()];
  if (!left.every((value) => typeof value === 'string')) return false;
  if (new Set(left).size !== left.length || left.join('\n') !== right.join('\n')) return false;
  if (misplaced(up, name, false) === undefined) return false;
  return left.some((value, index) => index > 0 && (compareValues(left[index - 1], value) ?? 0) < 0);
}
