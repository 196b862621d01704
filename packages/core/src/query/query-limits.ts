import { isConstant } from '../internal/freeze.ts';
import { nameTable, type OptionTable, readOptions } from '../internal/options.ts';
import { resolveLimit } from '../internal/resolve-limit.ts';

/** Limits of a query. */
export interface QueryLimits {
  /** The total number of query parameters. Default: 100. */
  readonly parameters: number;
  /** The number of steps of one relationship path. Default: 3. */
  readonly includeDepth: number;
  /** The number of relationship paths, without duplicates. Default: 20. */
  readonly includePaths: number;
  /** The number of sort fields. Default: 5. */
  readonly sortFields: number;
  /** The number of steps of one sort field: `author.name` has two. Default: 3. */
  readonly sortDepth: number;
  /** The number of filter conditions on fields. Default: 50. */
  readonly filterTerms: number;
  /** The number of steps of the field of one condition: `author.name` has two. Default: 3. */
  readonly filterDepth: number;
  /** The number of levels of groups in one filter expression. Default: 5. */
  readonly filterNesting: number;
  /** The total number of filter values. Default: 50. */
  readonly filterValues: number;
  /**
   * The total cost of filter conditions: 1 for each condition, or 8 for each value of a text operator such as `iContains`,
   * and twice as much for each relationship on the path to its field. Default: 100.
   */
  readonly filterCost: number;
  /** The number of characters of the value of one `filter` parameter, or of each item in its list. Default: 1,000. */
  readonly filterValueLength: number;
  /** The number of reported errors, at least one. Parsing stops when it is reached. Default: 20. */
  readonly errors: number;
}

/** The default limits. */
export const defaultQueryLimits: QueryLimits = Object.freeze({
  parameters: 100,
  includeDepth: 3,
  includePaths: 20,
  sortFields: 5,
  sortDepth: 3,
  filterTerms: 50,
  filterDepth: 3,
  filterNesting: 5,
  filterValues: 50,
  filterCost: 100,
  filterValueLength: 1000,
  errors: 20,
});

// `resolveLimit` checks the values.
const names = Object.keys(defaultQueryLimits) as readonly (keyof QueryLimits)[];
const limitTable: OptionTable = nameTable(names, 'limit');

/** The checked limits by frozen limits: a server passes the same limits for all requests. */
const checkedLimits: WeakMap<object, QueryLimits> = new WeakMap();

/**
 * Returns limits with the defaults for limits that are not set.
 *
 * @throws {TypeError} If a limit is neither a whole number nor Infinity.
 */
export function queryLimits(
  limits: { readonly [Name in keyof QueryLimits]?: number | undefined } | undefined,
): QueryLimits {
  if (limits === undefined) return defaultQueryLimits;
  // A user without types can pass any value: a WeakMap has none for values that are not objects.
  const known = checkedLimits.get(limits);
  if (known !== undefined) return known;
  const read = readLimits(limits);
  if (isConstant(limits)) checkedLimits.set(limits, read);
  return read;
}

function readLimits(limits: { readonly [Name in keyof QueryLimits]?: number | undefined }): QueryLimits {
  const checked = readOptions('parseQuery: limits', limits, limitTable);
  const resolved = names.map((name) => [name, resolveLimit(name, checked[name], defaultQueryLimits[name])]);
  return Object.fromEntries(resolved) as unknown as QueryLimits;
}
