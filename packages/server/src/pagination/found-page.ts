import { errorObject, JsonApiError } from '@linkage/core';
import { fieldOf } from '@linkage/core/records';
import type { EstimatedTotal, SourcePage } from '../source/data-source.ts';
import type { FoundPage } from './pagination.ts';
import type { ReadPage } from './read-page.ts';

/** A page with the members that it shows. */
export interface PageOf<Member> extends FoundPage {
  readonly members: readonly Member[];
}

function totalOf({ total }: SourcePage<unknown>, page: ReadPage, where: string): number | undefined {
  if (page.total === false) return undefined;
  if (total === undefined) {
    if (page.total === 'by-rule') return undefined;
    const detail = 'The number of all resources of this collection is not known.';
    throw new JsonApiError(errorObject('PARAMETER_NOT_SUPPORTED', detail, { source: { parameter: 'page[total]' } }));
  }
  if (isTotal(total)) return total;
  throw new TypeError(`${where} gave ${JSON.stringify(total)} as the total.`);
}

function isTotal(total: unknown): boolean {
  return Number.isSafeInteger(total) && (total as number) >= 0;
}

/** The estimate of a source; none where the rules keep the size of the collection. */
function estimateOf(
  { estimatedTotal: given }: SourcePage<unknown>,
  { rules }: ReadPage,
  where: string,
): EstimatedTotal | undefined {
  if (given === undefined || rules.total === 'never') return undefined;
  const bestGuess: unknown = typeof given === 'object' && given !== null ? given.bestGuess : null;
  if (bestGuess === undefined) return {};
  if (isTotal(bestGuess)) return { bestGuess: bestGuess as number };
  throw new TypeError(`${where} must return an estimatedTotal like { bestGuess: 100 }.`);
}

/** Whether the collection has records before the page and behind it, as far as the source or the slice tells. */
function directionsOf(
  { hasPrevious, hasNext, records }: SourcePage<unknown>,
  { offset, after, before }: ReadPage['slice'],
  hasMore: boolean,
): Pick<FoundPage, 'hasPrevious' | 'hasNext'> {
  if (before !== undefined && after === undefined) return { hasPrevious: hasMore, hasNext };
  // With an offset behind the end, nothing tells whether there is anything at all.
  const skipped = offset > 0 ? records.length > 0 || undefined : false;
  return {
    hasPrevious: hasPrevious ?? (after === undefined ? skipped : undefined),
    // Between two positions, no more records says nothing of what is behind the second.
    hasNext: hasMore || (before === undefined ? false : hasNext),
  };
}

function positionsOf({ positions, records }: SourcePage<unknown>, where: string): readonly unknown[] {
  if (Array.isArray(positions) && positions.length === records.length) return positions;
  throw new TypeError(`${where} gave no positions, one for each record; its pagination strategy asks for them.`);
}

/**
 * Cuts what a source gave to the page that was asked for.
 *
 * @param where Whose page it is; begins the messages.
 * @throws {TypeError} The page lacks what was asked for, or has a wrong total; this is the source's mistake.
 */
export function foundPage<Member>(given: SourcePage<Member>, page: ReadPage, where: string): PageOf<Member> {
  const { slice } = page;
  const { records } = given;
  const positions = slice.positions === true ? positionsOf(given, where) : [];
  const isBackward = slice.before !== undefined && slice.after === undefined;
  // Backwards, the one record too many stands in front.
  const cut = <Value>(values: readonly Value[]): readonly Value[] =>
    isBackward ? values.slice(-slice.limit) : values.slice(0, slice.limit);
  const members = cut(records);
  const stated = isBackward ? given.hasPrevious : slice.before === undefined && given.hasNext;
  const hasMore = given.hasMore === true || stated === true || records.length > slice.limit;
  return {
    members,
    positions: cut(positions),
    count: members.length,
    hasMore,
    ...directionsOf(given, slice, hasMore),
    total: totalOf(given, page, where),
    estimatedTotal: estimateOf(given, page, where),
    endPosition: slice.positions === true ? fieldOf(given, 'endPosition') : undefined,
  };
}
