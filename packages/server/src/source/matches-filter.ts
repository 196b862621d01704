import type { FilterOperator, FilterTerm } from '@linkage/core';
import { compare } from './compare.ts';

const holdsOrder: Readonly<Record<FilterOperator, (order: number) => boolean>> = {
  eq: (order) => order === 0,
  lt: (order) => order < 0,
  le: (order) => order <= 0,
  gt: (order) => order > 0,
  ge: (order) => order >= 0,
};

/** Whether the value of an attribute matches a condition. */
export function matchesFilter(actual: unknown, { operator, values }: Pick<FilterTerm, 'operator' | 'values'>): boolean {
  // Null equals null, but is neither less nor greater than any value.
  if (operator !== 'eq' && (actual === null || actual === undefined)) return false;
  return values.some((value) => holdsOrder[operator](compare(actual, value)));
}

/** For more values in a condition, a lookup is faster than comparisons. */
const SMALL_LIST = 8;

/**
 * Returns `matchesFilter` for one condition and many records. Looks up values in a set, because clients choose the number of
 * values.
 */
export function matcherOf(term: Pick<FilterTerm, 'operator' | 'values'>): (actual: unknown) => boolean {
  const { operator, values } = term;
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
