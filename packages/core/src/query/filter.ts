import type { ErrorObject } from '../document/error-object.ts';
import { problem } from '../error/problem.ts';
import { excerpt } from '../internal/excerpt.ts';
import { frozenList } from '../internal/freeze.ts';
import type { AttributeDefinition, ResourceType } from '../schema/api.ts';
import type { FilterOperator, FilterTerm } from './query.ts';
import type { QueryLimits } from './query-limits.ts';
import { splitList } from './split-list.ts';

const OPERATORS: ReadonlySet<string> = new Set<FilterOperator>(['eq', 'lt', 'le', 'gt', 'ge']);

type Result<Value> = { readonly value: Value } | { readonly issues: readonly ErrorObject[] };

/** A number, true, false or null that the text spells; the schema decides whether it was meant. */
function spelledValue(text: string): unknown {
  if (text === 'true' || text === 'false' || text === 'null') return JSON.parse(text);
  return /^-?\d{1,300}(?:\.\d{1,300})?$/.test(text) ? Number(text) : undefined;
}

/** A filter value through the schema of its attribute: as text, else as the value that the text spells. */
function attributeValue(attribute: AttributeDefinition, text: string, parameter: string): Result<unknown> {
  const { validate } = attribute.schema['~standard'];
  const spelled = spelledValue(text);
  for (const candidate of spelled === undefined ? [text] : [text, spelled]) {
    const result = validate(candidate);
    if (result instanceof Promise) {
      throw new TypeError(`${attribute.name}: the schema of a filter has to answer at once, not with a promise.`);
    }
    if (result.issues === undefined) return { value: result.value };
  }
  const detail = `"${excerpt(text)}" is no value that ${attribute.name} can have.`;
  return { issues: [problem('FILTER_VALUE_INVALID', detail, { source: { parameter } })] };
}

/**
 * Reads one parameter of the `filter` family: `filter[field]=value`, `filter[field][operator]=value`, and
 * `filter[relationship]=id,id`. Attributes are compared with one value, which may hold commas.
 *
 * @see https://jsonapi.org/format/1.1/#fetching-filtering
 */
export function parseFilter(
  type: ResourceType,
  brackets: readonly string[],
  value: string,
  parameter: string,
  limits: QueryLimits,
): Result<FilterTerm> {
  const [field = '', operator = 'eq'] = brackets;
  const found = (operator: FilterOperator, values: unknown[]): Result<FilterTerm> => ({
    value: Object.freeze({ field, operator, values: frozenList(values) }),
  });
  const refuse = (detail: string): Result<FilterTerm> => ({
    issues: [problem('FILTER_NOT_SUPPORTED', detail, { source: { parameter } })],
  });
  if (brackets.length < 1 || brackets.length > 2)
    return refuse('A filter looks like filter[field] or filter[field][operator].');
  if (!OPERATORS.has(operator)) {
    return refuse(`"${excerpt(operator)}" is no filter operator; there are ${[...OPERATORS].join(', ')}.`);
  }
  const attribute = type.attributes.get(field);
  const relationship = type.relationships.get(field);
  if (attribute?.filter !== true && relationship?.filter !== true) {
    return refuse(`${type.name} cannot be filtered by "${excerpt(field)}".`);
  }
  const texts = relationship === undefined ? [value] : [...new Set(splitList(value))];
  if (texts.some((text) => text.length > limits.filterValueLength)) {
    return refuse(`A filter value has at most ${limits.filterValueLength} characters.`);
  }
  if (relationship !== undefined) {
    if (operator !== 'eq')
      return refuse(`A relationship such as "${field}" is filtered by ids alone, without an operator.`);
    if (texts.length === 0 || texts.includes(''))
      return refuse(`"${field}" is filtered by one id or more, separated by commas.`);
    return found(operator, texts);
  }
  const result = attributeValue(attribute as AttributeDefinition, value, parameter);
  return 'issues' in result ? result : found(operator as FilterOperator, [result.value]);
}
