import { excerpt } from '../internal/excerpt.ts';
import { frozenList } from '../internal/freeze.ts';
import type { Api, ResourceType } from '../schema/api.ts';
import { followFieldPath } from './field-path.ts';
import { type Findings, isFull, report } from './findings.ts';
import type { SortField } from './query.ts';
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
  findings: Findings,
): readonly SortField[] | undefined {
  const refuse = (detail: string): undefined => report(findings, 'SORT_NOT_SUPPORTED', detail, 'sort');
  if (value === '') return refuse('`sort` must contain one or more fields.');
  const keys = value.split(',');
  if (keys.length > limits.sortFields) {
    return refuse(`\`sort\` must have at most ${limits.sortFields} fields, but it has ${keys.length}.`);
  }
  const sort: SortField[] = [];
  const seen = new Set<string>();
  for (const key of keys) {
    if (isFull(findings)) break;
    const descending = key.startsWith('-');
    const field = descending ? key.slice(1) : key;
    const end = followFieldPath(api, type, field, 'sort', limits.sortDepth, findings);
    if (typeof end === 'string') refuse(`Type "${type.name}" cannot be sorted by "${excerpt(field)}".${end}`);
    else if (!seen.has(field)) sort.push(Object.freeze({ field, descending }));
    seen.add(field);
  }
  return frozenList(sort);
}
