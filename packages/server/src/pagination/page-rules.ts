import type { Api, TypeName } from '@linkage/core';
import { type OptionTable, optionTable, readOptions } from '@linkage/core/internal';
import { readByType } from '../internal/read-by-type.ts';
import type { ServerLimits } from '../request/limits.ts';
import { pageNumberStrategy } from './page-number.ts';
import type { PageFacts, PaginationStrategy } from './pagination.ts';

/** Whether the number of all resources of a collection is told: never, when a request asks for it, or always. */
export type TotalRule = 'never' | 'on-request' | 'always';

/** How collections are cut into pages. */
export interface PageRules {
  /** Default: `pageNumberStrategy`. */
  readonly strategy?: PaginationStrategy | undefined;
  /** Default `on-request`: with `page[total]=true`. A total costs the source one more statement. */
  readonly total?: TotalRule | undefined;
  /**
   * Members that a to-many relationship shows of each resource when it is included; links lead to the others. Default: all
   * of them, and a response that would have too many is refused.
   */
  readonly includedSize?: number | undefined;
}

/** How collections of one type are cut into pages, where they differ from all others. */
export interface TypePageRules extends PageRules {
  /** Resources on a page when the request does not say. Default: that of the server's limits. */
  readonly pageSize?: number | undefined;
  /** Resources that a request may ask for on a page. Default: that of the server's limits. */
  readonly pageSizeMaximum?: number | undefined;
}

/** How a server cuts collections into pages: those of every type, and those of some types by name. */
export interface PaginationOptions<A extends Api = Api> extends PageRules {
  readonly types?: { readonly [Type in TypeName<A>]?: TypePageRules | undefined } | undefined;
}

/** The rules of a collection, with everything settled. */
export interface SettledRules {
  readonly strategy: PaginationStrategy;
  /** Whether the strategy is that of the one type: a profile does not replace it. */
  readonly isOwnStrategy: boolean;
  readonly total: TotalRule;
  readonly includedSize: number;
  readonly pageSize: number;
  readonly pageSizeMaximum: number;
}

/** What reading a page takes of a server. */
export interface PageSetup {
  /** The rules by which a collection of these types is cut into pages. */
  readonly pageRules: RulesOf;
  /** What strategies get to know of the request besides its query. */
  readonly pageFacts: PageFacts;
}

const totals: readonly TotalRule[] = ['never', 'on-request', 'always'];

const ruleKinds = { strategy: 'object', total: totals, includedSize: 'any' } as const;
const allRules: OptionTable = optionTable({ ...ruleKinds, types: 'object' });
const typeRules: OptionTable = optionTable({ ...ruleKinds, pageSize: 'any', pageSizeMaximum: 'any' });

function checkSize(name: string, size: number): void {
  const isSize = Number.isSafeInteger(size)
    ? size >= 1
    : size === Number.POSITIVE_INFINITY && !name.endsWith('pageSize');
  if (!isSize) throw new TypeError(`${name} is a whole number of 1 or more.`);
}

function settle(where: string, given: TypePageRules, base: SettledRules): SettledRules {
  const pageSizeMaximum = given.pageSizeMaximum ?? base.pageSizeMaximum;
  const pageSize = given.pageSize ?? Math.min(base.pageSize, pageSizeMaximum);
  const includedSize = given.includedSize ?? base.includedSize;
  const total = given.total ?? base.total;
  checkSize(`${where}.pageSizeMaximum`, pageSizeMaximum);
  checkSize(`${where}.pageSize`, pageSize);
  checkSize(`${where}.includedSize`, includedSize);
  if (pageSize > pageSizeMaximum) throw new TypeError(`${where}.pageSize is at most its pageSizeMaximum.`);
  return Object.freeze({
    strategy: given.strategy ?? base.strategy,
    isOwnStrategy: false,
    total,
    includedSize,
    pageSize,
    pageSizeMaximum,
  });
}

/** What holds for a collection of several types: the server's strategy, and the narrowest of what holds for each. */
function narrowest(all: readonly SettledRules[], base: SettledRules): SettledRules {
  const least = (name: 'includedSize' | 'pageSize' | 'pageSizeMaximum'): number =>
    Math.min(...all.map((rules) => rules[name]));
  const total = totals.find((rule) => all.some((rules) => rules.total === rule)) ?? base.total;
  return Object.freeze({
    strategy: base.strategy,
    isOwnStrategy: false,
    total,
    includedSize: least('includedSize'),
    pageSize: least('pageSize'),
    pageSizeMaximum: least('pageSizeMaximum'),
  });
}

/**
 * The rules of a collection, by the types of its resources.
 *
 * @param strategy That of a profile, which stands for the server's, but not for that of a type.
 */
export type RulesOf = (types: readonly string[], strategy?: PaginationStrategy) => SettledRules;

/**
 * The rules of each collection, by the types of its resources.
 *
 * @throws {TypeError} A rule is for no type of the API, or a size is none.
 */
export function pageRules(
  api: Api,
  { pageSize, pageSizeMaximum }: Pick<ServerLimits, 'pageSize' | 'pageSizeMaximum'>,
  given: PaginationOptions = {},
): RulesOf {
  const { types = {}, ...rules } = readOptions('createServer: pagination', given, allRules);
  const sizes = { pageSize, pageSizeMaximum };
  const defaults: SettledRules = {
    ...sizes,
    strategy: pageNumberStrategy,
    isOwnStrategy: false,
    total: 'on-request',
    includedSize: Number.POSITIVE_INFINITY,
  };
  const base = settle('pagination', { ...rules, ...sizes }, defaults);
  const byType = new Map<string, SettledRules>();
  for (const [type, own] of readByType<TypePageRules>(api, 'createServer: pagination.types', types)) {
    const where = `pagination.types.${type}`;
    const read = readOptions(`createServer: ${where}`, own, typeRules);
    byType.set(type, Object.freeze({ ...settle(where, read, base), isOwnStrategy: read.strategy !== undefined }));
  }
  const rulesOf = (type: string): SettledRules => byType.get(type) ?? base;
  const mixed = new WeakMap<readonly string[], SettledRules>();
  const rulesOfAll = (names: readonly string[]): SettledRules => {
    if (names.length === 1) return rulesOf(names[0] as string);
    const rules = mixed.get(names) ?? narrowest(names.map(rulesOf), base);
    mixed.set(names, rules);
    return rules;
  };
  return (names, strategy) => {
    const rules = rulesOfAll(names);
    return strategy === undefined || rules.isOwnStrategy ? rules : Object.freeze({ ...rules, strategy });
  };
}
