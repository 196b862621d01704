import { type Api, errorObject, type FilterCondition, JsonApiError } from '@linkage/core';
import { hasOwn } from '@linkage/core/internal';
import { applicableTo, describeInapplicable, inapplicable } from './applied-conditions.ts';
import type { CollectionQuery, RelatedQuery, StreamQuery } from './data-source.ts';

/** Returns whether a field of a type ends with a relationship. */
export function relationshipEnds(api: Api, type: string): (field: string) => boolean {
  return (field) => {
    const steps = field.split('.');
    const name = steps.pop() as string;
    let current = api.types.get(type);
    for (const step of steps) current = api.types.get(current?.relationships.get(step)?.targets.at(0) ?? '');
    return current?.relationships.has(name) === true;
  };
}

/**
 * Rejects conditions that a source does not state to apply. A source that was written before an operator existed would read it
 * as equality, and return other resources.
 *
 * @throws {JsonApiError} 400 with the parameter of the condition.
 */
export function assertConditionsApply(
  api: Api,
  type: string,
  source: { readonly appliesConditions?: unknown },
  method: 'list' | 'related' | 'stream',
  conditions: readonly FilterCondition[],
): void {
  if (conditions.length === 0) return;
  const found = inapplicable(applicableTo(source, method), conditions, relationshipEnds(api, type));
  if (found === undefined) return;
  const term = hasOwn(found, 'term') ? found.term : undefined;
  const operator = term === undefined || term.operator === 'eq' ? '' : `[${term.operator}]`;
  const parameter = term === undefined ? 'filter' : `filter[${term.field}]${operator}`;
  const detail = `Type "${type}" cannot be filtered with ${describeInapplicable(found)}.`;
  throw new JsonApiError(errorObject('FILTER_NOT_SUPPORTED', detail, { source: { parameter } }));
}

/** Returns the conditions of a query that its source must apply. A source can ignore those of included members. */
export function requiredConditions(
  method: 'list' | 'related' | 'stream',
  query: CollectionQuery | RelatedQuery | StreamQuery,
): readonly FilterCondition[] {
  const isRequired = method !== 'related' || (query as RelatedQuery).page !== undefined;
  return isRequired ? (query.filter ?? []) : [];
}
