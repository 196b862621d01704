import type { FilterCondition, SortField } from '@linkage/core';
import type { PaginationStrategy } from '@linkage/core/http';
import {
  checkPageNames,
  firstPageBy,
  isPromise,
  type PageFacts,
  type ReadPage,
  readPageBy,
  traitsOf,
} from '@linkage/core/internal';
import type { Awaitable } from '../../sources/port/data-source.ts';
import { asksAggregates } from '../aggregate-parameters.ts';
import type { QueryRequest } from '../context.ts';
import type { SettledRules } from './page-rules.ts';

/** A request whose lists have pages. */
export interface PagedRequest extends QueryRequest {
  /** Returns the page rules of a collection of these types, with the pagination of the profiles that apply. */
  pageRules(types: readonly string[]): SettledRules;
}

/** A collection that is paginated. */
export interface PagedCollection {
  /** The types of its resources. */
  readonly types: readonly string[];
  /** The URL without a query. */
  readonly url: string;
  /** `to-one` for the single resource of a relationship, which has no pages. */
  readonly kind: 'to-one' | 'to-many';
  /** The strategy of a collection of several types. Undefined: that of the types. */
  readonly strategy: PaginationStrategy | undefined;
}

/** The parts of a query that concern pages. */
export interface PageQuery {
  readonly page: ReadonlyMap<string, string>;
  readonly sort: readonly SortField[];
  readonly filter?: readonly FilterCondition[] | undefined;
  readonly parameters?: Readonly<Record<string, unknown>> | undefined;
}

function rulesFor(request: PagedRequest, { types, strategy }: PagedCollection): SettledRules {
  const rules = request.pageRules(types);
  return strategy === undefined ? rules : { ...rules, strategy };
}

/**
 * Reads the `page` parameters of a request by the rules of the collection.
 *
 * @throws {JsonApiError} 400 with an error for each invalid parameter.
 * @see https://jsonapi.org/format/1.1/#fetching-pagination
 */
export function readPage(request: PagedRequest, collection: PagedCollection, query: PageQuery): Awaitable<ReadPage> {
  const rules = rulesFor(request, collection);
  const { page, parameters } = query;
  const asksNone = request.applied.aggregates !== undefined && asksAggregates(parameters ?? {});
  // Requests that want aggregates can want nothing else: a size of 0.
  if (!asksNone || page.get(rules.strategy.sizeName) !== '0')
    return readPageBy(rules, factsOf(request, rules, collection, query), page);
  const others = new Map([...page].filter(([name]) => name !== rules.strategy.sizeName));
  const read = readPage(request, collection, { ...query, page: others });
  return isPromise(read) ? read.then(withoutMembers) : withoutMembers(read);
}

/** Returns a page without members and without neighbors. */
function withoutMembers(read: ReadPage): ReadPage {
  const { slice, asked } = read;
  // A source need not know empty pages.
  return { ...read, slice: { ...slice, limit: 0 }, asked: { ...asked, limit: 1 }, neighbours: () => ({}) };
}

function factsOf(
  { applied, context }: PagedRequest,
  { userOf }: SettledRules,
  { types, url }: PagedCollection,
  { sort, filter = [] }: Pick<PageQuery, 'sort' | 'filter'>,
): PageFacts {
  return { sort, filter, types, url, profiles: applied.negotiated.profiles, context, user: userOf(context) };
}

/**
 * Checks the `page` parameters of a request whose query is invalid.
 *
 * @param query The parts of the query that concern pages. Its order and filter are undefined if they are invalid.
 * @throws {JsonApiError} 400 with an error for each invalid parameter.
 */
export async function checkPage(
  request: PagedRequest,
  collection: PagedCollection,
  { page, sort, filter, parameters }: Omit<PageQuery, 'sort'> & { readonly sort: PageQuery['sort'] | undefined },
): Promise<void> {
  const rules = rulesFor(request, collection);
  // A cursor can be valid for the order and filter that the client meant, so do not call a strategy with cursors.
  if ((sort !== undefined && filter !== undefined) || traitsOf(rules.strategy).isOrderless === true)
    await readPage(request, collection, { page, sort: sort ?? [], filter, parameters });
  else checkPageNames(rules, page);
}

/**
 * Returns the first page of an included to-many relationship.
 *
 * @param size The number of members, at most the maximum page size of the rules.
 * @param query The order and the filter of the request. Default: the order of the source.
 */
export function includedPage(
  request: PagedRequest,
  collection: PagedCollection,
  size: number,
  query: Pick<PageQuery, 'sort' | 'filter'> = { sort: [] },
): Awaitable<ReadPage> {
  const rules = rulesFor(request, collection);
  return firstPageBy(rules, factsOf(request, rules, collection, query), size);
}
