import type { ErrorObject } from '../document/error-object.ts';
import { problem } from '../error/problem.ts';
import { excerpt } from '../internal/excerpt.ts';
import { frozenList } from '../internal/freeze.ts';
import type { ResourceType } from '../schema/api.ts';
import type { SortField } from './query.ts';
import type { QueryLimits } from './query-limits.ts';

const source = { parameter: 'sort' };

function refuse(detail: string): { readonly issues: readonly ErrorObject[] } {
  return { issues: [problem('SORT_NOT_SUPPORTED', detail, { source })] };
}

/**
 * Reads the `sort` parameter: field names in order, a leading hyphen-minus for descending. A field named again keeps
 * its first position.
 *
 * @see https://jsonapi.org/format/1.1/#fetching-sorting
 */
export function parseSort(
  type: ResourceType,
  value: string,
  limits: QueryLimits,
): { readonly value: readonly SortField[] } | { readonly issues: readonly ErrorObject[] } {
  if (value === '') return refuse('The parameter names no field to sort by.');
  const keys = value.split(',');
  if (keys.length > limits.sortFields) {
    return refuse(`At most ${limits.sortFields} fields can be sorted by; the request names ${keys.length}.`);
  }
  const sort = new Map<string, SortField>();
  const issues: ErrorObject[] = [];
  for (const key of keys) {
    const descending = key.startsWith('-');
    const field = descending ? key.slice(1) : key;
    if (type.attributes.get(field)?.sort !== true) {
      issues.push(...refuse(`${type.name} cannot be sorted by "${excerpt(field)}".`).issues);
    } else if (!sort.has(field)) {
      sort.set(field, Object.freeze({ field, descending }));
    }
  }
  return issues.length > 0 ? { issues } : { value: frozenList([...sort.values()]) };
}
