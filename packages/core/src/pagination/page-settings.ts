import { describeValue } from '../internal/describe-value.ts';
import { pickMembers } from '../internal/members.ts';
import { checkKind, type OptionKind } from '../internal/options.ts';
import { isMemberName } from '../spec/member/member-name.ts';
import type { PaginationStrategy } from './pagination.ts';

/** Whether responses contain the total number of resources: never, if requested, or always. */
export type TotalRule = 'never' | 'on-request' | 'always';

/** All values of `TotalRule`, the strictest first. */
export const totalRules: readonly TotalRule[] = ['never', 'on-request', 'always'];

/** How the pages of a collection are read. */
export interface PageSettings {
  readonly strategy: PaginationStrategy;
  readonly total: TotalRule;
  /** The name of the total in the top-level `meta`. */
  readonly totalName: string;
  readonly pageSize: number;
  readonly pageSizeMaximum: number;
}

/** The name that profiles with pagination define. */
export const DEFAULT_TOTAL_NAME = 'page.total';

/**
 * Checks the name of the total: a member of the top-level `meta`, such as `total`, or of an object in it, such as
 * `page.total`. A member name cannot contain a dot.
 *
 * @throws {TypeError} If it is not such a name, or replaces the object `page`.
 */
function checkTotalName(where: string, name: unknown): asserts name is string {
  const names = typeof name === 'string' ? name.split('.') : [];
  if (names.length > 0 && names.length < 3 && names.every(isMemberName) && name !== 'page') return;
  throw new TypeError(
    `${where} must be the name of a member of \`meta\` other than \`page\`, such as "total" or "page.total", but it is ${describeValue(name)}.`,
  );
}

/**
 * Checks a number of resources: a whole number of 1 or more. A maximum can be Infinity.
 *
 * @throws {TypeError} If it is not.
 */
export function checkSize(name: string, size: number): void {
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

/** Reads what a strategy declares about itself. */
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

/**
 * Returns the settings of a collection: what is given, and for the rest those of `base`.
 *
 * @param where The path of the settings, and of their strategy, for messages.
 * @throws {TypeError} If a member is not valid.
 */
export function pageSettings(
  where: string,
  strategyAt: string,
  given: { readonly [Name in keyof PageSettings]?: PageSettings[Name] | undefined },
  base: PageSettings,
): PageSettings {
  checkStrategy(strategyAt, given.strategy);
  const pageSizeMaximum = given.pageSizeMaximum ?? base.pageSizeMaximum;
  const pageSize = given.pageSize ?? Math.min(base.pageSize, pageSizeMaximum);
  const totalName = given.totalName ?? base.totalName;
  checkTotalName(`${where}.totalName`, totalName);
  checkSize(`${where}.pageSizeMaximum`, pageSizeMaximum);
  checkSize(`${where}.pageSize`, pageSize);
  if (pageSize > pageSizeMaximum)
    throw new TypeError(
      `${where}.pageSize must be at most \`pageSizeMaximum\`, ${pageSizeMaximum}, but it is ${pageSize}.`,
    );
  const { strategy = base.strategy, total = base.total } = given;
  return { strategy, total, totalName, pageSize, pageSizeMaximum };
}
