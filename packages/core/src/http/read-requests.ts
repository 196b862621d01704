import { type RelatedUrlQuery, type ResourceUrlQuery, relationshipUrl, resourceUrl } from '../query/parse-url-query.ts';
import type { Query } from '../query/query.ts';
import type { QueryParameters } from '../query/query-parameters.ts';
import type { Api } from '../schema/api.ts';
import type { RelationshipName, TypeName } from '../schema/infer.ts';
import { isReadable, relationshipOf, resourceType, typeNames } from '../schema/resource-type.ts';
import type { HttpOptions } from './http-options.ts';
import { type HttpRequest, type ReadRequest, receive } from './received-request.ts';
import { assertNoParameters } from './unsupported-parameters.ts';

/** A request with its query. */
export interface WithQuery<Q> extends ReadRequest {
  readonly query: Q;
}

const reads = ['GET', 'HEAD'];

/**
 * Reads a request for a collection, such as `GET /articles`: its headers, and all families of query parameters.
 *
 * @param types The type of the primary data, or several types for a collection of mixed types.
 * @throws {JsonApiError} 415, 406, or 400 with one error object for each wrong query parameter.
 * @throws {TypeError} If the method is another one, or an argument is wrong.
 * @see https://jsonapi.org/format/1.1/#fetching-resources
 */
export function readCollectionRequest<
  A extends Api,
  Type extends TypeName<A>,
  const Parameters extends QueryParameters = Record<never, never>,
>(
  api: A,
  types: Type | readonly Type[],
  request: HttpRequest,
  options?: HttpOptions<Parameters>,
): WithQuery<Query<A, Type, Parameters>> {
  const { common, queryOf } = receive('readCollectionRequest', request, options, reads);
  return Object.freeze({ ...common, query: queryOf(undefined, api, typeNames(api, types)) }) as never;
}

/**
 * Reads a request for one resource, such as `GET /articles/1`, or one that deletes it. A request for a resource can have
 * `include` and `fields`. A DELETE has no query parameters, because its response has no primary data.
 *
 * @throws {JsonApiError} 415, 406, or 400 with one error object for each wrong query parameter.
 * @throws {TypeError} If the method is another one, or an argument is wrong.
 * @see https://jsonapi.org/format/1.1/#fetching-resources
 */
export function readResourceRequest<
  A extends Api,
  Type extends TypeName<A>,
  const Parameters extends QueryParameters = Record<never, never>,
>(
  api: A,
  type: Type,
  request: HttpRequest,
  options?: HttpOptions<Parameters>,
): WithQuery<ResourceUrlQuery<A, Type, Parameters>> {
  const { common, parameters, queryOf } = receive('readResourceRequest', request, options, [...reads, 'DELETE']);
  if (common.method === 'DELETE') assertNoParameters(parameters);
  return Object.freeze({ ...common, query: queryOf(resourceUrl, api, typeNames(api, type)) }) as never;
}

/**
 * Reads a request for the related resources of a relationship, such as `GET /articles/1/comments`. Of a to-one relationship, they
 * cannot be sorted, filtered, or paged.
 *
 * @throws {JsonApiError} 415, 406, or 400 with one error object for each wrong query parameter.
 * @throws {TypeError} If the method is another one, or an argument is wrong.
 * @see https://jsonapi.org/format/1.1/#fetching-resources
 */
export function readRelatedRequest<
  A extends Api,
  Type extends TypeName<A>,
  Name extends RelationshipName<A, Type>,
  const Parameters extends QueryParameters = Record<never, never>,
>(
  api: A,
  type: Type,
  relationship: Name,
  request: HttpRequest,
  options?: HttpOptions<Parameters>,
): WithQuery<RelatedUrlQuery<A, Type, Name, Parameters>> {
  const { kind, targets } = relationshipOf(resourceType(api, type), relationship, isReadable);
  const { common, queryOf } = receive('readRelatedRequest', request, options, reads);
  const query = queryOf(kind === 'to-one' ? resourceUrl : undefined, api, targets);
  return Object.freeze({ ...common, query }) as never;
}

/**
 * Reads a request for the linkage of a relationship, such as `GET /articles/1/relationships/comments`. Its relationship paths
 * begin with the relationship; the other parameters apply to the related resources.
 *
 * @throws {JsonApiError} 415, 406, or 400 with one error object for each wrong query parameter.
 * @throws {TypeError} If the method is another one, or an argument is wrong.
 * @see https://jsonapi.org/format/1.1/#fetching-relationships
 */
export function readRelationshipRequest<
  A extends Api,
  Type extends TypeName<A>,
  Name extends RelationshipName<A, Type>,
  const Parameters extends QueryParameters = Record<never, never>,
>(
  api: A,
  type: Type,
  relationship: Name,
  request: HttpRequest,
  options?: HttpOptions<Parameters>,
): WithQuery<Omit<RelatedUrlQuery<A, Type, Name, Parameters>, 'include'> & Pick<Query<A, Type>, 'include'>> {
  const { kind, targets } = relationshipOf(resourceType(api, type), relationship, isReadable);
  const { common, queryOf } = receive('readRelationshipRequest', request, options, reads);
  return Object.freeze({ ...common, query: queryOf(relationshipUrl(kind, type, relationship), api, targets) }) as never;
}
