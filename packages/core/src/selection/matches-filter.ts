import type { FilterTerm } from '../query/query.ts';
import { isTextOperator, type ValueOperator } from '../schema/filter-operator.ts';
import { compare, isAbsent } from './compare.ts';
import { textMatcher } from './matches-text.ts';

type Order = (order: number) => boolean;

const orders: Readonly<Record<Exclude<ValueOperator, 'ne' | 'between'>, Order>> = {
  eq: (order) => order === 0,
  lt: (order) => order < 0,
  le: (order) => order <= 0,
  gt: (order) => order > 0,
  ge: (order) => order >= 0,
};

/**
 * Whether the value of an attribute matches a condition. Every condition is true or false: `ne` is the opposite of `eq`, and
 * null equals null. All other operators never match null.
 *
 * @throws {TypeError} If the operator is unknown.
 */
export function matchesFilter(
  actual: unknown,
  { operator, values }: Pick<FilterTerm, 'operator' | 'values'>,
  compareValues: (actual: unknown, wanted: unknown) => number = compare,
): boolean {
  if (operator === 'ne') return !matchesFilter(actual, { operator: 'eq', values }, compareValues);
  if (operator !== 'eq' && isAbsent(actual)) return false;
  if (operator === 'between') {
    const [least, greatest] = values;
    if (isAbsent(least) || isAbsent(greatest)) return false;
    return compareValues(actual, least) >= 0 && compareValues(actual, greatest) <= 0;
  }
  if (isTextOperator(operator)) return textMatcher(operator, values)(actual);
  if (!Object.hasOwn(orders, operator)) throw new TypeError(`Unknown filter operator ${JSON.stringify(operator)}.`);
  // Null is neither less nor greater than any value.
  const known = operator === 'eq' ? values : values.filter((value) => !isAbsent(value));
  return known.some((value) => orders[operator](compareValues(actual, value)));
}

/** For more values in a condition, a lookup is faster than comparisons. */
const SMALL_LIST = 8;

/**
 * Returns `matchesFilter` for one condition and many records. Looks up values in a set, because clients choose the number of
 * values.
 */
export function matcherOf(term: Pick<FilterTerm, 'operator' | 'values'>): (actual: unknown) => boolean {
  const { operator, values } = term;
  if (operator === 'ne') {
    const equals = matcherOf({ operator: 'eq', values });
    return (actual) => !equals(actual);
  }
  if (isTextOperator(operator)) return textMatcher(operator, values);
  const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null;
  if (operator !== 'eq' || values.length <= SMALL_LIST || !values.every(isPlain))
    return (actual) => matchesFilter(actual, term);
  const plain = new Set(values.map((value) => value ?? null));
  let times: ReadonlySet<number> | undefined;
  return (actual) => {
    if (actual instanceof Date) {
      times ??= new Set(values.map((value) => (typeof value === 'string' ? Date.parse(value) : Number.NaN)));
      return !Number.isNaN(actual.getTime()) && times.has(actual.getTime());
    }
    // NaN does not equal any value, but a set would find it.
    return !Number.isNaN(actual) && plain.has(actual ?? null);
  };
}
