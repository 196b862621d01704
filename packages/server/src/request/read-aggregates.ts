import { JsonApiError, type ResourceType } from '@linkage/core';
import { errorOf, messagePart, noNameMessages } from '@linkage/core/internal';
import type { AggregateQuery, AggregateRules, GroupKey } from '../sources/gateway/source-query.ts';
import { type AggregatePart, aggregateParameters, asksAggregates } from './aggregate-parameters.ts';
import type { QueryOperation } from './context.ts';
import type { Undecided } from './default-sort.ts';
import type { AnyQuery } from './read-query.ts';

const parts = Object.keys(aggregateParameters) as readonly AggregatePart[];

/** Returns the field of a name, which can be a part of a time. */
function fieldOf(name: string): string {
  return name.split('.', 1)[0] as string;
}

/** Returns a key of groups. */
function groupKey(name: string, { partOf }: AggregateRules, context: unknown): GroupKey {
  const field = fieldOf(name);
  return { name, field, ...(field !== name && { part: partOf(name.slice(field.length + 1), context) }) };
}

/**
 * Returns the attributes of a type that its user can aggregate: those that the user reads of all resources. The values of others would
 * follow from groups and sums.
 */
function readableOf(type: Undecided, allowed: readonly string[]): readonly string[] {
  return allowed.filter((name) => {
    if (type.relationships.has(name)) return true;
    const attribute = fieldOf(name);
    return type.attributes.get(attribute)?.read === true && type.undecided?.has(attribute) !== true;
  });
}

/** Returns the names in a parameter. Adds an error if one of them cannot be aggregated. */
function namesIn(
  type: ResourceType,
  part: AggregatePart,
  allowed: readonly string[],
  text: string,
  errors: JsonApiError['errors'][number][],
): readonly string[] {
  const parameter = aggregateParameters[part];
  const names = text === '' ? [] : [...new Set(text.split(','))];
  const known = readableOf(type, allowed);
  if (names.every((it) => known.includes(it))) return names;
  const none = known.length === 0 ? messagePart(noNameMessages, 'names.noAttributes', {}) : undefined;
  const supported = none ?? known.map((it) => `\`${it}\``).join(', ');
  const values = { parameter, type: type.name, names: supported };
  errors.push(errorOf('PARAMETER_INVALID.aggregates', values, { parameter }));
  return names;
}

/**
 * Reads what a request aggregates, or undefined if it aggregates nothing.
 *
 * @throws {JsonApiError} 400 for a field that its type or its user cannot aggregate.
 */
export function readAggregates(
  { request, route }: QueryOperation,
  { parameters }: Pick<AnyQuery, 'parameters'>,
): AggregateQuery | undefined {
  const rules = request.applied.aggregates;
  if (rules === undefined) return undefined;
  if (!asksAggregates(parameters)) return undefined;
  const type = request.api.types.get(route.type.name) as ResourceType;
  const errors: JsonApiError['errors'][number][] = [];
  const namesOf = (part: AggregatePart): readonly string[] => {
    const text = parameters[aggregateParameters[part]];
    const allowed = rules.types.get(type.name)?.[part] ?? [];
    return text === undefined ? [] : namesIn(type, part, allowed, String(text), errors);
  };
  const [groupBy = [], sum = [], min = [], max = []] = parts.map(namesOf);
  if (errors.length > 0) throw new JsonApiError(errors);
  // Least values show whether documents contain the values to add as strings.
  return Object.freeze({
    ...{
      groupBy: groupBy.map((name) => groupKey(name, rules, request.context)),
      sum,
      min: [...new Set([...min, ...sum])],
      shownMin: min,
      max,
    },
    atMost: rules.groups + 1,
  });
}
