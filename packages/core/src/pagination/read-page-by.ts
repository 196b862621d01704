import { pageErrors } from '../error/chapters/page-errors.ts';
import { collectErrors, outcomeOf } from '../error/collect-errors.ts';
import { truncateName } from '../error/create-error-object.ts';
import { errorIn, JsonApiError } from '../error/json-api-error.ts';
import { isPromise, syncMembers } from '../internal/awaitable.ts';
import { describeValue } from '../internal/describe-value.ts';
import { pickMembers } from '../internal/members.ts';
import { oncePer } from '../internal/once-per.ts';
import { pageError } from './page-error.ts';
import type { PageSettings } from './page-settings.ts';
import type { PageRequest, PaginationStrategy, RequestedPage } from './pagination.ts';
import { MAX_MEMBERS, type PageSlice } from './source-page.ts';

/** A parsed page request. */
export interface ReadPage extends RequestedPage {
  /** The rules of the collection. */
  readonly rules: PageSettings;
  /** The slice to request from a source. One more record than the page has shows whether more follow. */
  readonly asked: PageSlice;
  /** Whether the total number of records is required: by the rules, or by the request. An estimate is only by request. */
  readonly total: false | 'by-rule' | 'by-request' | 'estimate';
}

/** Returns a strategy as messages name it: by the parameters that it reads. Each request needs the name, before there is an error. */
const nameOfStrategy: (strategy: Pick<PaginationStrategy, 'names'>) => string = oncePer(
  ({ names }) => `The pagination strategy of ${names.map((it) => `\`page[${it}]\``).join(' and ')}`,
);

const sliceMembers = ['offset', 'limit', 'positions', 'after', 'before'] as const;

function isWhole(value: unknown, least: 0 | 1): boolean {
  // The server requests one record more, and a source adds the offset and the limit.
  return Number.isSafeInteger(value) && (value as number) >= least && (value as number) < Number.MAX_SAFE_INTEGER;
}

/** Returns what is wrong with a slice, or undefined. */
function faultOf({ offset, limit, positions, after, before }: PageSlice): string | undefined {
  if (!isWhole(offset, 0)) return `\`offset\` must be a whole number of 0 or more, but it is ${describeValue(offset)}`;
  if (!isWhole(limit, 1)) return `\`limit\` must be a whole number of 1 or more, but it is ${describeValue(limit)}`;
  if (positions !== undefined && typeof positions !== 'boolean')
    return `\`positions\` must be a boolean, but it is ${describeValue(positions)}`;
  if ((after !== undefined || before !== undefined) && positions !== true)
    return '`positions` must be true beside `after` or `before`';
  return positions === true && offset !== 0
    ? `\`offset\` must be 0 beside \`positions\`, but it is ${offset}`
    : undefined;
}

/**
 * Checks the slice of a strategy before any source receives it: sources would read a wrong number in different ways.
 *
 * @throws {TypeError} If a member is missing or invalid: an error of the strategy, not of the client.
 */
function checkSlice(
  { strategy, pageSizeMaximum }: Pick<PageSettings, 'strategy' | 'pageSizeMaximum'>,
  given: unknown,
): Required<PageSlice> {
  const fail = (what: string) => new TypeError(`${nameOfStrategy(strategy)}: read must return ${what}.`);
  if (typeof given !== 'object' || given === null) throw fail('a page, { slice, neighbours }');
  const read = pickMembers(given as PageSlice, sliceMembers) as Required<PageSlice>;
  // A strategy can return the maximum page size, which can be Infinity.
  const isMaximum = read.limit === pageSizeMaximum && read.limit > MAX_MEMBERS;
  const slice = isMaximum ? { ...read, limit: MAX_MEMBERS } : read;
  const fault = faultOf(slice);
  if (fault !== undefined) throw fail(`a valid slice. ${fault}`);
  return slice;
}

function totalOf({ total }: PageSettings, text: string | undefined): ReadPage['total'] {
  if (text === undefined) return total === 'always' && 'by-rule';
  if (total === 'never') throw pageError('PARAMETER_NOT_SUPPORTED.total', {}, 'page[total]');
  if (text === 'estimate') return text;
  if (text !== 'true' && text !== 'false') throw pageError('PAGE_INVALID.total', {}, 'page[total]');
  return text === 'true' && 'by-request';
}

/**
 * Rejects names that the strategy does not read.
 *
 * @throws {JsonApiError} 400 with an error for each parameter.
 */
function assertKnown({ strategy, total }: PageSettings, page: ReadonlyMap<string, string>): void {
  const unknown = [...page.keys()].filter((name) => name !== 'total' && !strategy.names.includes(name));
  if (unknown.length === 0) return;
  const allowed = total === 'never' ? strategy.names : [...strategy.names, 'total'];
  const names = allowed.map((it) => `\`page[${it}]\``).join(', ');
  throw new JsonApiError(
    unknown.map((name) =>
      errorIn(pageErrors, 'PAGE_INVALID.supported', { names }, { parameter: truncateName(`page[${name}]`) }),
    ),
  );
}

function withRules(read: RequestedPage, rules: PageSettings, total: ReadPage['total']): ReadPage {
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

/** The facts about a request that its strategy receives, without its `page` parameters. */
export type PageFacts = Omit<PageRequest, 'parameters' | 'pageSize' | 'pageSizeMaximum'>;

function requestOf(
  { strategy, pageSize, pageSizeMaximum }: PageSettings,
  facts: PageFacts,
  page: ReadonlyMap<string, string>,
): PageRequest {
  const parameters = new Map([...page].filter(([name]) => strategy.names.includes(name)));
  return { ...facts, parameters, pageSize: Math.min(pageSize, MAX_MEMBERS), pageSizeMaximum };
}

/**
 * Reads the `page` parameters of a request by the rules of the collection.
 *
 * @param page All `page` parameters of the request, by the name in their brackets.
 * @throws {JsonApiError} 400 with an error for each invalid parameter.
 * @see https://jsonapi.org/format/1.1/#fetching-pagination
 */
export function readPageBy(
  rules: PageSettings,
  facts: PageFacts,
  page: ReadonlyMap<string, string>,
): ReadPage | Promise<ReadPage> {
  const finish = (read: () => RequestedPage): ReadPage => {
    const [, total, requested] = collectErrors(
      () => assertKnown(rules, page),
      () => totalOf(rules, page.get('total')),
      read,
    );
    return withRules(requested, rules, total);
  };
  const read = outcomeOf(() => rules.strategy.read(requestOf(rules, facts, page)));
  return isPromise(read) ? read.then(finish) : finish(read);
}

/** Returns the first page of a size that the server itself chooses, without a total. */
export function firstPageBy(rules: PageSettings, facts: PageFacts, size: number): ReadPage | Promise<ReadPage> {
  const read = rules.strategy.read(requestOf(rules, facts, new Map([[rules.strategy.sizeName, String(size)]])));
  const finish = (it: RequestedPage): ReadPage => withRules(it, rules, false);
  return isPromise(read) ? Promise.resolve(read).then(finish) : finish(read);
}

/**
 * Checks the `page` parameters that do not depend on the order, of a request whose order is invalid.
 *
 * @throws {JsonApiError} 400 with an error for each invalid parameter.
 */
export function checkPageNames(rules: PageSettings, page: ReadonlyMap<string, string>): void {
  collectErrors(
    () => assertKnown(rules, page),
    () => totalOf(rules, page.get('total')),
  );
}
