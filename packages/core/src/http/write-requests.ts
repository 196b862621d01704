import { collectErrors, outcomeOf } from '../error/collect-errors.ts';
import type { ResourceUrlQuery } from '../query/parse-url-query.ts';
import { resourceUrl } from '../query/parse-url-query.ts';
import type { QueryParameters } from '../query/query-parameters.ts';
import { parseCreateAsync } from '../requests/parse/parse-create.ts';
import type { ParsedLinkage } from '../requests/parse/parse-linkage.ts';
import { parseUpdateAsync } from '../requests/parse/parse-update.ts';
import { parseRelationshipChange } from '../requests/parse/relationship-change.ts';
import type { Api } from '../schema/api.ts';
import type { RelationshipName, TypeName } from '../schema/infer.ts';
import type { CreateInput, UpdateInput } from '../schema/input.ts';
import { typeNames } from '../schema/resource-type.ts';
import type { HttpOptions } from './http-options.ts';
import { assertNoIfMatch } from './preconditions.ts';
import type { WithQuery } from './read-requests.ts';
import { type HttpRequest, type ReadRequest, receive } from './received-request.ts';
import { assertNoParameters } from './unsupported-parameters.ts';

/** A request that creates or updates a resource. The query is that of the resource in the response. */
export interface WithInput<Q, Input> extends WithQuery<Q> {
  /** The parsed document. */
  readonly input: Input;
}

/**
 * Reads a request that creates a resource, such as `POST /articles`: its headers, the query of the response, and its document.
 *
 * @throws {JsonApiError} 415, 406, or 412 for a header; otherwise all errors of the query and of the document.
 * @throws {TypeError} If the method is another one, or an argument is wrong.
 * @throws {Error} If a schema throws or rejects. The cause is the original error. The request is not the reason.
 * @see https://jsonapi.org/format/1.1/#crud-creating
 */
export async function readCreateRequest<
  A extends Api,
  Type extends TypeName<A>,
  const Parameters extends QueryParameters = Record<never, never>,
>(
  api: A,
  type: Type,
  request: HttpRequest,
  options?: HttpOptions<Parameters>,
): Promise<WithInput<ResourceUrlQuery<A, Type, Parameters>, CreateInput<A, Type>>> {
  const received = receive('readCreateRequest', request, options, ['POST']);
  const { common, queryOf, body } = received;
  assertNoIfMatch(common.preconditions);
  const types = typeNames(api, type);
  const readInput = await outcomeOf(() => parseCreateAsync(api, type, body, received.options.documentLimits));
  const [query, input] = collectErrors(() => queryOf(resourceUrl, api, types), readInput);
  return Object.freeze({ ...common, query, input }) as never;
}

/**
 * Reads a request that updates a resource, such as `PATCH /articles/1`: its headers, the query of the response, and its document.
 * Call `checkPreconditions` before the write.
 *
 * @param id The id in the URL, which the document must contain, too.
 * @throws {JsonApiError} 415, 406, or 400 for a header; otherwise all errors of the query and of the document.
 * @throws {TypeError} If the method is another one, or an argument is wrong.
 * @throws {Error} If a schema throws or rejects. The cause is the original error. The request is not the reason.
 * @see https://jsonapi.org/format/1.1/#crud-updating
 */
export async function readUpdateRequest<
  A extends Api,
  Type extends TypeName<A>,
  const Parameters extends QueryParameters = Record<never, never>,
>(
  api: A,
  type: Type,
  id: string,
  request: HttpRequest,
  options?: HttpOptions<Parameters>,
): Promise<WithInput<ResourceUrlQuery<A, Type, Parameters>, UpdateInput<A, Type>>> {
  const received = receive('readUpdateRequest', request, options, ['PATCH']);
  const { common, queryOf, body } = received;
  const types = typeNames(api, type);
  const readInput = await outcomeOf(() =>
    parseUpdateAsync(api, type, body, { ...received.options.documentLimits, id }),
  );
  const [query, input] = collectErrors(() => queryOf(resourceUrl, api, types), readInput);
  return Object.freeze({ ...common, query, input }) as never;
}

/** A request that changes a relationship. */
export interface WithLinkage<Linkage> extends ReadRequest {
  /** The effect of the request on the linkage, in the word of operations: PATCH replaces it, POST adds members, and DELETE removes them. */
  readonly op: 'update' | 'add' | 'remove';
  readonly linkage: Linkage;
}

const opOf: Readonly<Record<string, WithLinkage<never>['op']>> = { PATCH: 'update', POST: 'add', DELETE: 'remove' };

/**
 * Reads a request that changes a relationship, such as `PATCH /articles/1/relationships/comments`: its headers and its document.
 * Respond with 204. A request with query parameters is rejected, because such a response has no document that they could apply to.
 * Call `checkPreconditions` before the write.
 *
 * @throws {JsonApiError} 415, 406, or 400 for a header; otherwise all errors of the query and of the document: 403 if the
 * relationship cannot be changed in this way, and 422 if it is required and would be empty.
 * @throws {TypeError} If the method is another one, or an argument is wrong.
 * @see https://jsonapi.org/format/1.1/#crud-updating-relationships
 */
export function readLinkageRequest<A extends Api, Type extends TypeName<A>, Name extends RelationshipName<A, Type>>(
  api: A,
  type: Type,
  relationship: Name,
  request: HttpRequest,
  options?: HttpOptions,
): WithLinkage<ParsedLinkage<A, Type, Name>> {
  const received = receive('readLinkageRequest', request, options, ['PATCH', 'POST', 'DELETE']);
  const { common, parameters, body } = received;
  const op = opOf[common.method] as string;
  const [, linkage] = collectErrors(
    () => assertNoParameters(parameters),
    () => parseRelationshipChange(api, type, relationship, op, body, received.options.documentLimits),
  );
  return Object.freeze({ ...common, op, linkage }) as never;
}
