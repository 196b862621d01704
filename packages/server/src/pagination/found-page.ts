import { JsonApiError, problem } from '@linkage/core';
import type { SourcePage } from '../data-source.ts';
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
    throw new JsonApiError(problem('PARAMETER_NOT_SUPPORTED', detail, { source: { parameter: 'page[total]' } }));
  }
  if (Number.isSafeInteger(total) && total >= 0) return total;
  throw new TypeError(`${where} gave ${JSON.stringify(total)} as the total.`);
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
  return {
    members,
    positions: cut(positions),
    count: members.length,
    hasMore: given.hasMore === true || records.length > slice.limit,
    total: totalOf(given, page, where),
  };
}
