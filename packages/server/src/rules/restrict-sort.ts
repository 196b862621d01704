import type { ResourceType, SortField } from '@linkage/core';
import type { RequestAccess } from './request-access.ts';
import { refuseSort, stepsOf } from './restrict-steps.ts';

/**
 * Restricts the sort order of a request to resources that the caller can read.
 *
 * @throws {JsonApiError} 400 for a field on a path to resources of which the caller can read only some. A default sort order
 * omits such a field instead.
 */
export async function restrictSort(
  access: RequestAccess,
  type: ResourceType,
  sort: readonly SortField[],
): Promise<readonly SortField[]> {
  const keys: SortField[] = [];
  for (const key of sort) {
    const steps = await stepsOf(access, type, key.field);
    const scopes = steps.map(({ scope }) => scope);
    // A caller who cannot read any of the resources on the path sees only nulls, which are equal.
    if (scopes.includes('none')) continue; // sabotage: sort-key-reads-through-hidden
    // sabotage: sort-key-orders-values-hidden
    if (scopes.every((scope) => scope === 'all')) keys.push(key);
    else if (!type.defaultSort.includes(key)) throw refuseSort(type, key.field, steps);
  }
  return keys;
}
