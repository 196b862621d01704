import { fieldOf, JsonApiError, problem, type SortField } from '@linkage/core';
import type { PageSlice } from '../data-source.ts';
import type { ServerSetup } from '../exchange.ts';
import { pageInvalid } from './page-parameter.ts';
import type { SettledRules } from './page-rules.ts';
import type { RequestedPage } from './pagination.ts';

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
interface PagedCollection {
  /** The types of its resources. */
  readonly types: readonly string[];
  /** Its URL without a query. */
  readonly url: string;
}

/** What a query says of pages. */
interface PageQuery {
  readonly page: ReadonlyMap<string, string>;
  readonly sort: readonly SortField[];
}

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
 * @throws {JsonApiError} 400 naming the parameter at fault.
 * @see https://jsonapi.org/format/1.1/#fetching-pagination
 */
export function readPage(setup: ServerSetup, { types, url }: PagedCollection, { page, sort }: PageQuery): ReadPage {
  const rules = setup.pageRules(types);
  const { strategy, total: totalRule, pageSize, pageSizeMaximum } = rules;
  const allowed = totalRule === 'never' ? strategy.names : [...strategy.names, 'total'];
  const parameters = new Map<string, string>();
  for (const [name, value] of page) {
    if (name === 'total') continue;
    if (!strategy.names.includes(name)) {
      throw pageInvalid(name, `The page parameters here are ${allowed.map((it) => `page[${it}]`).join(', ')}.`);
    }
    parameters.set(name, value);
  }
  const total = totalOf(rules, page.get('total'));
  const requested = strategy.read({ parameters, pageSize, pageSizeMaximum, sort, url });
  return withRules(requested, rules, total);
}

function withRules(requested: RequestedPage, rules: SettledRules, total: ReadPage['total']): ReadPage {
  return {
    slice: requested.slice,
    // As methods of the strategy's own object: it may use `this`.
    neighbours: (found) => requested.neighbours(found),
    meta: (found) => (fieldOf(requested, 'meta') as typeof requested.meta)?.call(requested, found),
    memberMeta: (position) =>
      (fieldOf(requested, 'memberMeta') as typeof requested.memberMeta)?.call(requested, position),
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
