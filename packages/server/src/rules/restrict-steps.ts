import { type FilterTerm, JsonApiError, type ResourceType } from '@linkage/core';
import { andThen, followField, orElse, rejection } from '@linkage/core/internal';
import { filterParameter } from '../sources/gateway/assert-conditions-apply.ts';
import type { Awaitable, SourceSortField } from '../sources/port/data-source.ts';
import { type AccessFilter, accessFiltersOf, termsOf } from './access-filter.ts';
import { canApply } from './applied-filters.ts';
import { createRejection } from './rejection.ts';
import type { GuardedMethod, RequestAccess } from './request-access.ts';

/** One relationship of a dotted field, and the access filter of the user for its target type. */
export interface Step {
  /** The field up to this step: `comments.author`. */
  readonly path: string;
  readonly isToMany: boolean;
  readonly target: ResourceType;
  readonly filter: AccessFilter;
}

/**
 * Creates the error for a field that cannot be restricted to visible resources.
 *
 * @param reason The reason for the application: see `RequestEnd.rejection`.
 */
function reject(
  code: 'SORT_NOT_SUPPORTED' | 'FILTER_NOT_SUPPORTED',
  parameter: string,
  { name }: ResourceType,
  field: string,
  reason: string,
): JsonApiError {
  const what = code === 'SORT_NOT_SUPPORTED' ? 'sorted' : 'filtered';
  const cause = createRejection(`The request is ${what} by \`${field}\` of "${name}". ${reason}`);
  return rejection(`${code}.field`, { type: name, field }, { parameter }, { cause });
}

/** Creates the error for a sort field on a path to resources of which the user can read only some. */
export function rejectSort(type: ResourceType, field: string, steps: readonly Step[]): JsonApiError {
  const rules = steps.flatMap(({ filter, target }) => (filter === 'all' ? [] : [`\`access.${target.name}.read\``]));
  const reason = `The order would reveal values of resources that the user cannot read (see ${rules.join(', ')}), and its source does not declare that it applies their conditions to an order.`;
  return reject('SORT_NOT_SUPPORTED', 'sort', type, field, reason);
}

/** Creates the error for a condition that cannot be restricted to visible resources. */
export function rejectFilter(type: ResourceType, term: FilterTerm, reason: string): JsonApiError {
  return reject('FILTER_NOT_SUPPORTED', filterParameter(term), type, term.field, reason);
}

/**
 * Returns the result of a source that receives a part of a condition. If the source rejects this part, rejects the
 * condition of the request instead: the name of the part is not a parameter of the request.
 */
export function orReject<Value>(type: ResourceType, term: FilterTerm, ask: () => Awaitable<Value>): Awaitable<Value> {
  return orElse(ask, (error) => {
    const isRejected = JsonApiError.is(error) && error.errors.some(({ code }) => code === 'FILTER_NOT_SUPPORTED');
    throw isRejected
      ? rejectFilter(type, term, 'The source of the related type does not apply this condition.')
      : error;
  });
}

/** Returns the conditions of the rules for each step, for a source; undefined unless the source applies them. */
export function throughSteps(receiver: GuardedMethod, steps: readonly Step[]): SourceSortField['through'] {
  const isApplied = steps.every(({ target, filter }) => filter === 'all' || canApply(receiver, target.name, filter));
  return isApplied ? steps.map(({ filter }) => termsOf(filter)) : undefined;
}

/** Returns the relationships of a dotted field. They have one target type. */
export function stepsOf(access: RequestAccess, type: ResourceType, field: string): Awaitable<readonly Step[]> {
  if (!field.includes('.')) return [];
  const followed = followField(field, type, ({ relationships }, name) => {
    const target = relationships.get(name)?.targets[0];
    return target === undefined ? undefined : access.typeOf(target);
  });
  const names = followed.steps.map(({ relationship }) => relationship);
  const steps = followed.steps.map(({ from, relationship, to }, index) => ({
    path: names.slice(0, index + 1).join('.'),
    isToMany: from.relationships.get(relationship)?.kind === 'to-many',
    target: to,
  }));
  const targets = steps.map(({ target }) => target.name);
  return andThen(accessFiltersOf(access, targets), (accessFilters) =>
    steps.map((step, index) => ({ ...step, filter: accessFilters[index] as AccessFilter })),
  );
}
