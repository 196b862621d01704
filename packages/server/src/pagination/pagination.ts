import type { FilterTerm, SortField } from '@linkage/core';
import type { Awaitable, EstimatedTotal, PageSlice } from '../source/data-source.ts';

/** What a request says of the page it wants, and what it may want. */
export interface PageRequest {
  /** The `page` family by the name in its brackets; only names that the strategy knows, and never `total`. */
  readonly parameters: ReadonlyMap<string, string>;
  /** Resources on a page when the request does not say. */
  readonly pageSize: number;
  /** Resources on a page at most. */
  readonly pageSizeMaximum: number;
  /** The order asked for; empty for that of the source. A cursor made for one order means nothing in another. */
  readonly sort: readonly SortField[];
  /** The collection's URL without a query. A cursor made for one collection means nothing in another. */
  readonly url: string;
  /** The conditions of the filter; empty without one, and for the first page of an included relationship. */
  readonly filter: readonly FilterTerm[];
  /** The types of the resources. */
  readonly types: readonly string[];
  /** The URIs of the profiles that are applied to the response. */
  readonly profiles: readonly string[];
  /** What `context(request)` of the server gave. */
  readonly context: unknown;
}

/** What a strategy gets to know of a request besides its query. */
export type PageFacts = Pick<PageRequest, 'profiles' | 'context'>;

/** What a source had on a page. */
export interface FoundPage {
  /** How many resources the page shows. */
  readonly count: number;
  /** Whether there are more in the direction of the slice: before it for a slice with `before` alone, else behind it. */
  readonly hasMore: boolean;
  /** Whether there are resources before the page, in the whole collection; undefined if that is not known. */
  readonly hasPrevious?: boolean | undefined;
  /** Whether there are resources behind the page, in the whole collection; undefined if that is not known. */
  readonly hasNext?: boolean | undefined;
  /** The size of the whole collection; undefined when it was not counted. */
  readonly total: number | undefined;
  /** What the source estimates of that size, if it does. */
  readonly estimatedTotal?: EstimatedTotal | undefined;
  /** Where each resource shown stands, in the words of the source; empty unless the slice asks for positions. */
  readonly positions: readonly unknown[];
  /** A position behind the whole collection, if the source has one: with `before` alone it leads to the last page. */
  readonly endPosition?: unknown;
}

/** The `page` parameters, by the name in their brackets, that lead to a page. */
export type PageParameters = Readonly<Record<string, string>>;

/** The pages around one page: null where there is none, absent where it is not known. */
export interface PageNeighbours {
  readonly first?: PageParameters | null;
  readonly last?: PageParameters | null;
  readonly prev?: PageParameters | null;
  readonly next?: PageParameters | null;
}

/** A page as a request names it. */
export interface RequestedPage {
  readonly slice: PageSlice;
  /** The pages around it, once it is known what was found. The server adds the size and everything else of the request. */
  neighbours(found: FoundPage): PageNeighbours;
  /** What the document says in `meta.page` besides the total. */
  meta?(found: FoundPage): Readonly<Record<string, unknown>> | undefined;
  /** What a resource or an identifier at a position says in its own `meta.page`, for instance its cursor. */
  memberMeta?(position: unknown): Readonly<Record<string, unknown>> | undefined;
}

/**
 * A way to cut a collection into pages. A new strategy is one file with one of these; `createServer` takes it in
 * `pagination.strategy`.
 *
 * @see https://jsonapi.org/format/1.1/#fetching-pagination
 */
export interface PaginationStrategy {
  /** The names in brackets that it reads, such as `number` and `size`. Any other is refused; `total` is the server's. */
  readonly names: readonly string[];
  /** The one of them that holds the number of resources on a page: every pagination link keeps it. */
  readonly sizeName: string;
  /**
   * Whether the strategy reads the same page in every order, as it does with an offset, but not with a cursor. If the
   * `sort` of a request is at fault, the server calls `read` only then, and responds with the errors of both. Default: false.
   */
  readonly isOrderless?: boolean | undefined;
  /**
   * Whether an included relationship that has all its members on its page says so, with `prev` and `next` that are null.
   * Default: only a relationship with further pages has links to them.
   */
  readonly linksWholeLists?: boolean | undefined;
  /**
   * Reads the `page` family of a request. The server waits for a promise, for example of a signature that is checked.
   *
   * @throws {JsonApiError} 400 naming each parameter at fault.
   */
  read(request: PageRequest): Awaitable<RequestedPage>;
}

/** A strategy that reads at once. */
export interface SyncPaginationStrategy extends PaginationStrategy {
  read(request: PageRequest): RequestedPage;
}
