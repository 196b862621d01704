import type { PageSlice } from '../data-source.ts';

/** A page as a request names it. */
export interface RequestedPage {
  readonly slice: PageSlice;
  /** The query parameters of the pages around it; null where there is none, absent where it is not known. */
  readonly neighbours: (hasMore: boolean) => PageNeighbours;
}

/** The `page` parameters, by full name, that lead to the pages around one page. */
export type PageNeighbours = {
  readonly [Name in 'first' | 'prev' | 'next' | 'last']?: Readonly<Record<string, string>> | null;
};

/** A way to cut a collection into pages. A new strategy is one file with one of these. */
export interface PaginationStrategy {
  /**
   * Reads the `page` family of a request.
   *
   * @throws {JsonApiError} 400 naming the parameter at fault.
   */
  readonly read: (
    page: ReadonlyMap<string, string>,
    limits: { readonly pageSize: number; readonly pageSizeMaximum: number },
  ) => RequestedPage;
}
