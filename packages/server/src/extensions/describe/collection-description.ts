import type { TotalRule } from '@linkage/core/http';

/** The pages of a collection. */
export interface PageDescription {
  /** The strategy: one of Linkage, or a strategy of the application. */
  readonly strategy: 'page-number' | 'offset' | 'cursor' | 'other';
  /** The names in the brackets of `page[…]`, without `total`. */
  readonly names: readonly string[];
  /** The name for the page size. */
  readonly sizeName: string;
  readonly size: number;
  /** The maximum page size, or null for no maximum. */
  readonly maximum: number | null;
  /** Whether responses contain the total: never, if `page[total]=true` requests it, or always. */
  readonly total: TotalRule;
  /** The place of the total in the top-level `meta`, such as `page.total`. */
  readonly totalName: string;
  /** The number of members that an included to-many relationship shows, or null for all. */
  readonly includedSize: number | null;
}

/** A collection of several types. */
export interface CollectionDescription {
  readonly name: string;
  /** The fields that `sort` accepts, of which a request names one. The first one, in its direction, is the order without `sort`. */
  readonly sort: readonly string[];
  /** The operators of the fields that `filter` accepts, beside `id`. */
  readonly filter: { readonly [field: string]: readonly string[] };
  readonly page: PageDescription;
}
