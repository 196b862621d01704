import type { Api, AttributeDefinition, JsonApiError, MetaObject, ResourceType } from '@linkage/core';
import type { AggregateGroup } from '@linkage/core/http';
import { memberOf, notSupported, rejection } from '@linkage/core/internal';

import { exactNumber } from '../../internal/exact-number.ts';
import { aggregateParameters, aggregateParametersIn } from '../../request/aggregate-parameters.ts';
import type { AggregateQuery, GroupKey } from '../../sources/gateway/source-query.ts';
import { frozenLinkage } from '../../sources/links/linkage-of-records.ts';
import { readReferences } from '../../sources/links/read-related.ts';

const members = ['by', 'count', 'sum', 'min', 'max'] as const;

/** Returns the value of an attribute as documents show it. */
function shownValue(attribute: AttributeDefinition | undefined, value: unknown): unknown {
  if (value === undefined || value === null) return null;
  const encoded = attribute?.encode === undefined ? value : attribute.encode(value);
  return typeof encoded === 'bigint' ? exactNumber(String(encoded)) : (encoded ?? null);
}

/** Creates the error for a request that aggregates a collection which the response streams. */
export function cannotStream(parameters: Readonly<Record<string, unknown>>): JsonApiError {
  return notSupported(aggregateParametersIn(parameters), 'aggregatesOfAll');
}

/**
 * Checks that no two groups show the same values. If documents show several stored values as one, such as the last digits of a number, the
 * groups would tell them apart.
 *
 * @throws {JsonApiError} 400.
 */
function assertDistinct(groups: readonly { readonly by?: unknown }[]): void {
  if (new Set(groups.map(({ by }) => JSON.stringify(by))).size === groups.length) return;
  throw notSupported([aggregateParameters.groupBy], 'groupsAlike');
}

/** Creates the error for a sum of what is stored, if documents show other values. */
function cannotAdd(name: string): JsonApiError {
  return rejection('PARAMETER_NOT_SUPPORTED.sum', { name }, { parameter: aggregateParameters.sum });
}

/** Whether documents show a number as records contain it. Otherwise, its sum is not that of the values in documents. */
function isShownAsNumber({ encode }: AttributeDefinition, sum: unknown): boolean {
  if (encode === undefined) return true;
  try {
    const value = encode(sum);
    return typeof value !== 'boolean' && Number(value) === Number(sum);
  } catch {
    return false;
  }
}

/**
 * Returns a sum in the form of the values in documents: a string if these are strings, such as exact decimal numbers.
 *
 * @throws {JsonApiError} 400 if documents show other values than those that were added.
 */
function sumValue(attribute: AttributeDefinition | undefined, value: unknown, least: unknown): unknown {
  if (value === undefined || value === null) return null;
  // Infinity is not a JSON value, and NaN equals nothing.
  const sum = typeof value === 'number' && Number.isFinite(value) ? value : exactNumber(String(value));
  if (sum !== null && attribute !== undefined && !isShownAsNumber(attribute, value)) throw cannotAdd(attribute.name);
  return typeof least === 'string' && sum !== null ? String(value) : sum;
}

/** Returns the value of a key as documents show it: linkage, the part of a time, or the value of an attribute. */
function keyValue(api: Api, type: ResourceType, { name, field, part }: GroupKey, by: unknown): unknown {
  const value = memberOf(Object(by), name);
  const relationship = type.relationships.get(field);
  if (relationship !== undefined) return frozenLinkage(readReferences(api, type, '', relationship, value ?? null));
  return part === undefined ? shownValue(type.attributes.get(field), value) : (value ?? null);
}

function partOf(
  names: readonly string[],
  values: unknown,
  shown: (name: string, value: unknown) => unknown,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(names.map((name) => [name, shown(name, memberOf(Object(values), name))]));
}

/**
 * Returns the meta member of the aggregates of a collection.
 *
 * @param where The source method, for the beginning of messages.
 * @param parameters The query parameters of the request.
 * @throws {JsonApiError} 400 if the source cannot aggregate, there are more groups than the limit, or groups have the same values.
 * @throws {TypeError} If the source returns another value: an error of the source.
 */
export function aggregateMeta(
  where: string,
  api: Api,
  type: ResourceType,
  { groupBy, sum, shownMin, max, atMost }: AggregateQuery,
  groups: readonly AggregateGroup[] | undefined,
  parameters: Readonly<Record<string, unknown>>,
): MetaObject {
  if (groups === undefined) throw notSupported(aggregateParametersIn(parameters), 'aggregates');
  if (!Array.isArray(groups)) throw new TypeError(`${where}: \`aggregates\` must be an array of groups.`);
  const source = { parameter: aggregateParameters.groupBy };
  if (groups.length >= atMost) throw rejection('PARAMETER_INVALID.groupsTooMany', { limit: atMost - 1 }, source);
  const { attributes } = type;
  const shown = (name: string, value: unknown): unknown => shownValue(attributes.get(name), value);
  const aggregates = groups.map((given: AggregateGroup) => {
    const read = members.map((name) => [name, memberOf(Object(given), name)] as const);
    const group: Partial<AggregateGroup> = Object.fromEntries(read);
    const { count = -1 } = group;
    if (!Number.isSafeInteger(count) || count < 0)
      throw new TypeError(`${where}: the \`count\` of each group must be a whole number of 0 or more.`);
    return {
      ...(groupBy.length === 0
        ? {}
        : { by: Object.fromEntries(groupBy.map((key) => [key.name, keyValue(api, type, key, group.by)])) }),
      count,
      ...(sum.length === 0
        ? {}
        : {
            sum: partOf(sum, group.sum, (name, value) =>
              sumValue(attributes.get(name), value, shown(name, memberOf(Object(group.min), name))),
            ),
          }),
      ...(shownMin.length === 0 ? {} : { min: partOf(shownMin, group.min, shown) }),
      ...(max.length === 0 ? {} : { max: partOf(max, group.max, shown) }),
    };
  });
  assertDistinct(aggregates);
  return { aggregates } as MetaObject;
}
