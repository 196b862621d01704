import { truncate } from '../internal/describe-value.ts';
import { frozenList } from '../internal/freeze.ts';
import type { Api, ResourceType } from '../schema/api.ts';
import { followFieldPath } from './field-path.ts';
import type { SortField } from './query.ts';
import { type QueryErrors, report } from './query-errors.ts';
import { comparedType, isMixed, type QueryFamily } from './query-family.ts';
import type { QueryLimits } from './query-limits.ts';

/**
 * Parses the `sort` parameter: fields in order, each with a leading hyphen-minus for descending order. If a field
 * occurs again, it keeps its first position.
 *
 * @see https://jsonapi.org/format/1.1/#fetching-sorting
 */
export function parseSort(
  api: Api,
  type: ResourceType,
  value: string,
  limits: QueryLimits,
  errors: QueryErrors,
): readonly SortField[] | undefined {
  if (value === '') return report(errors, 'SORT_NOT_SUPPORTED.empty', {}, 'sort');
  const keys = value.split(',');
  if (keys.length > limits.sortFields) {
    return report(errors, 'SORT_NOT_SUPPORTED.tooMany', { limit: limits.sortFields, count: keys.length }, 'sort');
  }
  const sort: SortField[] = [];
  const seen = new Set<string>();
  for (const key of keys) {
    if (errors.isFull()) break;
    const descending = key.startsWith('-');
    const field = descending ? key.slice(1) : key;
    const end = followFieldPath(api, type, field, 'sort', limits.sortDepth, errors);
    if (end.kind === 'none')
      report(errors, 'SORT_NOT_SUPPORTED.field', { type: type.name, field: truncate(field) }, 'sort', ...end.strings);
    else if (!seen.has(field)) sort.push(Object.freeze({ field, descending }));
    seen.add(field);
  }
  return frozenList(sort);
}

/** The `sort` parameter: the keys of an order. */
export const sortFamily: QueryFamily<readonly SortField[]> = {
  form: 'sort',
  absent: frozenList([]),
  start(setup, errors) {
    const { api, limits } = setup;
    let sort = sortFamily.absent;
    return {
      read({ brackets, value, parameter }) {
        if (brackets.length > 0) return false;
        if (isMixed(setup, errors, 'SORT_NOT_SUPPORTED', parameter)) return true;
        // The position of a resource among those of other types is one value.
        const allowed = setup.kind?.common === undefined ? limits : { ...limits, sortFields: 1 };
        sort = parseSort(api, comparedType(setup), value, allowed, errors) ?? sort;
        return true;
      },
      finish: () => sort,
    };
  },
};
