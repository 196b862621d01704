import { isConstant } from '../internal/is-constant.ts';
import { limitOf } from '../internal/limit.ts';
import { type OptionTable, optionTable, readOptions } from '../internal/options.ts';

/** Bounds on what a query may ask for. */
export interface QueryLimits {
  /** Query parameters in all. Default 100. */
  readonly parameters: number;
  /** Steps of one relationship path. Default 3. */
  readonly includeDepth: number;
  /** Relationship paths, each counted once. Default 20. */
  readonly includePaths: number;
  /** Keys of an ordering. Default 5. */
  readonly sortFields: number;
  /** Steps to the field of one sort key: `author.name` has two. Default 3. */
  readonly sortDepth: number;
  /** Conditions of a filter, each a parameter. Default 50. */
  readonly filterTerms: number;
  /** Steps to the field of one condition: `author.name` has two. Default 3. */
  readonly filterDepth: number;
  /** Filter values in all. Default 50. */
  readonly filterValues: number;
  /** Characters of the value of one `filter` parameter, or of each in a list. Default 1,000. */
  readonly filterValueLength: number;
  /** Problems that are reported, at least one; reading stops there. Default 20. */
  readonly errors: number;
}

/** The limits that hold unless others are given. */
export const defaultQueryLimits: QueryLimits = Object.freeze({
  parameters: 100,
  includeDepth: 3,
  includePaths: 20,
  sortFields: 5,
  sortDepth: 3,
  filterTerms: 50,
  filterDepth: 3,
  filterValues: 50,
  filterValueLength: 1000,
  errors: 20,
});

// `limitOf` says what a limit must be.
const limitTable: OptionTable = optionTable(
  {
    parameters: 'any',
    includeDepth: 'any',
    includePaths: 'any',
    sortFields: 'any',
    sortDepth: 'any',
    filterTerms: 'any',
    filterDepth: 'any',
    filterValues: 'any',
    filterValueLength: 'any',
    errors: 'any',
  },
  'limit',
);

/** What was read of frozen limits: those of a server are the same for all its requests. */
const settled: WeakMap<object, QueryLimits> = new WeakMap();

/**
 * Limits with the defaults for those that are not given.
 *
 * @throws {TypeError} One is neither a whole number nor Infinity.
 */
export function queryLimits(limits: { readonly [Name in keyof QueryLimits]?: number | undefined } = {}): QueryLimits {
  const known = typeof limits === 'object' && limits !== null ? settled.get(limits) : undefined;
  if (known !== undefined) return known;
  const read = readLimits(limits);
  if (isConstant(limits)) settled.set(limits, read);
  return read;
}

function readLimits(limits: { readonly [Name in keyof QueryLimits]?: number | undefined }): QueryLimits {
  const given = readOptions('parseQuery: limits', limits, limitTable);
  const limit = (name: keyof QueryLimits): number => limitOf(name, given[name], defaultQueryLimits[name]);
  return {
    parameters: limit('parameters'),
    includeDepth: limit('includeDepth'),
    includePaths: limit('includePaths'),
    sortFields: limit('sortFields'),
    sortDepth: limit('sortDepth'),
    filterTerms: limit('filterTerms'),
    filterDepth: limit('filterDepth'),
    filterValues: limit('filterValues'),
    filterValueLength: limit('filterValueLength'),
    errors: limit('errors'),
  };
}
