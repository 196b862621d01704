import { type FilterCondition, JsonApiError, type SortField } from '@linkage/core';
import {
  collectErrors,
  errorOf,
  isPromise,
  notSupported,
  outcomeOf,
  pickMembers,
  rejection,
} from '@linkage/core/internal';
import { syncMembers } from '../../internal/sync-result.ts';
import type { Awaitable, PageSlice } from '../../sources/port/data-source.ts';
import { asksAggregates } from '../aggregate-parameters.ts';
import type { QueryRequest } from '../context.ts';
import { MAX_MEMBERS } from '../limits.ts';
import { checkSlice, nameOfStrategy } from './check-slice.ts';
import { offsetStrategy } from './offset.ts';
import { pageNumberStrategy } from './page-number.ts';
import { type SettledRules, traitsOf } from './page-rules.ts';
import type { PageRequest, RequestedPage } from './pagination.ts';

/** A request whose lists have pages. */
export interface PagedRequest extends QueryRequest {
  /** Returns the page rules of a collection of these types, with the pagination of the profiles that apply. */
  pageRules(types: readonly string[]): SettledRules;
}

/** A parsed page request. */
export interface ReadPage extends RequestedPage {
  /** The rules of the collection. */
  readonly rules: SettledRules;
  /** The slice to request from a source. One more record than the page has shows whether more follow. */
  readonly asked: PageSlice;
  /** Whether the total number of records is required: by the rules, or by the request. An estimate is only by request. */
  readonly total: false | 'by-rule' | 'by-request' | 'estimate';
}

/** A collection that is paginated. */
export interface PagedCollection {
  /** The types of its resources. */
  readonly types: readonly string[];
  /** The URL without a query. */
  readonly url: string;
  /** `to-one` for the single resource of a relationship, which has no pages. */
  readonly kind: 'to-one' | 'to-many';
}

/** The parts of a query that concern pages. */
export interface PageQuery {
  readonly page: ReadonlyMap<string, string>;
  readonly sort: readonly SortField[];
  readonly filter?: readonly FilterCondition[] | undefined;
  readonly parameters?: Readonly<Record<string, unknown>> | undefined;
}

function totalOf({ total }: SettledRules, text: string | undefined): ReadPage['total'] {
  if (text === undefined) return total === 'always' && 'by-rule';
  if (total === 'never') throw notSupported(['page[total]'], 'total');
  if (text === 'estimate') return text;
  if (text !== 'true' && text !== 'false') throw rejection('PAGE_INVALID.total', {}, { parameter: 'page[total]' });
  return text === 'true' && 'by-request';
}

/**
 * Reads the `page` parameters of a request by the rules of the collection.
 *
 * @throws {JsonApiError} 400 with an error for each invalid parameter.
 * @see https://jsonapi.org/format/1.1/#fetching-pagination
 */
export function readPage(request: PagedRequest, collection: PagedCollection, query: PageQuery): Awaitable<ReadPage> {
  const rules = request.pageRules(collection.types);
  if (isEmptyPage(request, rules, query)) {
    const page = new Map([...query.page].filter(([name]) => name !== rules.strategy.sizeName));
    const read = readPage(request, collection, { ...query, page });
    return isPromise(read) ? read.then(withoutMembers) : withoutMembers(read);
  }
  const { page } = query;
  const finish = (read: () => RequestedPage): ReadPage => {
    const [, total, requested] = collectErrors(
      () => assertKnown(rules, page),
      () => totalOf(rules, page.get('total')),
      read,
    );
    return withRules(requested, rules, total);
  };
  const read = outcomeOf(() => rules.strategy.read(pageRequest(request, rules, collection, query)));
  return isPromise(read) ? read.then(finish) : finish(read);
}

