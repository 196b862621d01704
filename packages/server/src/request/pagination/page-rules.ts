import type { Api, TypeName } from '@linkage/core';
import { type PaginationStrategy, pageNumberStrategy, type TotalRule } from '@linkage/core/http';
import {
  checkSize,
  DEFAULT_TOTAL_NAME,
  type OptionTable,
  oncePer,
  optionTable,
  type PageSettings,
  pageSettings,
  syncResult,
  totalRules,
} from '@linkage/core/internal';
import { readByType } from '../../internal/read-by-type.ts';
import { readSettings } from '../../internal/read-settings.ts';
import type { ServerLimits } from '../limits.ts';

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
   * Identifies the user from the result of `context(request)`, as a JSON value: the cursors of `cursorPagination` are valid only for the
   * user that received them. Default: for every user; the access rules of the server apply to each request.
   */
  readonly user?: ((context: Context) => unknown) | undefined;
  readonly types?: { readonly [Type in TypeName<A>]?: TypePageRules | undefined } | undefined;
  /** The strategy of the option `collections`, which must select pages by positions, such as `cursorStrategy`. Default: `strategy`. */
  readonly collections?: PaginationStrategy | undefined;
}

/** The complete rules of a collection. */
export interface SettledRules extends PageSettings {
  /** Whether the strategy is set for the type. A profile does not replace it. */
  readonly isStrategyOfType: boolean;
  /** Identifies the user for cursors. */
  readonly userOf: (context: unknown) => unknown;
  readonly includedSize: number;
}

const ruleKinds = { strategy: 'object', total: totalRules, totalName: 'any', includedSize: 'any' } as const;
const allRules: OptionTable = optionTable({ ...ruleKinds, types: 'object', user: 'function', collections: 'object' });
const typeRules: OptionTable = optionTable({ ...ruleKinds, pageSize: 'any', pageSizeMaximum: 'any' });

function resolvePageRules(where: string, given: TypePageRules, base: SettledRules): SettledRules {
  const includedSize = given.includedSize ?? base.includedSize;
  const settings = pageSettings(where, `createServer: ${where}.strategy`, given, base);
  checkSize(`${where}.includedSize`, includedSize);
  return Object.freeze({ ...settings, isStrategyOfType: false, userOf: base.userOf, includedSize });
}

/**
 * Returns the rules of a collection of several types: the strategy of the server, and the strictest rules of the types.
 */
function narrowest(all: readonly SettledRules[], base: SettledRules): SettledRules {
  const least = (name: 'includedSize' | 'pageSize' | 'pageSizeMaximum'): number =>
    Math.min(...all.map((rules) => rules[name]));
  const total = totalRules.find((rule) => all.some((rules) => rules.total === rule)) as TotalRule;
  return Object.freeze({
    strategy: base.strategy,
    isStrategyOfType: false,
    userOf: base.userOf,
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
  const { types = {}, user, collections: _, ...rules } = readSettings('createServer: pagination', given, allRules);
  const sizes = { pageSize, pageSizeMaximum };
  const defaults: SettledRules = {
    ...sizes,
    strategy: pageNumberStrategy,
    isStrategyOfType: false,
    userOf: (context) => syncResult(user?.(context as never), 'createServer: pagination.user'),
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
