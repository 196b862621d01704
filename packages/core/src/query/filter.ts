import { excerpt } from '../internal/excerpt.ts';
import { frozenList } from '../internal/freeze.ts';
import type { Api, AttributeDefinition, ResourceType } from '../schema/api.ts';
import { resourceType } from '../schema/resource-type.ts';
import { followFieldPath } from './field-path.ts';
import { readValue, splitValues } from './filter-value.ts';
import { type Findings, report } from './findings.ts';
import type { FilterOperator, FilterTerm } from './query.ts';
import { isMixed, type QueryFamily } from './query-family.ts';
import type { QueryLimits } from './query-limits.ts';

const OPERATORS: ReadonlySet<string> = new Set<FilterOperator>(['eq', 'lt', 'le', 'gt', 'ge']);

/** One parameter of the family, and what the query may still hold. */
export interface FilterParameter {
  /** The decoded name as it was sent. */
  readonly parameter: string;
  readonly brackets: readonly string[];
  readonly value: string;
  /** How many more values the query may filter by. */
  readonly valuesLeft: number;
}

/** The values of an attribute as its schema gives them, each once. */
function attributeValues(
  { name, schema }: AttributeDefinition,
  listed: readonly (string | null)[],
  parameter: string,
  findings: Findings,
): readonly unknown[] {
  const values = new Set<unknown>();
  for (const one of listed) {
    if (findings.isFull()) break;
    const read = readValue(name, schema, one);
    if (read !== undefined) values.add(read.value);
    else
      report(
        findings,
        'FILTER_VALUE_INVALID',
        `"${excerpt(one ?? 'null')}" is no value that ${name} can have.`,
        parameter,
      );
  }
  return [...values];
}

/**
 * Reads one parameter of the `filter` family: `filter[field]=value,value`, `filter[field][operator]=value` and
 * `filter[relationship]=id,id`, where a field may be reached through relationships: `filter[author.name]`.
 *
 * @see https://jsonapi.org/format/1.1/#fetching-filtering
 */
export function parseFilter(
  api: Api,
  type: ResourceType,
  given: FilterParameter,
  limits: QueryLimits,
  findings: Findings,
): FilterTerm | undefined {
  const { parameter, brackets, value, valuesLeft } = given;
  const [field = '', operator = 'eq'] = brackets;
  const refuse = (detail: string): undefined => report(findings, 'FILTER_NOT_SUPPORTED', detail, parameter);
  if (brackets.length < 1 || brackets.length > 2) {
    return refuse('A filter looks like filter[field] or filter[field][operator].');
  }
  if (!OPERATORS.has(operator)) {
    return refuse(`"${excerpt(operator)}" is no filter operator; there are ${[...OPERATORS].join(', ')}.`);
  }
  const end = followFieldPath(api, type, field, 'filter', limits.filterDepth, findings);
  if (typeof end === 'string') return refuse(`${type.name} cannot be filtered by "${excerpt(field)}".${end}`);
  // Null has no order, so only a list can mean it.
  const listed = operator === 'eq' ? splitValues(value) : [value];
  if (listed.length > valuesLeft) {
    return refuse(
      `A request filters by at most ${limits.filterValues} values in all; with this parameter there are more.`,
    );
  }
  if (listed.some((text) => text !== null && text.length > limits.filterValueLength)) {
    return refuse(`A filter value has at most ${limits.filterValueLength} characters.`);
  }
  if (Object.hasOwn(end, 'attribute') && end.attribute !== undefined)
    return term(attributeValues(end.attribute, listed, parameter, findings));
  if (operator !== 'eq')
    return refuse(`A relationship such as "${field}" is filtered by ids alone, without an operator.`);
  const ids = [...new Set(listed.map((id) => id ?? 'null'))];
  return ids.includes('') ? refuse(`"${field}" is filtered by one id or more, separated by commas.`) : term(ids);

  function term(values: readonly unknown[]): FilterTerm {
    return Object.freeze({ field, operator: operator as FilterOperator, values: frozenList([...values]) });
  }
}

/** The `filter` family: conditions that all have to hold. */
export const filterFamily: QueryFamily<readonly FilterTerm[]> = {
  form: 'filter[…]',
  absent: frozenList([]),
  start(setup, findings) {
    const { api, types, limits } = setup;
    const filter: FilterTerm[] = [];
    let valuesLeft = limits.filterValues;
    return {
      read({ parameter, brackets, value }) {
        if (isMixed(setup, findings, 'FILTER_NOT_SUPPORTED', parameter)) return true;
        if (filter.length >= limits.filterTerms) {
          const detail = `A request has at most ${limits.filterTerms} filters; this is one too many.`;
          report(findings, 'FILTER_NOT_SUPPORTED', detail, parameter);
          return true;
        }
        const type = resourceType(api, types[0] as string);
        const term = parseFilter(api, type, { parameter, brackets, value, valuesLeft }, limits, findings);
        if (term === undefined) return true;
        filter.push(term);
        valuesLeft -= term.values.length;
        return true;
      },
      finish: () => frozenList(filter),
    };
  },
};
