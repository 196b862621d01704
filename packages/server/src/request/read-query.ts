import { errorObject, type FilterCondition, JsonApiError, parseQuery, type SortField } from '@linkage/core';
import { emptyQuery } from '@linkage/core/internal';
import { collectErrors } from '../internal/collect-errors.ts';
import { defaultIncludeFor } from './default-includes.ts';
import { defaultSortFor } from './default-sort.ts';
import { queryLimits } from './limits.ts';
import type { QuerySetup } from './query-setup.ts';
import { parametersOf } from './type-parameters.ts';

/** A query without the types of an API. */
export interface AnyQuery {
  readonly include: readonly string[] | undefined;
  readonly fields: Readonly<Record<string, readonly string[] | undefined>>;
  readonly sort: readonly SortField[];
  readonly filter: readonly FilterCondition[];
  readonly page: ReadonlyMap<string, string>;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** The query of a request without parameters. */
export const noQuery: AnyQuery = emptyQuery() as AnyQuery;

/** Returns the base name of a parameter's family: `page` for `page[size]`. */
export function baseNameOf(parameter: string): string {
  return parameter.split('[', 1)[0] as string;
}

/** Returns the query of a collection, with its default order. */
function withDefaultSort({ api }: QuerySetup, types: readonly string[], query: AnyQuery): AnyQuery {
  const sort = defaultSortFor(api, types);
  return sort === undefined ? query : Object.freeze({ ...query, sort });
}

/** Returns the query of a URL whose primary data is resources, with the default include paths if it has no `include`. */
function withDefaultInclude(
  setup: QuerySetup,
  types: readonly string[],
  parameters: URLSearchParams,
  query: AnyQuery,
): AnyQuery {
  if (setup.defaultIncludes.size === 0 || parameters.has('include')) return query;
  const include = defaultIncludeFor(setup, types);
  return include === undefined ? query : Object.freeze({ ...query, include });
}

function readParameters(setup: QuerySetup, types: readonly string[], parameters: URLSearchParams): AnyQuery {
  if (parameters.size === 0) return noQuery;
  const { api, limits, queryExtensions: extensions, filterLanguage } = setup;
  const declared = parametersOf(setup, types);
  const options = { limits: queryLimits(limits), parameters: declared, extensions, filterLanguage };
  return parseQuery(api, types, parameters, options) as AnyQuery;
}

/**
 * Parses the query of an endpoint whose primary data is a collection of these types.
 *
 * @throws {JsonApiError} 400 with the name of each invalid parameter.
 */
export function readCollectionQuery(
  setup: QuerySetup,
  types: readonly string[],
  parameters: URLSearchParams,
): AnyQuery {
  const query = withDefaultInclude(setup, types, parameters, readParameters(setup, types, parameters));
  return parameters.has('sort') ? query : withDefaultSort(setup, types, query);
}

/**
 * Rejects query parameters of these families.
 *
 * @throws {JsonApiError} 400 with the name of each parameter.
 */
export function assertNoFamilies(parameters: URLSearchParams, baseNames: readonly string[], detail: string): void {
  if (parameters.size === 0) return;
  const errors = [...new Set(parameters.keys())]
    .filter((parameter) => baseNames.includes(baseNameOf(parameter)))
    .map((parameter) => errorObject('PARAMETER_NOT_SUPPORTED', detail, { source: { parameter } }));
  if (errors.length > 0) throw new JsonApiError(errors);
}

/**
 * Parses the query of an endpoint whose primary data is a single resource, without sorting, filters, and pages.
 *
 * @throws {JsonApiError} 400 with the name of each invalid parameter.
 */
export function readResourceQuery(setup: QuerySetup, types: readonly string[], parameters: URLSearchParams): AnyQuery {
  if (parameters.size === 0) return withDefaultInclude(setup, types, parameters, noQuery);
  const detail = 'This URL returns a single resource, which cannot be sorted, filtered, or paged.';
  const ofLists = ['sort', 'filter', 'page'];
  const others = [...parameters].filter(([name]) => !ofLists.includes(baseNameOf(name)));
  const [, query] = collectErrors(
    () => assertNoFamilies(parameters, ofLists, detail),
    () => readParameters(setup, types, new URLSearchParams(others)),
  );
  return withDefaultInclude(setup, types, parameters, query);
}

/**
 * Parses the query of a relationship URL. Its relationship paths start at the relationship. All other parameters apply
 * to the related resources.
 *
 * @throws {JsonApiError} 400 with the name of each invalid parameter.
 * @see https://jsonapi.org/format/1.1/#fetching-includes
 */
export function readRelationshipQuery(
  setup: QuerySetup,
  type: string,
  relationship: { readonly name: string; readonly kind: 'to-one' | 'to-many'; readonly targets: readonly string[] },
  parameters: URLSearchParams,
): AnyQuery {
  const pairs = [...parameters];
  const includes = new URLSearchParams(pairs.filter(([name]) => name === 'include'));
  const others = new URLSearchParams(pairs.filter(([name]) => name !== 'include'));
  const read = relationship.kind === 'to-one' ? readResourceQuery : readCollectionQuery;
  const readInclude = (): AnyQuery['include'] => {
    const { include } = readParameters(setup, [type], includes);
    const strange = include?.find((path) => path.split('.', 1)[0] !== relationship.name);
    if (strange === undefined) return include;
    const detail = `The relationship paths of this URL must begin with \`${relationship.name}\`.`;
    throw new JsonApiError(errorObject('RELATIONSHIP_PATH_UNKNOWN', detail, { source: { parameter: 'include' } }));
  };
  const [query, include] = collectErrors(() => read(setup, relationship.targets, others), readInclude);
  return { ...query, include };
}

/**
 * Rejects all query parameters, for a response without primary data.
 *
 * @throws {JsonApiError} 400 with the name of each parameter.
 */
export function assertNoParameters(parameters: URLSearchParams): void {
  const detail = 'The response does not have primary data, so this URL does not support query parameters.';
  assertNoFamilies(parameters, [...parameters.keys()].map(baseNameOf), detail);
}
