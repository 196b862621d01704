import { excerpt } from '../internal/excerpt.ts';
import { frozenList } from '../internal/freeze.ts';
import type { Api, ResourceType } from '../schema/api.ts';
import { resourceType } from '../schema/resource-type.ts';
import { followFieldPath } from './field-path.ts';
import { type Findings, report } from './findings.ts';
import type { SortField } from './query.ts';
import { isMixed, type QueryFamily } from './query-family.ts';
import type { QueryLimits } from './query-limits.ts';

/**
 * Reads the `sort` parameter: fields in order, a leading hyphen-minus for descending. A field named again keeps its
 * first position.
 *
 * @see https://jsonapi.org/format/1.1/#fetching-sorting
 */
export function parseSort(
  api: Api,
  type: ResourceType,
  value: string,
  limits: QueryLimits,
  findings: Findings,
): readonly SortField[] | undefined {
  const refuse = (detail: string): undefined => report(findings, 'SORT_NOT_SUPPORTED', detail, 'sort');
  if (value === '') return refuse('The parameter names no field to sort by.');
  const keys = value.split(',');
  if (keys.length > limits.sortFields) {
    return refuse(`At most ${limits.sortFields} fields can be sorted by; the request names ${keys.length}.`);
  }
  const sort: SortField[] = [];
  const seen = new Set<string>();
  for (const key of keys) {
    if (findings.isFull()) break;
    const descending = key.startsWith('-');
    const field = descending ? key.slice(1) : key;
    const end = followFieldPath(api, type, field, 'sort', limits.sortDepth, findings);
    if (typeof end === 'string') refuse(`${type.name} cannot be sorted by "${excerpt(field)}".${end}`);
    else if (!seen.has(field)) sort.push(Object.freeze({ field, descending }));
    seen.add(field);
  }
  return frozenList(sort);
}

/** The `sort` parameter: the keys of an order. */
export const sortFamily: QueryFamily<readonly SortField[]> = {
  form: 'sort',
  absent: frozenList([]),
  start(setup, findings) {
    const { api, types, limits } = setup;
    let sort = sortFamily.absent;
    return {
      read({ brackets, value, parameter }) {
        if (brackets.length > 0) return false;
        if (isMixed(setup, findings, 'SORT_NOT_SUPPORTED', parameter)) return true;
        sort = parseSort(api, resourceType(api, types[0] as string), value, limits, findings) ?? sort;
        return true;
      },
      finish: () => sort,
    };
  },
};
