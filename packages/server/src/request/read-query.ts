import { errorObject, type FilterTerm, JsonApiError, parseQuery, type SortField } from '@linkage/core';
import { emptyQuery } from '@linkage/core/internal';
import { readTogether } from '../internal/read-together.ts';
import { queryLimits } from './limits.ts';
import type { QuerySetup } from './query-setup.ts';
import { parametersOf } from './type-parameters.ts';

/** A query without the types of an API. */
export interface AnyQuery {
  readonly include: readonly string[] | undefined;
  readonly fields: Readonly<Record<string, readonly string[] | undefined>>;
  readonly sort: readonly SortField[];
  readonly filter: readonly FilterTerm[];
  readonly page: ReadonlyMap<string, string>;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** The query of a request without parameters. */
export const noQuery: AnyQuery = emptyQuery() as AnyQuery;

/** Returns the base name of a parameter's family: `page` for `page[size]`. */
export function baseNameOf(parameter: string): string {
  return parameter.split('[', 1)[0] as string;
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
  if (parameters.size === 0) return noQuery;
  const { api, limits, queryExtensions } = setup;
  const declared = parametersOf(setup, types);
  const options = { limits: queryLimits(limits), parameters: declared, extensions: queryExtensions };
  return parseQuery(api, types, parameters, options) as AnyQuery;
}

/**
 * Rejects query parameters of these families.
 *
 * @throws {JsonApiError} 400 with the name of each parameter.
 */
export function refuseFamilies(parameters: URLSearchParams, baseNames: readonly string[], detail: string): void {
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
  if (parameters.size === 0) return noQuery;
  const detail = 'This URL returns a single resource, which cannot be sorted, filtered, or paged.';
  const refused = ['sort', 'filter', 'page'];
  const others = [...parameters].filter(([name]) => !refused.includes(baseNameOf(name)));
  const [, query] = readTogether(
    () => refuseFamilies(parameters, refused, detail),
    () => readCollectionQuery(setup, types, new URLSearchParams(others)),
  );
  return query;
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
    const { include } = readCollectionQuery(setup, [type], includes);
    const strange = include?.find((path) => path.split('.', 1)[0] !== relationship.name);
    if (strange === undefined) return include;
    const detail = `The relationship paths of this URL must begin with \`${relationship.name}\`.`;
    throw new JsonApiError(errorObject('RELATIONSHIP_PATH_UNKNOWN', detail, { source: { parameter: 'include' } }));
  };
  const [query, include] = readTogether(() => read(setup, relationship.targets, others), readInclude);
  return { ...query, include };
}

/**
 * Rejects all query parameters, for a response without primary data.
 *
 * @throws {JsonApiError} 400 with the name of each parameter.
 */
export function refuseParameters(parameters: URLSearchParams): void {
  const detail = 'The response does not have primary data, so this URL does not support query parameters.';
  refuseFamilies(parameters, [...parameters.keys()].map(baseNameOf), detail);
}
