import { collectErrors, outcomeOf } from '../error/collect-errors.ts';
import type { ParsedOperation } from '../extensions/atomic/parse-operations.ts';
import { parseOperations } from '../extensions/atomic/parse-operations.ts';
import type { Query } from '../query/query.ts';
import type { Api } from '../schema/api.ts';
import { assertApplied } from './headers.ts';
import type { HttpOptions } from './http-options.ts';
import { type HttpRequest, type ReadRequest, receive } from './received-request.ts';
import { assertNoParameters } from './unsupported-parameters.ts';

/** A request of the Atomic Operations extension. */
export interface WithOperations<A extends Api> extends ReadRequest {
  readonly operations: readonly ParsedOperation<A>[];
  /** The fields of the resources in the results. */
  readonly query: Pick<Query<A>, 'fields'>;
}

/** Only negotiation reads the extension, so the rules of its documents are not loaded. */
const extension = { uri: 'https://jsonapi.org/ext/atomic', namespace: 'atomic' } as const;

/**
 * Reads a request with operations: its headers, the fieldsets of its results, and its document. The URL must not take other
 * requests: those that do not apply the extension are rejected.
 *
 * @throws {JsonApiError} 415 or 406 for a header; otherwise all errors of the query and of the document, as `parseOperations`.
 * @throws {TypeError} If the method is another one, or an argument is wrong.
 * @see https://jsonapi.org/ext/atomic/#processing
 */
export async function readOperationsRequest<A extends Api>(
  api: A,
  request: HttpRequest,
  options?: HttpOptions,
): Promise<WithOperations<A>> {
  const received = receive('readOperationsRequest', request, options, ['POST'], extension);
  const { common, parameters, queryOf, body } = received;
  const { documentLimits, limits, targetOf } = received.options;
  const applied = body === undefined ? common.negotiated.extensions : common.negotiated.requestExtensions;
  assertApplied(extension.uri, applied, body !== undefined);
  const reading = { ...documentLimits, operations: limits?.operations, targetOf };
  const readOperations = await outcomeOf(() => parseOperations(api, body, reading));
  const [query, operations] = collectErrors(() => {
    assertNoParameters(parameters, (name) => name.startsWith('fields['), 'operations');
    return queryOf(undefined, api, [...api.types.keys()]) as WithOperations<A>['query'];
  }, readOperations);
  return Object.freeze({ ...common, query, operations });
}
