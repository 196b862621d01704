import { frozenList } from '../internal/freeze.ts';
import { listNames } from '../internal/name-list.ts';
import { truncate } from '../internal/truncate.ts';
import type { Api, AttributeDefinition, ResourceType } from '../schema/api.ts';
import { resourceType } from '../schema/resource-type.ts';
import { followFieldPath } from './field-path.ts';
import { readValue, splitValues } from './filter-value.ts';
import type { FilterOperator, FilterTerm } from './query.ts';
import { type QueryErrors, report } from './query-errors.ts';
import { isMixed, type QueryFamily } from './query-family.ts';
import type { QueryLimits } from './query-limits.ts';

const OPERATORS: ReadonlySet<string> = new Set<FilterOperator>(['eq', 'lt', 'le', 'gt', 'ge']);

/** One parameter of the `filter` family, and the number of values that the query can still contain. */
export interface FilterParameter {
  /** The decoded name of the parameter. */
  readonly parameter: string;
  readonly brackets: readonly string[];
  readonly value: string;
  /** The number of further values that the query can contain. */
  readonly valuesLeft: number;
}

/** Returns the values of an attribute, as its schema returns them, without duplicates. */
function attributeValues(
  { name, schema }: AttributeDefinition,
  items: readonly (string | null)[],
  parameter: string,
  errors: QueryErrors,
): readonly unknown[] {
  const values = new Set<unknown>();
  for (const one of items) {
    if (errors.isFull()) break;
    const read = readValue(name, schema, one);
    if (read !== undefined) values.add(read.value);
    else
      report(
        errors,
        'FILTER_VALUE_INVALID',
        `"${truncate(one ?? 'null')}" is not a valid value for \`${name}\`.`,
        parameter,
      );
  }
  return [...values];
}

/**
 * Parses one parameter of the `filter` family: `filter[field]=value,value`, `filter[field][operator]=value`, or
 * `filter[relationship]=id,id`. A field can be a path through relationships: `filter[author.name]`.
 *
 * @see https://jsonapi.org/format/1.1/#fetching-filtering
 */
export function parseFilter(
  api: Api,
  type: ResourceType,
  filterParameter: FilterParameter,
  limits: QueryLimits,
  errors: QueryErrors,
): FilterTerm | undefined {
  const { parameter, brackets, value, valuesLeft } = filterParameter;
  const [field = '', operator = 'eq'] = brackets;
  const reject = (detail: string): undefined => report(errors, 'FILTER_NOT_SUPPORTED', detail, parameter);
  if (brackets.length < 1 || brackets.length > 2) {
    return reject('A filter must have the form `filter[field]` or `filter[field][operator]`.');
  }
  if (!OPERATORS.has(operator)) {
    return reject(`Unknown filter operator "${truncate(operator)}". Supported: ${listNames([...OPERATORS])}.`);
  }
  const end = followFieldPath(api, type, field, 'filter', limits.filterDepth, errors);
  if (typeof end === 'string') return reject(`Type "${type.name}" cannot be filtered by "${truncate(field)}".${end}`);
  // Null does not have order, so only an equality filter can contain it.
  const items = operator === 'eq' ? splitValues(value) : [value];
  if (items.length > valuesLeft) {
    return reject(`A query must have at most ${limits.filterValues} filter values in total, but it has more.`);
  }
  if (items.some((text) => text !== null && text.length > limits.filterValueLength)) {
    return reject(`A filter value must have at most ${limits.filterValueLength} characters.`);
  }
  if (Object.hasOwn(end, 'attribute') && end.attribute !== undefined)
    return term(attributeValues(end.attribute, items, parameter, errors));
  if (operator !== 'eq')
    return reject(`The relationship \`${field}\` can be filtered only by ids, without an operator.`);
  const ids = [...new Set(items.map((id) => id ?? 'null'))];
  return ids.includes('')
    ? reject(`The filter of \`${field}\` must contain one or more ids, separated by commas.`)
    : term(ids);

  function term(values: readonly unknown[]): FilterTerm {
    return Object.freeze({ field, operator: operator as FilterOperator, values: frozenList([...values]) });
  }
}

/** The `filter` family: conditions, combined with AND. */
export const filterFamily: QueryFamily<readonly FilterTerm[]> = {
  form: 'filter[…]',
  absent: frozenList([]),
  start(setup, errors) {
    const { api, types, limits } = setup;
    const filter: FilterTerm[] = [];
    let valuesLeft = limits.filterValues;
    return {
      read({ parameter, brackets, value }) {
        if (isMixed(setup, errors, 'FILTER_NOT_SUPPORTED', parameter)) return true;
        if (filter.length >= limits.filterTerms) {
          const detail = `A query must have at most ${limits.filterTerms} filters, but it has more.`;
          report(errors, 'FILTER_NOT_SUPPORTED', detail, parameter);
          return true;
        }
        const type = resourceType(api, types[0] as string);
        const term = parseFilter(api, type, { parameter, brackets, value, valuesLeft }, limits, errors);
        if (term === undefined) return true;
        filter.push(term);
        valuesLeft -= term.values.length;
        return true;
      },
      finish: () => frozenList(filter),
    };
  },
};
