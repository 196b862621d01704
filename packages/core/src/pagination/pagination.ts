import type { FilterCondition, SortField } from '../query/query.ts';
import type { EstimatedTotal, PageSlice } from './source-page.ts';

/** The page request that a strategy reads. */
export interface PageRequest {
  /** The `page` parameters, by the name in their brackets. Contains only names of the strategy, and never `total`. */
  readonly parameters: ReadonlyMap<string, string>;
  /** The page size if the request does not set it. */
  readonly pageSize: number;
  /** The maximum page size; can be Infinity. The server reads at most 2,147,483,646 records. */
  readonly pageSizeMaximum: number;
  /**
   * The requested order, or an empty array for the order of the source. A cursor is only valid in the order it was
   * created for.
   */
  readonly sort: readonly SortField[];
  /** The URL of the collection without a query. A cursor is only valid for the collection it was created for. */
  readonly url: string;
  /** The filter conditions. Empty without a filter, and for the first page of an included relationship. */
  readonly filter: readonly FilterCondition[];
  /** The types of the resources. */
  readonly types: readonly string[];
  /** The URIs of the profiles that are applied to the response. */
  readonly profiles: readonly string[];
  /** The result of `context(request)` of the server. */
  readonly context: unknown;
  /** The result of the option `pagination.user`: a cursor is valid only for the user that received it. Undefined without the option. */
  readonly user: unknown;
}

/** The page that a source returned. */
export interface FoundPage {
  /** The number of resources on the page. */
  readonly count: number;
  /** Whether more resources follow (for a slice with only `before`: precede). */
  readonly hasMore: boolean;
  /** Whether the collection has resources before the page, or undefined if unknown. */
  readonly hasPrevious?: boolean | undefined;
  /** Whether the collection has resources after the page, or undefined if unknown. */
  readonly hasNext?: boolean | undefined;
  /** The size of the complete collection, or undefined if it was not counted. */
  readonly total: number | undefined;
  /** The source's estimate of the size, if it has one. */
  readonly estimatedTotal?: EstimatedTotal | undefined;
  /**
   * The position of each resource on the page, in the format of the source. Empty unless the slice requests positions.
   */
  readonly positions: readonly unknown[];
  /** A position after the complete collection, if the source has one. With only `before`, it leads to the last page. */
  readonly endPosition?: unknown;
}

/** The `page` parameters of a page, by the name in their brackets. */
export type PageParameters = Readonly<Record<string, string>>;

/** The neighboring pages. Null if a page does not exist, absent if it is unknown. */
export interface PageNeighbours {
  readonly first?: PageParameters | null;
  readonly last?: PageParameters | null;
  readonly prev?: PageParameters | null;
  readonly next?: PageParameters | null;
}

/** The page that a request selects. */
export interface RequestedPage {
  readonly slice: PageSlice;
  /**
   * Returns the neighboring pages, from the page found. The server adds the page size and all other query parameters.
   */
  neighbours(found: FoundPage): PageNeighbours;
  /** Returns the members of `meta.page` of the document, besides the total. */
  meta?(found: FoundPage): Readonly<Record<string, unknown>> | undefined;
  /** Returns the members of `meta.page` of the resource or identifier at a position, for example its cursor. */
  memberMeta?(position: unknown): Readonly<Record<string, unknown>> | undefined;
}

/**
 * A pagination strategy. A new strategy is one file that exports such an object. Pass it to `createServer` as
 * `pagination.strategy`.
 *
 * @see https://jsonapi.org/format/1.1/#fetching-pagination
 */
export interface PaginationStrategy {
  /**
   * The parameter names that it reads, such as `number` and `size`. The server rejects all other names; it reads
   * `total` itself.
   */
  readonly names: readonly string[];
  /** The name of the parameter for the page size. Every pagination link contains it. */
  readonly sizeName: string;
  /**
   * Whether pages do not depend on the order: true for an offset, false for a cursor. The server then reports errors in `page` and `sort`
   * together. Otherwise, it does not call `read` if `sort` is invalid.
   * Default: false.
   */
  readonly isOrderless?: boolean | undefined;
  /**
   * Whether an included relationship with all its members on one page has `prev` and `next` links that are null.
   * Default: only a relationship with several pages has these links.
   */
  readonly linksWholeLists?: boolean | undefined;
  /**
   * Reads the `page` parameters of a request. The server waits for a promise, for example if a signature must be
   * verified.
   *
   * @throws {JsonApiError} 400 with an error for each invalid parameter.
   */
  read(request: PageRequest): RequestedPage | Promise<RequestedPage>;
}

/** A strategy that reads synchronously. */
export interface SyncPaginationStrategy extends PaginationStrategy {
  read(request: PageRequest): RequestedPage;
}
