import type { FilterOperator, FilterTerm } from '@linkage/core';
import { compare } from './compare.ts';

const holdsOrder: Readonly<Record<FilterOperator, (order: number) => boolean>> = {
  eq: (order) => order === 0,
  lt: (order) => order < 0,
  le: (order) => order <= 0,
  gt: (order) => order > 0,
  ge: (order) => order >= 0,
};

/** Whether the value of an attribute meets a condition. */
export function meets(actual: unknown, { operator, values }: Pick<FilterTerm, 'operator' | 'values'>): boolean {
  // Null is equal to null, but neither less nor greater than anything.
  if (operator !== 'eq' && (actual === null || actual === undefined)) return false;
  return values.some((value) => holdsOrder[operator](compare(actual, value)));
}
