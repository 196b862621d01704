import { truncateName } from '../error/create-error-object.ts';
import { ignoreRejection } from '../internal/awaitable.ts';
import { frozenList } from '../internal/freeze.ts';
import { memberOf } from '../internal/members.ts';
import type { Api, ResourceType } from '../schema/api.ts';
import { isTextOperator, valuesTaken } from '../schema/filter-operator.ts';
import { conditionParts, groupOf, termsIn } from './condition-parts.ts';
import { type Expression, parseExpression } from './filter-expression.ts';
import { type FilterSetup, readTerm } from './filter-term.ts';
import { splitValues } from './filter-value.ts';
import type { FilterCondition, FilterTerm } from './query.ts';
import { type RejectFilter, report } from './query-errors.ts';

/** A database compares the text of every row with each value, without an index. */
const TEXT_COST = 8;

/**
 * Returns the cost of a condition for `limits.filterCost`: 1, or 8 for each value of a text operator or of `has`, and twice as much for each
 * relationship on the path to its field.
 */
function filterCost({ field, operator, values }: FilterTerm): number {
  let cost = isTextOperator(operator) || operator === 'has' ? TEXT_COST * values.length : 1;
  for (let at = field.indexOf('.'); at !== -1; at = field.indexOf('.', at + 1)) cost *= 2;
  return cost;
}

/** One parameter of the `filter` family: `filter[words][gt]=100` has the brackets `words` and `gt`. */
export interface FilterParameter {
  /** The decoded name. */
  readonly parameter: string;
  /** The text in each pair of brackets, in order. */
  readonly brackets: readonly string[];
  readonly value: string;
}

/** The functions that a filter language uses. */
export interface FilterReader {
  readonly api: Api;
  /** The type of the primary data. */
  readonly type: ResourceType;
  /**
   * Returns a checked condition. Returns undefined, and reports an error, if the field cannot be filtered, does not support the
   * operator, or a value is invalid.
   *
   * @param given `items` are strings, which are converted as the schema of the field requires, or null. `operator` can also be `in`
   * or `exists`. Default: `eq`.
   */
  readonly condition: (given: {
    readonly field: string;
    readonly operator?: string | undefined;
    readonly items: readonly (string | null)[];
    readonly parameter: string;
  }) => FilterTerm | undefined;
  /** Splits a list with commas; a backslash escapes the next character, and the word `null` becomes null. */
  readonly splitList: (list: string) => readonly (string | null)[];
  /** Reports an error of a parameter. The request is then answered with 400. */
  readonly reject: (detail: string, parameter: string) => undefined;
}

/**
 * A filter language: converts the `filter` parameters of a request to conditions, which must all match. Called once for a
 * request, with all of these parameters in order. A name that ends with `[]`, such as `filter[id][]`, can occur several
 * times. Conditions on fields must come from `reader.condition`, so that permissions
 * and limits apply; the language can combine them in groups.
 *
 * @example
 * // `filter[price]=10..20`
 * const ranges: FilterLanguage = (parameters, reader) =>
 *   parameters
 *     .map(({ parameter, brackets: [field = ''], value }) =>
 *       reader.condition({ field, operator: 'between', items: value.split('..'), parameter }))
 *     .filter((condition) => condition !== undefined);
 */
export type FilterLanguage = (
  parameters: readonly FilterParameter[],
  reader: FilterReader,
) => readonly FilterCondition[];

/** Converts an expression to conditions. Its depth has a limit. */
function conditionOf(expression: Expression, reader: FilterReader, parameter: string): FilterCondition | undefined {
  if (expression.parts === undefined) {
    const { name: operator, field, items } = expression;
    return reader.condition({ field, operator, items, parameter });
  }
  const parts = expression.parts.map((it) => conditionOf(it, reader, parameter));
  const known = parts.filter((it) => it !== undefined);
  // An error was reported.
  return known.length < parts.length ? undefined : groupOf(expression.name as 'and', known);
}

