import type { Api, TypeName } from '@linkage/core';
import {
  checkKind,
  type OptionKind,
  type OptionTable,
  oncePer,
  optionTable,
  pickMembers,
} from '@linkage/core/internal';
import { readByType } from '../../internal/read-by-type.ts';
import { readSettings } from '../../internal/read-settings.ts';
import { syncResult } from '../../internal/sync-result.ts';
import type { ServerLimits } from '../limits.ts';
import { pageNumberStrategy } from './page-number.ts';
import type { PaginationStrategy } from './pagination.ts';
import { checkTotalName, DEFAULT_TOTAL_NAME } from './total-name.ts';

/** Whether responses contain the total number of resources: never, if requested, or always. */
export type TotalRule = 'never' | 'on-request' | 'always';

/** The pagination of collections. */
export interface PageRules {
  /** Default: `pageNumberStrategy`. */
  readonly strategy?: PaginationStrategy | undefined;
  /** Default `on-request`: with `page[total]=true`. A total requires one more statement of the source. */
  readonly total?: TotalRule | undefined;
  /**
   * The name of the total in the top-level `meta`: of a member, such as `total`, or of a member in an object, such as
   * `page.count`. Default `page.total`, which is also the name in profiles with pagination.
   */
  readonly totalName?: string | undefined;
  /**
   * The number of members that a to-many relationship of each resource shows if it is included. Links lead to the
   * others. Default: all members; a response with too many members is rejected.
   */
  readonly includedSize?: number | undefined;
}

/** The pagination of collections of one type. Overrides the rules for all types. */
export interface TypePageRules extends PageRules {
  /** The page size if the request does not set it. Default: the limit of the server. */
  readonly pageSize?: number | undefined;
  /** The maximum page size. Default: the limit of the server. */
  readonly pageSizeMaximum?: number | undefined;
}

/** The pagination rules of a server, for all types and for single types by name. */
export interface PaginationOptions<A extends Api = Api, in Context = unknown> extends PageRules {
  /**
   * Identifies the caller from the result of `context(request)`, as a JSON value: the cursors of `cursorPagination` are valid only for the
   * caller that received them. Default: for every caller; the access rules of the server apply to each request.
   */
  readonly caller?: ((context: Context) => unknown) | undefined;
  readonly types?: { readonly [Type in TypeName<A>]?: TypePageRules | undefined } | undefined;
}

/** The complete rules of a collection. */
export interface SettledRules {
  readonly strategy: PaginationStrategy;
  /** Whether the strategy is set for the type. A profile does not replace it. */
  readonly isStrategyOfType: boolean;
  /** Identifies the caller for cursors. */
  readonly callerOf: (context: unknown) => unknown;
  readonly total: TotalRule;
  readonly totalName: string;
  readonly includedSize: number;
  readonly pageSize: number;
  readonly pageSizeMaximum: number;
}

const totals: readonly TotalRule[] = ['never', 'on-request', 'always'];

const ruleKinds = { strategy: 'object', total: totals, totalName: 'any', includedSize: 'any' } as const;
const allRules: OptionTable = optionTable({ ...ruleKinds, types: 'object', caller: 'function' });
const typeRules: OptionTable = optionTable({ ...ruleKinds, pageSize: 'any', pageSizeMaximum: 'any' });

function checkSize(name: string, size: number): void {
  const isSize = Number.isSafeInteger(size)
    ? size >= 1
    : size === Number.POSITIVE_INFINITY && !name.endsWith('pageSize');
  if (!isSize) throw new TypeError(`${name} must be a whole number of 1 or more.`);
}

const strategyKinds: readonly (readonly ['names' | 'sizeName' | 'read', OptionKind])[] = [
  ['names', 'array of strings'],
  ['sizeName', 'string'],
  ['read', 'function'],
];

const traits = ['names', 'sizeName', 'read', 'isOrderless', 'linksWholeLists'] as const;

/** Reads what a strategy states about itself. */
export function traitsOf(strategy: PaginationStrategy): {
  readonly [Name in (typeof traits)[number]]: PaginationStrategy[Name] | undefined;
} {
  return pickMembers(strategy, traits);
}

/** Checks the required members of a strategy. It can have others, also as an instance of a class. */
function checkStrategy(where: string, given: PaginationStrategy | undefined): void {
  if (given === undefined) return;
  const strategy = traitsOf(given);
  for (const [name, kind] of strategyKinds) checkKind(where, name, kind, strategy[name]);
}

