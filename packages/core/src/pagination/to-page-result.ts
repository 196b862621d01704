import { pageError } from './page-error.ts';
import type { FoundPage } from './pagination.ts';
import type { ReadPage } from './read-page-by.ts';
import { type EstimatedTotal, ownPage, type SourcePage } from './source-page.ts';

/** A page with its members. */
export interface PageOf<Member> extends FoundPage {
  readonly members: readonly Member[];
}

function totalOf({ total }: SourcePage<unknown>, page: ReadPage, where: string): number | undefined {
  if (page.total === false || page.total === 'estimate') return undefined;
  if (total === undefined) {
    if (page.total === 'by-rule') return undefined;
    throw pageError('PARAMETER_NOT_SUPPORTED.total', {}, 'page[total]');
  }
  if (isTotal(total)) return total;
  throw new TypeError(`${where}: \`total\` must be a whole number of 0 or more, but it is ${JSON.stringify(total)}.`);
}

function isTotal(total: unknown): boolean {
  return Number.isSafeInteger(total) && (total as number) >= 0;
}

/**
 * Returns the estimate of a source, or undefined if the page rules hide the size of the collection. A source that has counted does not have
 * to estimate.
 */
function estimateOf(
  { estimatedTotal, total }: SourcePage<unknown>,
  page: ReadPage,
  where: string,
): EstimatedTotal | undefined {
  const isRequested = page.total === 'estimate';
  const given = estimatedTotal ?? (isRequested && total !== undefined ? { bestGuess: total } : undefined);
  if (given === undefined && isRequested) throw pageError('PARAMETER_NOT_SUPPORTED.estimate', {}, 'page[total]');
  if (given === undefined || page.rules.total === 'never') return undefined;
  const bestGuess: unknown = typeof given === 'object' && given !== null ? given.bestGuess : null;
  if (bestGuess === undefined) return {};
  if (isTotal(bestGuess)) return { bestGuess: bestGuess as number };
  throw new TypeError(`${where}: \`estimatedTotal\` must be an object like { bestGuess: 100 }.`);
}

/** Returns whether the collection has records before and after the page, as far as the source or the slice shows. */
function directionsOf(
  { hasPrevious, hasNext, records }: SourcePage<unknown>,
  { offset, after, before }: ReadPage['slice'],
  hasMore: boolean,
): Pick<FoundPage, 'hasPrevious' | 'hasNext'> {
  if (before !== undefined && after === undefined) return { hasPrevious: hasMore, hasNext };
  // With an offset after the end, the collection can be empty.
  const skipped = offset > 0 ? records.length > 0 || undefined : false;
  return {
    hasPrevious: hasPrevious ?? (after === undefined ? skipped : undefined),
    // Between two positions, `hasMore` does not show whether records follow the second position.
    hasNext: hasMore || (before === undefined ? false : hasNext),
  };
}

function positionsOf({ positions, records }: SourcePage<unknown>, where: string): readonly unknown[] {
  if (Array.isArray(positions) && positions.length === records.length) return positions;
  throw new TypeError(
    `${where}: \`positions\` must contain one position for each record, because the pagination strategy requires them.`,
  );
}

/**
 * Reduces the result of a source to the requested page.
 *
 * @param where The source method, for the beginning of messages.
 * @throws {TypeError} If required positions are missing, or the total is not valid: an error of the source.
 */
export function toPageResult<Member>(declared: SourcePage<Member>, page: ReadPage, where: string): PageOf<Member> {
  const given = ownPage(declared);
  const { slice } = page;
  const { records } = given;
  const positions = slice.positions === true ? positionsOf(given, where) : [];
  const isBackward = slice.before !== undefined && slice.after === undefined;
  // Backwards, the extra record is the first one.
  const withoutExtra = <Value>(values: readonly Value[]): readonly Value[] =>
    isBackward ? values.slice(-slice.limit) : values.slice(0, slice.limit);
  const members = withoutExtra(records);
  const isMore = isBackward ? given.hasPrevious : slice.before === undefined && given.hasNext;
  const hasMore = given.hasMore === true || isMore === true || records.length > slice.limit;
  return {
    members,
    positions: withoutExtra(positions),
    count: members.length,
    hasMore,
    ...directionsOf(given, slice, hasMore),
    total: totalOf(given, page, where),
    estimatedTotal: estimateOf(given, page, where),
    endPosition: slice.positions === true ? given.endPosition : undefined,
  };
}