/** Whether a request wants aggregates alone: a size of 0. The profile of cursors defines its sizes itself. */
function isEmptyPage(
  { applied }: PagedRequest,
  { strategy }: SettledRules,
  { page, parameters = {} }: PageQuery,
): boolean {
  const isOwn = strategy === pageNumberStrategy || strategy === offsetStrategy;
  return applied.aggregates !== undefined && asksAggregates(parameters) && isOwn && page.get(strategy.sizeName) === '0';
}

/** Returns a page without members and without neighbors. */
function withoutMembers(read: ReadPage): ReadPage {
  const { slice, asked } = read;
  // A source need not know empty pages.
  return { ...read, slice: { ...slice, limit: 0 }, asked: { ...asked, limit: 1 }, neighbours: () => ({}) };
}

function pageRequest(
  { applied, context }: PagedRequest,
  { strategy, pageSize, pageSizeMaximum, callerOf }: SettledRules,
  { types, url }: PagedCollection,
  query: PageQuery,
): PageRequest {
  const { page, sort } = query;
  const filter = query.filter ?? [];
  const parameters = new Map([...page].filter(([name]) => strategy.names.includes(name)));
  return {
    parameters,
    pageSize: Math.min(pageSize, MAX_MEMBERS),
    pageSizeMaximum,
    sort,
    filter,
    types,
    url,
    profiles: applied.negotiated.profiles,
    context,
    caller: callerOf(context),
  };
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
  const rules = request.pageRules(collection.types);
  // A cursor can be valid for the order and filter that the client meant, so do not call a strategy with cursors.
  if ((sort !== undefined && filter !== undefined) || traitsOf(rules.strategy).isOrderless === true)
    await readPage(request, collection, { page, sort: sort ?? [], filter, parameters });
  else
    collectErrors(
      () => assertKnown(rules, page),
      () => totalOf(rules, page.get('total')),
    );
}

/**
 * Rejects names that the strategy does not read.
 *
 * @throws {JsonApiError} 400 with an error for each parameter.
 */
function assertKnown({ strategy, total }: SettledRules, page: PageQuery['page']): void {
  const unknown = [...page.keys()].filter((name) => name !== 'total' && !strategy.names.includes(name));
  if (unknown.length === 0) return;
  const allowed = total === 'never' ? strategy.names : [...strategy.names, 'total'];
  const names = allowed.map((it) => `\`page[${it}]\``).join(', ');
  throw new JsonApiError(
    unknown.map((name) => errorOf('PAGE_INVALID.supported', { names }, { parameter: `page[${name}]` })),
  );
}

function withRules(read: RequestedPage, rules: SettledRules, total: ReadPage['total']): ReadPage {
  const name = nameOfStrategy(rules.strategy);
  const requested = syncMembers(read, `${name}: read`);
  const slice = checkSlice(rules, requested?.slice);
  const { meta, memberMeta } = pickMembers(requested, ['meta', 'memberMeta']);
  return {
    slice,
    // Called as methods, because they can use `this`.
    neighbours: (found) => syncMembers(requested.neighbours(found), `${name}: neighbours`),
    meta: (found) => syncMembers(meta?.call(requested, found), `${name}: meta`),
    memberMeta: (position) => syncMembers(memberMeta?.call(requested, position), `${name}: memberMeta`),
    rules,
    // Request one more record, to see whether more follow.
    asked: { ...slice, limit: slice.limit + 1 },
    total,
  };
}

/**
 * Returns the first page of an included to-many relationship. Its order is that of the source.
 *
 * @param size The number of members, at most the maximum page size of the rules.
 */
export function includedPage(request: PagedRequest, collection: PagedCollection, size: number): Awaitable<ReadPage> {
  const rules = request.pageRules(collection.types);
  const page = new Map([[rules.strategy.sizeName, String(size)]]);
  const read = rules.strategy.read(pageRequest(request, rules, collection, { page, sort: [] }));
  const finish = (it: RequestedPage): ReadPage => withRules(it, rules, false);
  return isPromise(read) ? Promise.resolve(read).then(finish) : finish(read);
}