/** The filter language of this library: `filter[field][operator]=value`, and `filter=or(…)`. */
export function defaultLanguage({ limits, errors }: FilterSetup): FilterLanguage {
  return (parameters, reader) => {
    let terms = limits.filterTerms;
    const read: FilterCondition[] = [];
    for (const { parameter, brackets, value } of parameters) {
      const reject: RejectFilter = (key, values, ...more) => report(errors, key, values, parameter, ...more);
      if (brackets.length === 0) {
        const expression = parseExpression(value, { terms, depth: limits.filterNesting }, reject);
        const condition = expression && conditionOf(expression, reader, parameter);
        if (condition === undefined) continue;
        const parts = conditionParts(condition);
        terms -= termsIn([condition]).length;
        if (parts.kind === 'and') read.push(...parts.conditions);
        else read.push(condition);
        continue;
      }
      const [field = '', operator = 'eq'] = brackets;
      if (brackets.length > 2) {
        reject('FILTER_NOT_SUPPORTED.form', {});
        continue;
      }
      terms--;
      const items = valuesTaken(operator) === 'one' ? [value] : splitValues(value);
      const term = reader.condition({ field, operator, items, parameter });
      if (term !== undefined) read.push(term);
    }
    return read;
  };
}

/** Returns a frozen copy of a condition, in which each condition on a field comes from the reader. */
function checked(condition: FilterCondition, known: ReadonlySet<object>): FilterCondition {
  if (typeof condition !== 'object' || condition === null) throw invalid();
  const parts = conditionParts(condition);
  if (parts.kind === 'term') {
    if (!known.has(parts.term)) throw invalid();
    return parts.term;
  }
  if (!Array.isArray(parts.conditions) || parts.conditions.length === 0) throw invalid();
  const conditions = frozenList(parts.conditions.map((it) => checked(it, known)));
  return Object.freeze(groupOf(parts.kind, conditions));
}

function invalid(): TypeError {
  return new TypeError(
    'filterLanguage: each condition must be a result of `reader.condition`, or a group of one or more of them.',
  );
}

/** Reads the `filter` parameters of a request with a language. */
export function readFilter(
  setup: FilterSetup,
  parameters: readonly FilterParameter[],
  language: FilterLanguage = defaultLanguage(setup),
): readonly FilterCondition[] {
  const { api, type, limits, errors } = setup;
  const known = new Set<object>();
  let valuesLeft = limits.filterValues;
  let termsLeft = limits.filterTerms;
  let costLeft = limits.filterCost;
  const reader: FilterReader = Object.freeze<FilterReader>({
    api,
    type,
    splitList: splitValues,
    reject: (detail, parameter) =>
      errors.addText('FILTER_NOT_SUPPORTED', detail, { parameter: truncateName(parameter) }),
    condition(spelled) {
      const { field, items, parameter } = spelled;
      const operator = (memberOf(spelled, 'operator') ?? 'eq') as string;
      if (errors.isFull()) return undefined;
      if (termsLeft <= 0)
        return report(errors, 'FILTER_NOT_SUPPORTED.tooMany', { limit: limits.filterTerms }, parameter);
      const term = readTerm(setup, { field, operator, items, parameter }, valuesLeft);
      if (term === undefined) return undefined;
      termsLeft--;
      valuesLeft -= term.values.length;
      costLeft -= filterCost(term);
      if (costLeft < 0) return report(errors, 'FILTER_NOT_SUPPORTED.cost', { limit: limits.filterCost }, parameter);
      known.add(term);
      return term;
    },
  });
  const conditions: unknown = language(parameters, reader);
  ignoreRejection(conditions);
  if (!Array.isArray(conditions)) throw new TypeError('filterLanguage: the result must be an array of conditions.');
  return frozenList(conditions.map((it) => checked(it, known)));
}
