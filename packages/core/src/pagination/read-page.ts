import { ignoreRejection, isPromise } from '../internal/awaitable.ts';
import { memberOf } from '../internal/members.ts';
import { type OptionTable, optionTable, readOptions } from '../internal/options.ts';
import type { Negotiated } from '../media-type/negotiated.ts';
import { withParameters } from '../query/parameter-text.ts';
import type { FilterCondition, SortField } from '../query/query.ts';
import type { Link, MetaObject, TopLevelLinks } from '../spec/document/links-object.ts';
import { memberMeta, pageLinks, pageMeta, withPage } from './page-members.ts';
import { pageNumberStrategy } from './page-number.ts';
import { DEFAULT_TOTAL_NAME, type PageSettings, pageSettings, type TotalRule, totalRules } from './page-settings.ts';
import type { PageParameters, SyncPaginationStrategy } from './pagination.ts';
import { type ReadPage, readPageBy } from './read-page-by.ts';
import { assertPageNames, type PageSlice, type SourcePage } from './source-page.ts';
import { toPageResult } from './to-page-result.ts';

/** The pages of a collection. */
export interface PageOptions {
  /** Default: `pageNumberStrategy`. */
  readonly strategy?: SyncPaginationStrategy | undefined;
  /** The page size if the request does not set it. Default: 25. */
  readonly pageSize?: number | undefined;
  /** The maximum page size. Default: 100. */
  readonly pageSizeMaximum?: number | undefined;
  /** Whether documents contain the total number of resources. Default: `on-request`, with `page[total]=true`. */
  readonly total?: TotalRule | undefined;
  /** The name of the total in the top-level `meta`, such as `total` or `page.count`. Default: `page.total`. */
  readonly totalName?: string | undefined;
  /** Who sends the request, as a JSON value: a cursor is valid for the user that received it. Default: for every user. */
  readonly user?: unknown;
}

/** A parsed request for a page: what `readCollectionRequest` returns, or the result of `parseQuery` as `query`. */
export interface PageableRequest {
  readonly query: {
    readonly page: ReadonlyMap<string, string>;
    readonly sort: readonly SortField[];
    readonly filter: readonly FilterCondition[];
  };
  /** The result of content negotiation. With applied extensions or profiles, links contain the media type. */
  readonly negotiated?: Negotiated | undefined;
}

/** The page that a request asks for. */
export interface PagePlan {
  /**
   * What to read: `offset` and `limit`, or the records behind the position `after`, or in front of `before`. The limit is one more than the
   * page shows: so the page knows whether more records follow.
   */
  readonly slice: PageSlice;
  /** Whether `result` needs the total number of records. */
  readonly needsTotal: boolean;
  /**
   * Returns the records of the page, and what its document contains about it.
   *
   * @param found The records of the slice, in their order, and the total if it is needed. Positions can be omitted, unless the order leads
   * through relationships.
   * @throws {JsonApiError} 400 if the request needs a total, and `found` has none.
   * @throws {TypeError} If a member is invalid.
   */
  result<Member extends object>(found: SourcePage<Member>): PageResult<Member>;
}

/** The records of a page, and what its document contains about it: options of `serialize`. */
export interface PageResult<Member> {
  readonly records: readonly Member[];
  /** `self`, and the pages around this one. They keep all other query parameters. */
  readonly links: TopLevelLinks;
  /** The total, if it is requested. */
  readonly meta: MetaObject | undefined;
  /** Returns the `meta` of a record on the page: its cursor. For the functions `meta` and `identifierMeta` of the option `resources`. */
  readonly recordMeta: (record: object) => MetaObject | undefined;
}

const options: OptionTable = optionTable({
  strategy: 'object',
  pageSize: 'any',
  pageSizeMaximum: 'any',
  total: totalRules as readonly string[],
  totalName: 'any',
  user: 'any',
});

const defaults: PageSettings = {
  strategy: pageNumberStrategy,
  total: 'on-request',
  totalName: DEFAULT_TOTAL_NAME,
  pageSize: 25,
  pageSizeMaximum: 100,
};