function resolvePageRules(where: string, given: TypePageRules, base: SettledRules): SettledRules {
  checkStrategy(`createServer: ${where}.strategy`, given.strategy);
  const pageSizeMaximum = given.pageSizeMaximum ?? base.pageSizeMaximum;
  const pageSize = given.pageSize ?? Math.min(base.pageSize, pageSizeMaximum);
  const includedSize = given.includedSize ?? base.includedSize;
  const total = given.total ?? base.total;
  const totalName = given.totalName ?? base.totalName;
  checkTotalName(`${where}.totalName`, totalName);
  checkSize(`${where}.pageSizeMaximum`, pageSizeMaximum);
  checkSize(`${where}.pageSize`, pageSize);
  checkSize(`${where}.includedSize`, includedSize);
  if (pageSize > pageSizeMaximum)
    throw new TypeError(
      `${where}.pageSize must be at most \`pageSizeMaximum\`, ${pageSizeMaximum}, but it is ${pageSize}.`,
    );
  return Object.freeze({
    strategy: given.strategy ?? base.strategy,
    isStrategyOfType: false,
    callerOf: base.callerOf,
    total,
    totalName,
    includedSize,
    pageSize,
    pageSizeMaximum,
  });
}

/**
 * Returns the rules of a collection of several types: the strategy of the server, and the strictest rules of the types.
 */
function narrowest(all: readonly SettledRules[], base: SettledRules): SettledRules {
  const least = (name: 'includedSize' | 'pageSize' | 'pageSizeMaximum'): number =>
    Math.min(...all.map((rules) => rules[name]));
  const total = totals.find((rule) => all.some((rules) => rules.total === rule)) as TotalRule;
  return Object.freeze({
    strategy: base.strategy,
    isStrategyOfType: false,
    callerOf: base.callerOf,
    total,
    totalName: base.totalName,
    includedSize: least('includedSize'),
    pageSize: least('pageSize'),
    pageSizeMaximum: least('pageSizeMaximum'),
  });
}

/**
 * Returns the rules of a collection, by the types of its resources.
 *
 * @param strategy The strategy of a profile. It replaces the strategy of the server, but not that of a type.
 */
export type RulesOf = (types: readonly string[], strategy?: PaginationStrategy) => SettledRules;

/**
 * Creates the function that returns the rules of a collection, by the types of its resources.
 *
 * @throws {TypeError} If a rule is for an unknown type, or a size is not valid.
 */
export function pageRules(
  api: Api,
  { pageSize, pageSizeMaximum }: Pick<ServerLimits, 'pageSize' | 'pageSizeMaximum'>,
  given: PaginationOptions = {},
): RulesOf {
  const { types = {}, caller, ...rules } = readSettings('createServer: pagination', given, allRules);
  const sizes = { pageSize, pageSizeMaximum };
  const defaults: SettledRules = {
    ...sizes,
    strategy: pageNumberStrategy,
    isStrategyOfType: false,
    callerOf: (context) => syncResult(caller?.(context as never), 'createServer: pagination.caller'),
    total: 'on-request',
    totalName: DEFAULT_TOTAL_NAME,
    includedSize: Number.POSITIVE_INFINITY,
  };
  const base = resolvePageRules('pagination', { ...rules, ...sizes }, defaults);
  const byType = new Map<string, SettledRules>();
  for (const [type, ofType] of readByType<TypePageRules>(api, 'createServer: pagination.types', types)) {
    const where = `pagination.types.${type}`;
    const read = readSettings(`createServer: ${where}`, ofType, typeRules);
    byType.set(
      type,
      Object.freeze({ ...resolvePageRules(where, read, base), isStrategyOfType: read.strategy !== undefined }),
    );
  }
  const rulesOf = (type: string): SettledRules => byType.get(type) ?? base;
  const mixed = oncePer((names: readonly string[]) => narrowest(names.map(rulesOf), base));
  return (names, strategy) => {
    const rules = names.length === 1 ? rulesOf(names[0] as string) : mixed(names);
    return strategy === undefined || rules.isStrategyOfType
      ? rules
      : Object.freeze({ ...rules, strategy, totalName: DEFAULT_TOTAL_NAME });
  };
}
