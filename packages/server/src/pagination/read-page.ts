import { fieldOf, JsonApiError, problem, type SortField } from '@linkage/core';
import type { PageSlice } from '../data-source.ts';
import { syncMembers } from '../observe/sync-result.ts';
import { readTogether } from '../request/read-together.ts';
import { offsetStrategy } from './offset.ts';
import { pageNumberStrategy } from './page-number.ts';
import { pageInvalid } from './page-parameter.ts';
import type { PageSetup, SettledRules } from './page-rules.ts';
import type { PaginationStrategy, RequestedPage } from './pagination.ts';

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
}

/** The strategies that read the same page in every order. */
const orderless: ReadonlySet<PaginationStrategy> = new Set([pageNumberStrategy, offsetStrategy]);

function totalOf({ total }: SettledRules, text: string | undefined): ReadPage['total'] {
  if (text === undefined) return total === 'always' && 'by-rule';
  if (total === 'never') {
    const detail = 'This collection is not counted.';
    throw new JsonApiError(problem('PARAMETER_NOT_SUPPORTED', detail, { source: { parameter: 'page[total]' } }));
  }
  if (text !== 'true' && text !== 'false') throw pageInvalid('total', 'page[total] is true or false.');
  return text === 'true' && 'by-request';
}

/** A slice with room for the one record that tells of more. */
function oneMore(slice: PageSlice): PageSlice {
  return { ...slice, limit: slice.limit + 1 };
}

/**
 * Reads the `page` family of a request by the rules of the collection.
 *
 * @throws {JsonApiError} 400 naming each parameter at fault.
 * @see https://jsonapi.org/format/1.1/#fetching-pagination
 */
export function readPage(setup: PageSetup, { types, url }: PagedCollection, { page, sort }: PageQuery): ReadPage {
  const rules = setup.pageRules(types);
  const { strategy, pageSize, pageSizeMaximum } = rules;
  const parameters = new Map([...page].filter(([name]) => strategy.names.includes(name)));
  const [, total, requested] = readTogether(
    () => refuseUnknown(rules, page),
    () => totalOf(rules, page.get('total')),
    () => strategy.read({ parameters, pageSize, pageSizeMaximum, sort, url }),
  );
  return withRules(requested, rules, total);
}

/**
 * Checks the `page` family of a request whose query is at fault.
 *
 * @param query What the query says of pages; its order is undefined if the order is at fault.
 * @throws {JsonApiError} 400 naming each parameter at fault.
 */
export function checkPage(
  setup: PageSetup,
  collection: PagedCollection,
  { page, sort }: Pick<PageQuery, 'page'> & { readonly sort: PageQuery['sort'] | undefined },
): void {
  const rules = setup.pageRules(collection.types);
  // A cursor may be right for the order that the client meant, so a strategy that may have cursors is not asked then.
  if (sort !== undefined || orderless.has(rules.strategy)) readPage(setup, collection, { page, sort: sort ?? [] });
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
  const optional = <Name extends 'meta' | 'memberMeta'>(name: Name): RequestedPage[Name] =>
    fieldOf(requested, name) as RequestedPage[Name];
  return {
    slice: requested.slice,
    // As methods of the strategy's own object: it may use `this`.
    neighbours: (found) => syncMembers(requested.neighbours(found), 'The pagination strategy: neighbours'),
    meta: (found) => syncMembers(optional('meta')?.call(requested, found), 'The pagination strategy: meta'),
    memberMeta: (position) =>
      syncMembers(optional('memberMeta')?.call(requested, position), 'The pagination strategy: memberMeta'),
    rules,
    asked: oneMore(requested.slice),
    total,
  };
}

/**
 * The first page of a to-many relationship that is included, with this many members; its order is that of the source.
 *
 * @param size Members of the page; at most the largest page of the rules.
 */
export function includedPage(rules: SettledRules, size: number, url: string): ReadPage {
  const { strategy, pageSize, pageSizeMaximum } = rules;
  const parameters = new Map([[strategy.sizeName, String(size)]]);
  return withRules(strategy.read({ parameters, pageSize, pageSizeMaximum, sort: [], url }), rules, false);
}
