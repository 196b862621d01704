import { errorObject, type FilterTerm, JsonApiError, parseQuery, type SortField } from '@linkage/core';
import { emptyQuery } from '@linkage/core/internal';
import { readTogether } from '../internal/read-together.ts';
import { queryLimits } from './limits.ts';
import type { QuerySetup } from './query-setup.ts';

/** A query with the types of one API taken off. */
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

/** The base name of the family of a parameter: `page` of `page[size]`. */
export function baseNameOf(parameter: string): string {
  return parameter.split('[', 1)[0] as string;
}

/**
 * Reads the query of an endpoint whose primary data is a collection of these types.
 *
 * @throws {JsonApiError} 400 naming each parameter at fault.
 */
export function readCollectionQuery(
  setup: QuerySetup,
  types: readonly string[],
  parameters: URLSearchParams,
): AnyQuery {
  if (parameters.size === 0) return noQuery;
  const { api, limits, queryParameters, queryExtensions } = setup;
  const options = { limits: queryLimits(limits), parameters: queryParameters, extensions: queryExtensions };
  return parseQuery(api, types, parameters, options) as AnyQuery;
}

/**
 * Refuses query parameters of these families.
 *
 * @throws {JsonApiError} 400 naming each parameter.
 */
export function refuseFamilies(parameters: URLSearchParams, baseNames: readonly string[], detail: string): void {
  if (parameters.size === 0) return;
  const errors = [...new Set(parameters.keys())]
    .filter((parameter) => baseNames.includes(baseNameOf(parameter)))
    .map((parameter) => errorObject('PARAMETER_NOT_SUPPORTED', detail, { source: { parameter } }));
  if (errors.length > 0) throw new JsonApiError(errors);
}

/**
 * Reads the query of an endpoint whose primary data is a single resource: there is nothing to sort, filter or page.
 *
 * @throws {JsonApiError} 400 naming each parameter at fault.
 */
export function readResourceQuery(setup: QuerySetup, types: readonly string[], parameters: URLSearchParams): AnyQuery {
  if (parameters.size === 0) return noQuery;
  const detail = 'This URL answers with a single resource: it is neither sorted nor filtered nor paged.';
  const refused = ['sort', 'filter', 'page'];
  const others = [...parameters].filter(([name]) => !refused.includes(baseNameOf(name)));
  const [, query] = readTogether(
    () => refuseFamilies(parameters, refused, detail),
    () => readCollectionQuery(setup, types, new URLSearchParams(others)),
  );
  return query;
}

/**
 * Reads the query of a relationship URL. Its relationship paths start at the relationship, everything else is about
 * the resources it leads to.
 *
 * @throws {JsonApiError} 400 naming each parameter at fault.
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
    const detail = `The relationship paths of this URL start with "${relationship.name}".`;
    throw new JsonApiError(errorObject('RELATIONSHIP_PATH_UNKNOWN', detail, { source: { parameter: 'include' } }));
  };
  const [query, include] = readTogether(() => read(setup, relationship.targets, others), readInclude);
  return { ...query, include };
}

/**
 * Refuses all query parameters, where the response has no primary data that they could shape.
 *
 * @throws {JsonApiError} 400 naming each parameter.
 */
export function refuseParameters(parameters: URLSearchParams): void {
  const detail = 'The response has no primary data, so no query parameter can shape it.';
  refuseFamilies(parameters, [...parameters.keys()].map(baseNameOf), detail);
}
