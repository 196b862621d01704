import { errorObject, type FilterTerm, JsonApiError, type SortField } from '@linkage/core';
import { fieldOf } from '@linkage/core/records';
import { isPromiseLike } from '../internal/is-promise-like.ts';
import { readTogether } from '../internal/read-together.ts';
import { syncMembers } from '../internal/sync-result.ts';
import type { Awaitable, PageSlice } from '../source/data-source.ts';
import { ownSlice } from '../source/source-page.ts';
import { pageInvalid } from './page-parameter.ts';
import type { PageSetup, SettledRules } from './page-rules.ts';
import type { PageRequest, RequestedPage } from './pagination.ts';

/** A page as an operation reads it. */
export interface ReadPage extends RequestedPage {
  /** The rules of its collection. */
  readonly rules: SettledRules;
  /** The slice as a source is asked for it: one record more than the page shows tells whether there are more. */
  readonly asked: PageSlice;
  /** Whether the number of all records is wanted: by the rules, or by the request. */
  readonly total: false | 'by-rule' | 'by-request';
}

/** What a collection is paged by. */
export interface PagedCollection {
  /** The types of its resources. */
  readonly types: readonly string[];
  /** Its URL without a query. */
  readonly url: string;
  /** `to-one` for the single resource of a relationship, which has no pages. Default `to-many`. */
  readonly kind?: 'to-one' | 'to-many';
}

/** What a query says of pages. */
export interface PageQuery {
  readonly page: ReadonlyMap<string, string>;
  readonly sort: readonly SortField[];
  readonly filter?: readonly FilterTerm[] | undefined;
}

function totalOf({ total }: SettledRules, text: string | undefined): ReadPage['total'] {
  if (text === undefined) return total === 'always' && 'by-rule';
  if (total === 'never') {
    const detail = 'This collection is not counted.';
    throw new JsonApiError(errorObject('PARAMETER_NOT_SUPPORTED', detail, { source: { parameter: 'page[total]' } }));
  }
  if (text !== 'true' && text !== 'false') throw pageInvalid('total', 'page[total] is true or false.');
  return text === 'true' && 'by-request';
}

/**
 * Reads the `page` family of a request by the rules of the collection.
 *
 * @throws {JsonApiError} 400 naming each parameter at fault.
 * @see https://jsonapi.org/format/1.1/#fetching-pagination
 */
export function readPage(setup: PageSetup, collection: PagedCollection, query: PageQuery): Awaitable<ReadPage> {
  const rules = setup.pageRules(collection.types);
  const { page } = query;
  const finish = (read: () => RequestedPage): ReadPage => {
    const [, total, requested] = readTogether(
      () => refuseUnknown(rules, page),
      () => totalOf(rules, page.get('total')),
      read,
    );
    return withRules(requested, rules, total);
  };
  const read = outcomeOf(() => rules.strategy.read(pageRequest(setup, rules, collection, query)));
  return isPromiseLike(read) ? read.then(finish) : finish(read);
}

/** What a function comes to, at once or later: a value to give, or an error to throw. */
function outcomeOf<Value>(run: () => Awaitable<Value>): Awaitable<() => Value> {
  const fail = (error: unknown) => (): never => {
    throw error;
  };
  try {
    const value = run();
    return isPromiseLike(value) ? Promise.resolve(value).then((it) => () => it, fail) : () => value;
  } catch (error) {
    return fail(error);
  }
}

function pageRequest(
  { pageFacts }: PageSetup,
  { strategy, pageSize, pageSizeMaximum }: SettledRules,
  { types, url }: PagedCollection,
  { page, sort, filter = [] }: PageQuery,
): PageRequest {
  const parameters = new Map([...page].filter(([name]) => strategy.names.includes(name)));
  return { parameters, pageSize, pageSizeMaximum, sort, filter, types, url, ...pageFacts };
}

/**
 * Checks the `page` family of a request whose query is at fault.
 *
 * @param query What the query says of pages; its order and its filter are undefined if they are at fault.
 * @throws {JsonApiError} 400 naming each parameter at fault.
 */
export async function checkPage(
  setup: PageSetup,
  collection: PagedCollection,
  { page, sort, filter }: Pick<PageQuery, 'page' | 'filter'> & { readonly sort: PageQuery['sort'] | undefined },
): Promise<void> {
  const rules = setup.pageRules(collection.types);
  // A cursor can be right for the order and filter that the client meant, so do not call a strategy that can have cursors.
  if ((sort !== undefined && filter !== undefined) || fieldOf(rules.strategy, 'isOrderless') === true)
    await readPage(setup, collection, { page, sort: sort ?? [], filter });
  else
    readTogether(
      () => refuseUnknown(rules, page),
      () => totalOf(rules, page.get('total')),
    );
}

/**
 * Refuses the names that the strategy does not read.
 *
 * @throws {JsonApiError} 400 naming each parameter.
 */
function refuseUnknown({ strategy, total }: SettledRules, page: PageQuery['page']): void {
  const unknown = [...page.keys()].filter((name) => name !== 'total' && !strategy.names.includes(name));
  if (unknown.length === 0) return;
  const allowed = total === 'never' ? strategy.names : [...strategy.names, 'total'];
  const detail = `The page parameters here are ${allowed.map((it) => `page[${it}]`).join(', ')}.`;
  throw new JsonApiError(unknown.flatMap((name) => pageInvalid(name, detail).errors));
}

function withRules(read: RequestedPage, rules: SettledRules, total: ReadPage['total']): ReadPage {
  const requested = syncMembers(read, 'The pagination strategy: read');
  if (typeof requested?.slice !== 'object') {
    throw new TypeError('The pagination strategy: read must return a page, { slice, neighbours }.');
  }
  const optional = <Name extends 'meta' | 'memberMeta'>(name: Name): RequestedPage[Name] =>
    fieldOf(requested, name) as RequestedPage[Name];
  const slice = ownSlice(requested.slice);
  return {
    slice,
    // As methods of the strategy's own object: it may use `this`.
    neighbours: (found) => syncMembers(requested.neighbours(found), 'The pagination strategy: neighbours'),
    meta: (found) => syncMembers(optional('meta')?.call(requested, found), 'The pagination strategy: meta'),
    memberMeta: (position) =>
      syncMembers(optional('memberMeta')?.call(requested, position), 'The pagination strategy: memberMeta'),
    rules,
    // With room for the one record that tells of more.
    asked: { ...slice, limit: slice.limit + 1 },
    total,
  };
}

/**
 * The first page of a to-many relationship that is included, with this many members; its order is that of the source.
 *
 * @param size Members of the page; at most the largest page of the rules.
 */
export function includedPage(setup: PageSetup, collection: PagedCollection, size: number): Awaitable<ReadPage> {
  const rules = setup.pageRules(collection.types);
  const page = new Map([[rules.strategy.sizeName, String(size)]]);
  const read = rules.strategy.read(pageRequest(setup, rules, collection, { page, sort: [] }));
  const finish = (it: RequestedPage): ReadPage => withRules(it, rules, false);
  return isPromiseLike(read) ? Promise.resolve(read).then(finish) : finish(read);
}
