import { collectionErrors } from '../error/chapters/collection-errors.ts';
import { includeErrors, includeMessagesOfServers } from '../error/chapters/include-errors.ts';
import { truncateName } from '../error/create-error-object.ts';
import { errorIn } from '../error/json-api-error.ts';
import type { Api, RelationshipDefinition, ResourceType } from '../schema/api.ts';
import type { KindOf, RelationshipName, TargetOf, TypeName } from '../schema/infer.ts';
import { isReadable, relationshipOf, resourceType, typeNames } from '../schema/resource-type.ts';
import { type ParseQueryOptions, parseQueryOf } from './parse-query.ts';
import type { Query } from './query.ts';
import type { UrlKind } from './query-family.ts';
import type { QueryParameters } from './query-parameters.ts';

/** The query of a URL whose primary data is one resource, or the identifier of one. */
export type ResourceUrlQuery<A extends Api, Type extends TypeName<A>, Parameters extends QueryParameters> = Omit<
  Query<A, Type, Parameters>,
  'filter' | 'page' | 'sort'
>;

/** The query of the URL of a relationship, or of its related resources. */
export type RelatedUrlQuery<
  A extends Api,
  Type extends TypeName<A>,
  Name extends RelationshipName<A, Type>,
  Parameters extends QueryParameters,
> =
  KindOf<A, Type, Name> extends 'to-one'
    ? ResourceUrlQuery<A, TargetOf<A, Type, Name>, Parameters>
    : Query<A, TargetOf<A, Type, Name>, Parameters>;

const ofCollections: readonly string[] = ['sort', 'filter', 'page'];

/** The URL of one resource: it cannot be sorted, filtered, or paged. */
export const resourceUrl: UrlKind = {
  takes: (baseName) => !ofCollections.includes(baseName),
  rejection: (parameter) =>
    errorIn(collectionErrors, 'PARAMETER_NOT_SUPPORTED.single', {}, { parameter: truncateName(parameter) }),
};

const beginning = { ...includeErrors.RELATIONSHIP_PATH_UNKNOWN, ...includeMessagesOfServers.RELATIONSHIP_PATH_UNKNOWN };
const pathErrors = { RELATIONSHIP_PATH_UNKNOWN: beginning };

/** The URL of a relationship: its relationship paths begin with the relationship. */
export function relationshipUrl(kind: RelationshipDefinition['kind'], type: string, name: string): UrlKind {
  return {
    takes: (baseName) => kind === 'to-many' || resourceUrl.takes(baseName),
    rejection: resourceUrl.rejection,
    pathTypes: [type],
    wrongPaths(paths) {
      if (paths.every((path) => path.split('.', 1)[0] === name)) return undefined;
      return errorIn(pathErrors, 'RELATIONSHIP_PATH_UNKNOWN.beginning', { name }, { parameter: 'include' });
    },
  };
}

/** The URL of a collection of several types: requests sort and filter it by the fields of `common`. */
export function mixedUrl(common: ResourceType): UrlKind {
  return { ...resourceUrl, takes: () => true, common };
}

/**
 * Parses the query parameters of a URL whose primary data is one resource, such as `/articles/1`, or of a request that
 * writes one. Rejects `sort`, `filter`, and `page`.
 *
 * @throws {JsonApiError} 400 with one error object for each error, as `parseQuery`.
 * @throws {TypeError} As `parseQuery`.
 * @see https://jsonapi.org/format/1.1/#query-parameters
 */
export function parseResourceQuery<
  A extends Api,
  Type extends TypeName<A>,
  const Parameters extends QueryParameters = Record<never, never>,
>(
  api: A,
  types: Type | readonly Type[],
  parameters: URLSearchParams | string,
  options?: ParseQueryOptions<Parameters>,
): ResourceUrlQuery<A, Type, Parameters> {
  return parseQueryOf('parseResourceQuery', resourceUrl, api, typeNames(api, types), parameters, options) as never;
}

/**
 * Parses the query parameters of the URL of related resources, such as `/articles/1/comments`. Relationship paths begin at
 * the related resources.
 *
 * @throws {JsonApiError} 400 with one error object for each error, as `parseQuery`.
 * @throws {TypeError} As `parseQuery`, or if the relationship is unknown.
 * @see https://jsonapi.org/format/1.1/#fetching-resources
 */
export function parseRelatedQuery<
  A extends Api,
  Type extends TypeName<A>,
  Name extends RelationshipName<A, Type>,
  const Parameters extends QueryParameters = Record<never, never>,
>(
  api: A,
  type: Type,
  relationship: Name,
  parameters: URLSearchParams | string,
  options?: ParseQueryOptions<Parameters>,
): RelatedUrlQuery<A, Type, Name, Parameters> {
  const { kind, targets } = relationshipOf(resourceType(api, type), relationship, isReadable);
  const url = kind === 'to-one' ? resourceUrl : undefined;
  return parseQueryOf('parseRelatedQuery', url, api, targets, parameters, options) as never;
}

/**
 * Parses the query parameters of the URL of a relationship, such as `/articles/1/relationships/comments`. Relationship
 * paths begin with the relationship; the other parameters apply to the related resources.
 *
 * @throws {JsonApiError} 400 with one error object for each error, as `parseQuery`.
 * @throws {TypeError} As `parseQuery`, or if the relationship is unknown.
 * @see https://jsonapi.org/format/1.1/#fetching-relationships
 */
export function parseRelationshipQuery<
  A extends Api,
  Type extends TypeName<A>,
  Name extends RelationshipName<A, Type>,
  const Parameters extends QueryParameters = Record<never, never>,
>(
  api: A,
  type: Type,
  relationship: Name,
  parameters: URLSearchParams | string,
  options?: ParseQueryOptions<Parameters>,
): Omit<RelatedUrlQuery<A, Type, Name, Parameters>, 'include'> & Pick<Query<A, Type>, 'include'> {
  const { kind, targets } = relationshipOf(resourceType(api, type), relationship, isReadable);
  const url = relationshipUrl(kind, type, relationship);
  return parseQueryOf('parseRelationshipQuery', url, api, targets, parameters, options) as never;
}