/** Returns a link to a URL of the API. With applied extensions or profiles, it contains the media type. */
function linkTo(negotiated: Negotiated | undefined, url: string, parameters: URLSearchParams): Link {
  const href = withParameters(url, parameters);
  const hasParameters = negotiated !== undefined && negotiated.extensions.length + negotiated.profiles.length > 0;
  return hasParameters ? { href, type: negotiated.contentType } : href;
}

/** Returns the link `self` of the response to a request, with its query parameters. */
export function selfLink(negotiated: Negotiated | undefined, url: string): Link {
  return linkTo(negotiated, ...partsOf(url));
}

/** Divides a URL into its part without a query, and its query parameters. */
function partsOf(url: string): readonly [url: string, parameters: URLSearchParams] {
  const [whole = ''] = url.split('#', 1);
  const mark = whole.indexOf('?');
  return mark === -1
    ? [whole, new URLSearchParams()]
    : [whole.slice(0, mark), new URLSearchParams(whole.slice(mark + 1))];
}

/** Returns the positions of records: the values that they are sorted by, and the id. Undefined if the order leads through relationships. */
function positionsOf(records: readonly object[], sort: readonly SortField[]): readonly unknown[] | undefined {
  if (sort.some(({ field }) => field.includes('.'))) return undefined;
  return records.map((record) => [
    sort.map(({ field }) => memberOf(record, field) ?? null),
    [String(memberOf(record, 'id'))],
  ]);
}

/**
 * Reads the `page` parameters of a request: what to read from your data, and the links and `meta` of its document.
 *
 * @param request The query, and the result of content negotiation.
 * @param url The URL of the request, or its path and query. Links begin with it, and cursors are valid for it.
 * @throws {JsonApiError} 400 with an error for each invalid parameter.
 * @throws {TypeError} If an option is unknown or invalid.
 * @see https://jsonapi.org/format/1.1/#fetching-pagination
 * @example
 * const page = readPage({ query }, request.url, { pageSize: 20 });
 * const rows = await articles.orderBy('id').offset(page.slice.offset).limit(page.slice.limit);
 * const { records, links, meta } = page.result({ records: rows });
 */
export function readPage({ query, negotiated }: PageableRequest, url: string, given: PageOptions = {}): PagePlan {
  const { user, ...rest } = readOptions('readPage', given, options) as PageOptions;
  const rules = pageSettings('readPage: options', 'readPage: strategy', rest, defaults);
  if (typeof url !== 'string') throw new TypeError('readPage: `url` must be a URL as a string.');
  const [base, parameters] = partsOf(url);
  const { page, sort, filter } = query;
  const profiles = negotiated?.profiles ?? [];
  const facts = { sort, filter, types: [], url: base, profiles, context: undefined, user };
  const read = readPageBy(rules, facts, page) as ReadPage;
  ignoreRejection(read);
  if (isPromise(read)) throw new TypeError('readPage: the strategy must not return a promise.');
  return Object.freeze({
    slice: read.asked,
    needsTotal: read.total === 'by-rule' || read.total === 'by-request',
    result<Member extends object>(declared: SourcePage<Member>): PageResult<Member> {
      assertPageNames(declared, 'readPage: result');
      const positions = declared.positions ?? (read.slice.positions ? positionsOf(declared.records, sort) : undefined);
      const found = toPageResult({ ...declared, positions }, read, 'readPage: result');
      const metas = memberMeta({ page: read, found, meta: undefined });
      const metaOf = new Map<object, MetaObject | undefined>(found.members.map((it, index) => [it, metas.at(index)]));
      const toLink = (to: PageParameters): Link => linkTo(negotiated, base, withPage(parameters, rules.strategy, to));
      return Object.freeze({
        records: found.members,
        links: { self: linkTo(negotiated, base, parameters), ...pageLinks(read.neighbours(found), toLink) },
        meta: pageMeta({ page: read, found, meta: undefined }),
        recordMeta: (record: object) => metaOf.get(record),
      });
    },
  });
}
