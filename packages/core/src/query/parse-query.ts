import type { ErrorObject } from '../document/error-object.ts';
import { JsonApiError } from '../error/json-api-error.ts';
import { problem } from '../error/problem.ts';
import { excerpt } from '../internal/excerpt.ts';
import { frozenList, frozenMap } from '../internal/freeze.ts';
import type { Api } from '../schema/api.ts';
import type { TypeName } from '../schema/infer.ts';
import { resourceType } from '../schema/resource-type.ts';
import { parseFields } from './fields.ts';
import { parseFilter } from './filter.ts';
import { includeTree } from './include.ts';
import type { FilterTerm, Query, SortField } from './query.ts';
import { defaultQueryLimits, type QueryLimits } from './query-limits.ts';
import { parseQueryParameterName } from './query-parameter-family.ts';
import { parseSort } from './sort.ts';
import { splitList } from './split-list.ts';

/** What has been read so far, and what was wrong with it. */
interface Reading {
  include: string[] | undefined;
  readonly fields: Record<string, readonly string[]>;
  sort: readonly SortField[];
  readonly filter: FilterTerm[];
  filterValues: number;
  readonly page: Map<string, string>;
  readonly issues: ErrorObject[];
}

/** Reads one parameter whose name is in a family that the specification defines; false when it is not. */
function readParameter(
  reading: Reading,
  api: Api,
  types: readonly string[],
  parameter: string,
  value: string,
  limits: QueryLimits,
): boolean {
  const name = parseQueryParameterName(parameter);
  if (name === undefined) return false;
  const { baseName, brackets } = name;
  if (baseName === 'include' && brackets.length === 0) {
    reading.include = [...new Set(splitList(value))];
    const tree = includeTree(api, types, reading.include, limits);
    if ('issues' in tree) reading.issues.push(...tree.issues);
    return true;
  }
  if (baseName === 'fields') {
    const result = parseFields(api, brackets, value, parameter);
    if ('issues' in result) reading.issues.push(...result.issues);
    else reading.fields[result.type] = result.names;
    return true;
  }
  if (baseName === 'page' && brackets.length === 1 && brackets[0] !== '') {
    reading.page.set(brackets[0] as string, value);
    return true;
  }
  const [first = '', ...others] = types;
  if (baseName === 'sort' && brackets.length === 0) {
    const result = parseSort(resourceType(api, first), value, limits);
    if (others.length > 0) reading.issues.push(mixedTypes('SORT_NOT_SUPPORTED', parameter));
    else if ('issues' in result) reading.issues.push(...result.issues);
    else reading.sort = result.value;
    return true;
  }
  if (baseName === 'filter') {
    const result = parseFilter(resourceType(api, first), brackets, value, parameter, limits);
    if (others.length > 0) reading.issues.push(mixedTypes('FILTER_NOT_SUPPORTED', parameter));
    else if ('issues' in result) reading.issues.push(...result.issues);
    else addFilter(reading, result.value, parameter, limits.filterValues);
    return true;
  }
  return false;
}

function addFilter(reading: Reading, term: FilterTerm, parameter: string, most: number): void {
  reading.filter.push(term);
  reading.filterValues += term.values.length;
  if (reading.filterValues <= most) return;
  const detail = `A request filters by at most ${most} values in all; with this parameter there are ${reading.filterValues}.`;
  reading.issues.push(problem('FILTER_NOT_SUPPORTED', detail, { source: { parameter } }));
}

function mixedTypes(code: 'SORT_NOT_SUPPORTED' | 'FILTER_NOT_SUPPORTED', parameter: string): ErrorObject {
  const detail = 'A collection of several resource types can be neither sorted nor filtered.';
  return problem(code, detail, { source: { parameter } });
}

/**
 * Reads the query parameters of a request: include, fields, sort, page and filter, checked against an API.
 *
 * Names are taken as `application/x-www-form-urlencoded` gives them, so brackets may be percent-encoded or not.
 *
 * @param types The type of the primary data, or several for a collection of mixed types.
 * @throws {JsonApiError} 400 with one error per problem, each naming its parameter.
 * @throws {TypeError} `types` names a type that the API lacks.
 * @see https://jsonapi.org/format/1.1/#query-parameters
 */
export function parseQuery<A extends Api, Type extends TypeName<A>>(
  api: A,
  types: Type | readonly Type[],
  parameters: URLSearchParams | string,
  limits: Partial<QueryLimits> = {},
): Query<A, Type> {
  const allowed = { ...defaultQueryLimits, ...limits };
  const names: readonly string[] = typeof types === 'string' ? [types] : types;
  for (const name of names) resourceType(api, name);
  const pairs = [...new URLSearchParams(parameters)];
  const [surplus] = pairs[allowed.parameters] ?? [];
  if (surplus !== undefined) {
    const detail = `A request has at most ${allowed.parameters} query parameters; this one has ${pairs.length}.`;
    throw new JsonApiError(problem('PARAMETERS_TOO_MANY', detail, { source: { parameter: surplus } }));
  }
  const reading: Reading = {
    include: undefined,
    fields: Object.create(null),
    sort: [],
    filter: [],
    filterValues: 0,
    page: new Map(),
    issues: [],
  };
  const seen = new Set<string>();
  for (const [parameter, value] of pairs) {
    const source = { parameter };
    if (seen.has(parameter)) {
      reading.issues.push(
        problem('PARAMETER_REPEATED', `"${excerpt(parameter)}" is given more than once.`, { source }),
      );
    } else if (!readParameter(reading, api, names, parameter, value, allowed)) {
      const detail = `"${excerpt(parameter)}" is no query parameter of this server: there are include, fields[TYPE], sort, page[…] and filter[…].`;
      reading.issues.push(problem('PARAMETER_UNKNOWN', detail, { source }));
    }
    seen.add(parameter);
  }
  if (reading.issues.length > 0) throw new JsonApiError(reading.issues);
  const { include, fields, sort, filter, page } = reading;
  const query = {
    include: include && frozenList(include),
    fields: Object.freeze(fields),
    sort: frozenList([...sort]),
    filter: frozenList(filter),
    page: frozenMap(page),
  };
  return Object.freeze(query) as unknown as Query<A, Type>;
}
