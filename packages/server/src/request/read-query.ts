import type { FilterCondition, SortField } from '@linkage/core';
import {
  emptyQuery,
  type IncludePlan,
  includePlan,
  isField,
  mixedUrl,
  parseQueryOf,
  rejection,
  relationshipUrl,
  resourceUrl,
  type UrlKind,
} from '@linkage/core/internal';
import type { QueryOperation, QueryRequest } from './context.ts';
import { defaultIncludeFor } from './default-includes.ts';
import { defaultSortFor } from './default-sort.ts';
import { queryLimits } from './limits.ts';
import type { RelatedQueries } from './related-queries.ts';
import type { MixedRoute } from './route.ts';
import { parametersOf } from './type-parameters.ts';

/** A query without the types of an API. */
export interface AnyQuery {
  /** The relationship paths, from the request or the defaults. Undefined if there are none; `include=` has a plan without steps. */
  readonly plan: IncludePlan | undefined;
  readonly fields: Readonly<Record<string, readonly string[] | undefined>>;
  readonly sort: readonly SortField[];
  readonly filter: readonly FilterCondition[];
  readonly page: ReadonlyMap<string, string>;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** The queries of the members of included relationships; undefined if the request has none. */
  readonly related: RelatedQueries | undefined;
}

/** A query as it is parsed: its paths are not planned yet. */
type ParsedQuery = Omit<AnyQuery, 'plan' | 'related'> & { readonly include: readonly string[] | undefined };

const nothingParsed = emptyQuery() as ParsedQuery;

/** The query of a request without parameters. */
export const noQuery: AnyQuery = planned(nothingParsed, undefined);

/** Replaces the paths of a query by their plan. */
function planned({ include: _, ...query }: ParsedQuery, plan: IncludePlan | undefined): AnyQuery {
  return Object.freeze({ ...query, plan, related: undefined });
}

/** Returns the parts of a query that sources receive. */
export function askedOf({ filter, sort, parameters }: AnyQuery): Pick<AnyQuery, 'filter' | 'sort' | 'parameters'> {
  return { filter, sort, parameters };
}

/** Returns the query of a collection, with its default order. */
function withDefaultSort({ api }: QueryRequest, types: readonly string[], query: AnyQuery): AnyQuery {
  const sort = defaultSortFor(api, types);
  return sort === undefined ? query : Object.freeze({ ...query, sort });
}

/** Returns the query of a URL whose primary data is resources, with the default include paths if it has no `include`. */
function withPlan(
  operation: QueryOperation,
  types: readonly string[],
  parameters: URLSearchParams,
  query: ParsedQuery,
): AnyQuery {
  const { api, server } = operation.request;
  // The result of an operation has no other resources than those that the endpoint requests.
  const isDefault = operation.sink !== 'value' && server.defaultIncludes.size > 0 && !parameters.has('include');
  const paths = isDefault ? defaultIncludeFor(api, server.defaultIncludes, types) : query.include;
  if (paths === undefined && query === nothingParsed) return noQuery;
  return planned(query, paths && includePlan(api, types, paths));
}

/** Returns the parameters without names of fields that the user cannot read in `fields[TYPE]`: the option `hiddenFields`. */
function withoutHiddenFields({ api, server }: QueryRequest, parameters: URLSearchParams): URLSearchParams {
  if (server.options.hiddenFields !== 'omit' || api === server.api) return parameters;
  const pairs = Array.from(parameters, ([parameter, value]): [string, string] => {
    const type = /^fields\[([^[\]]+)\]$/.exec(parameter)?.at(1) ?? '';
    const [all, seen] = [server.api.types.get(type), api.types.get(type)];
    if (all === undefined || seen === undefined) return [parameter, value];
    const isShown = (name: string): boolean => !isField(all, name) || isField(seen, name);
    return [parameter, value.split(',').filter(isShown).join(',')];
  });
  return new URLSearchParams(pairs);
}

function readParameters(
  request: QueryRequest,
  types: readonly string[],
  parameters: URLSearchParams,
  kind?: UrlKind,
): ParsedQuery {
  if (parameters.size === 0) return nothingParsed;
  const { api, applied, server } = request;
  const options = {
    limits: queryLimits(server.limits),
    parameters: parametersOf(applied.queryParameters, server.typeParameters, types),
    extensions: applied.definitions,
    filterLanguage: server.options.filterLanguage,
  };
  return parseQueryOf('parseQuery', kind, api, types, withoutHiddenFields(request, parameters), options) as ParsedQuery;
}

/**
 * Parses the query of an endpoint whose primary data is a collection of these types.
 *
 * @throws {JsonApiError} 400 with the name of each invalid parameter.
 */
export function readCollectionQuery(
  operation: QueryOperation,
  types: readonly string[],
  parameters: URLSearchParams,
): AnyQuery {
  const query = withPlan(operation, types, parameters, readParameters(operation.request, types, parameters));
  return parameters.has('sort') ? query : withDefaultSort(operation.request, types, query);
}

/**
 * Parses the query of a collection of several types.
 *
 * @throws {JsonApiError} 400 with the name of each invalid parameter.
 */
export function readMixedQuery(
  operation: QueryOperation & { readonly route: MixedRoute },
  parameters: URLSearchParams,
): AnyQuery {
  const { type, types } = operation.route;
  const names = types.map(({ name }) => name);
  const parsed = readParameters(operation.request, names, parameters, mixedUrl(type));
  // Ids of several types have no order.
  if (parsed.sort.some(({ field }) => field === 'id'))
    throw rejection('SORT_NOT_SUPPORTED.field', { type: type.name, field: 'id' }, { parameter: 'sort' });
  const query = withPlan(operation, names, parameters, parsed);
  return parameters.has('sort') ? query : Object.freeze({ ...query, sort: type.defaultSort });
}

/**
 * Parses the query of an endpoint whose primary data is a single resource, without sorting, filters, and pages.
 *
 * @throws {JsonApiError} 400 with the name of each invalid parameter.
 */
export function readResourceQuery(
  operation: QueryOperation,
  types: readonly string[],
  parameters: URLSearchParams,
): AnyQuery {
  const isEmpty = parameters.size === 0;
  const query = isEmpty ? nothingParsed : readParameters(operation.request, types, parameters, resourceUrl);
  return withPlan(operation, types, parameters, query);
}

/**
 * Parses the query of a relationship URL. Its relationship paths start at the relationship. All other parameters apply
 * to the related resources.
 *
 * @throws {JsonApiError} 400 with the name of each invalid parameter.
 * @see https://jsonapi.org/format/1.1/#fetching-includes
 */
export function readRelationshipQuery(
  operation: QueryOperation,
  type: string,
  relationship: { readonly name: string; readonly kind: 'to-one' | 'to-many'; readonly targets: readonly string[] },
  parameters: URLSearchParams,
): AnyQuery {
  const { name, kind, targets } = relationship;
  const { request } = operation;
  const parsed = readParameters(request, targets, parameters, relationshipUrl(kind, type, name));
  const { include } = parsed;
  // Linkage has no default order: it continues the page that documents show, which is in the order of the source.
  return planned(parsed, include && includePlan(request.api, [type], include));
}
