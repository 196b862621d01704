import { excerpt } from '../internal/excerpt.ts';
import { frozenList } from '../internal/freeze.ts';
import { listNames } from '../internal/name-list.ts';
import type { Api, AttributeDefinition, ResourceType } from '../schema/api.ts';
import { followFieldPath } from './field-path.ts';
import { readValue, splitValues } from './filter-value.ts';
import { type Findings, isFull, report } from './findings.ts';
import type { FilterOperator, FilterTerm } from './query.ts';
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
  listed: readonly (string | null)[],
  parameter: string,
  findings: Findings,
): readonly unknown[] {
  const values = new Set<unknown>();
  for (const one of listed) {
    if (isFull(findings)) break;
    const read = readValue(name, schema, one);
    if (read !== undefined) values.add(read.value);
    else
      report(
        findings,
        'FILTER_VALUE_INVALID',
        `"${excerpt(one ?? 'null')}" is not a valid value for \`${name}\`.`,
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
  given: FilterParameter,
  limits: QueryLimits,
  findings: Findings,
): FilterTerm | undefined {
  const { parameter, brackets, value, valuesLeft } = given;
  const [field = '', operator = 'eq'] = brackets;
  const refuse = (detail: string): undefined => report(findings, 'FILTER_NOT_SUPPORTED', detail, parameter);
  if (brackets.length < 1 || brackets.length > 2) {
    return refuse('A filter must have the form `filter[field]` or `filter[field][operator]`.');
  }
  if (!OPERATORS.has(operator)) {
    return refuse(`Unknown filter operator "${excerpt(operator)}". Supported: ${listNames([...OPERATORS])}.`);
  }
  const end = followFieldPath(api, type, field, 'filter', limits.filterDepth, findings);
  if (typeof end === 'string') return refuse(`Type "${type.name}" cannot be filtered by "${excerpt(field)}".${end}`);
  // Null has no order, so only an equality filter can contain it.
  const listed = operator === 'eq' ? splitValues(value) : [value];
  if (listed.length > valuesLeft) {
    return refuse(`A query must have at most ${limits.filterValues} filter values in total, but it has more.`);
  }
  if (listed.some((text) => text !== null && text.length > limits.filterValueLength)) {
    return refuse(`A filter value must have at most ${limits.filterValueLength} characters.`);
  }
  if (Object.hasOwn(end, 'attribute') && end.attribute !== undefined)
    return term(attributeValues(end.attribute, listed, parameter, findings));
  if (operator !== 'eq')
    return refuse(`The relationship \`${field}\` can be filtered only by ids, without an operator.`);
  const ids = [...new Set(listed.map((id) => id ?? 'null'))];
  return ids.includes('')
    ? refuse(`The filter of \`${field}\` must contain one or more ids, separated by commas.`)
    : term(ids);

  function term(values: readonly unknown[]): FilterTerm {
    return Object.freeze({ field, operator: operator as FilterOperator, values: frozenList([...values]) });
  }
}
