import { isTextOperator } from '../schema/filter-operator.ts';
import type { FilterTerm } from './query.ts';

/** A database compares the text of every row with each value, without an index. */
const TEXT_COST = 8;

/**
 * Returns the cost of a condition for `limits.filterCost`: 1, or 8 for each value of a text operator, and twice as much for each
 * relationship on the path to its field.
 */
export function filterCost({ field, operator, values }: FilterTerm): number {
  let cost = isTextOperator(operator) ? TEXT_COST * values.length : 1;
  for (let at = field.indexOf('.'); at !== -1; at = field.indexOf('.', at + 1)) cost *= 2;
  return cost;
}
