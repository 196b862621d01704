import type { ResourceType } from '@linkage/core';
import { andThen, inOrder } from '@linkage/core/internal';
import { conditionParts } from '@linkage/core/records';
import type { Awaitable, CollectionQuery, SourceCall, SourceSortField } from '../sources/port/data-source.ts';
import { type AccessFilter, termsOf } from './access-filter.ts';
import { assertApplicable, assertDeclared } from './applied-filters.ts';
import type { GuardedMethod } from './request-access.ts';
import { restrictFilter } from './restrict-filter.ts';
import { rejectSort, stepsOf, throughSteps } from './restrict-steps.ts';

/**
 * Restricts the sort order of a request to resources that the user can read.
 *
 * @throws {JsonApiError} 400 for a field on a path to resources of which the user can read only some, if the source does not apply their
 * conditions. A default sort order omits such a field instead.
 */
function restrictSort(
  receiver: GuardedMethod,
  type: ResourceType,
  sort: readonly SourceSortField[],
): Awaitable<readonly SourceSortField[]> {
  const keys: SourceSortField[] = [];
  const { sort: isDeclared } = receiver.source.can.applies[receiver.method];
  const restrict = (key: SourceSortField): Awaitable<void> =>
    andThen(stepsOf(receiver.access, type, key.field), (steps) => {
      const accessFilters = steps.map(({ filter }) => filter);
      // A user who cannot read any of the resources on the path sees only nulls, which are equal.
      if (accessFilters.includes('none')) return;
      const through = isDeclared ? throughSteps(receiver, steps) : undefined;
      if (accessFilters.every((it) => it === 'all')) keys.push(key);
      else if (through !== undefined) keys.push({ ...key, through });
      else if (!type.defaultSort.includes(key)) throw rejectSort(type, key.field, steps);
    });
  return andThen(inOrder(sort, restrict), () => keys);
}

/** Whether the order and the filter of a query name nothing but attributes and the id of the type itself. */
export function isOfType(
  { relationships }: ResourceType,
  { sort, filter }: Pick<CollectionQuery, 'sort' | 'filter'>,
): boolean {
  for (const { field } of sort) if (field.includes('.')) return false;
  for (const condition of filter) {
    const parts = conditionParts(condition);
    if (parts.kind !== 'term' || parts.term.field.includes('.') || relationships.has(parts.term.field)) return false;
  }
  return true;
}

/**
 * Restricts the order and the filter of a query to what the user can read, and adds the conditions of an access filter. Returns undefined if no
 * resource can match.
 *
 * @param target The type of the resources that the query selects.
 * @throws {JsonApiError} 400 for a field that cannot be restricted, or a condition that the method does not apply.
 * @throws {TypeError} If the method does not declare that it applies the conditions of the access filter.
 */
export function restrictQuery<Query extends Pick<CollectionQuery, 'sort' | 'filter'>>(
  receiver: GuardedMethod,
  target: ResourceType,
  query: Query,
  accessFilter: AccessFilter,
  call: SourceCall,
): Awaitable<Query | undefined> {
  if (accessFilter !== 'none' && isOfType(target, query)) {
    if (accessFilter === 'all') return query;
    assertDeclared(receiver, target.name, accessFilter);
    return { ...query, filter: Object.freeze([...query.filter, ...accessFilter]) };
  }
  return andThen(restrictSort(receiver, target, query.sort), (sort) =>
    andThen(accessFilter === 'none' ? undefined : restrictFilter(receiver, target, query.filter, call), (filter) => {
      if (filter === undefined) {
        assertApplicable(receiver, target.name, query.filter);
        return undefined;
      }
      assertDeclared(receiver, target.name, termsOf(accessFilter));
      return { ...query, sort, filter: [...filter, ...termsOf(accessFilter)] };
    }),
  );
}
