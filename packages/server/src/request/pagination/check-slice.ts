import { describeValue, oncePer, pickMembers } from '@linkage/core/internal';
import type { PageSlice } from '../../sources/port/data-source.ts';
import { MAX_MEMBERS } from '../limits.ts';
import type { SettledRules } from './page-rules.ts';
import type { PaginationStrategy } from './pagination.ts';

/** Returns a strategy as messages name it: by the parameters that it reads. Each request needs the name, before there is an error. */
export const nameOfStrategy: (strategy: Pick<PaginationStrategy, 'names'>) => string = oncePer(
  ({ names }) => `The pagination strategy of ${names.map((it) => `\`page[${it}]\``).join(' and ')}`,
);

const sliceMembers = ['offset', 'limit', 'positions', 'after', 'before'] as const;

function isWhole(value: unknown, least: 0 | 1): boolean {
  // The server requests one record more, and a source adds the offset and the limit.
  return Number.isSafeInteger(value) && (value as number) >= least && (value as number) < Number.MAX_SAFE_INTEGER;
}

/** Returns what is wrong with a slice, or undefined. */
function faultOf({ offset, limit, positions, after, before }: PageSlice): string | undefined {
  if (!isWhole(offset, 0)) return `\`offset\` must be a whole number of 0 or more, but it is ${describeValue(offset)}`;
  if (!isWhole(limit, 1)) return `\`limit\` must be a whole number of 1 or more, but it is ${describeValue(limit)}`;
  if (positions !== undefined && typeof positions !== 'boolean')
    return `\`positions\` must be a boolean, but it is ${describeValue(positions)}`;
  if ((after !== undefined || before !== undefined) && positions !== true)
    return '`positions` must be true beside `after` or `before`';
  return positions === true && offset !== 0
    ? `\`offset\` must be 0 beside \`positions\`, but it is ${offset}`
    : undefined;
}

/**
 * Checks the slice of a strategy before any source receives it: sources would read a wrong number in different ways.
 *
 * @throws {TypeError} If a member is missing or invalid: an error of the strategy, not of the client.
 */
export function checkSlice(
  { strategy, pageSizeMaximum }: Pick<SettledRules, 'strategy' | 'pageSizeMaximum'>,
  given: unknown,
): Required<PageSlice> {
  const fail = (what: string) => new TypeError(`${nameOfStrategy(strategy)}: read must return ${what}.`);
  if (typeof given !== 'object' || given === null) throw fail('a page, { slice, neighbours }');
  const read = pickMembers(given as PageSlice, sliceMembers) as Required<PageSlice>;
  // A strategy can return the maximum page size, which can be Infinity.
  const isMaximum = read.limit === pageSizeMaximum && read.limit > MAX_MEMBERS;
  const slice = isMaximum ? { ...read, limit: MAX_MEMBERS } : read;
  const fault = faultOf(slice);
  if (fault !== undefined) throw fail(`a valid slice. ${fault}`);
  return slice;
}
