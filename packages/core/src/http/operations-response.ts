import type { AtomicResult } from '../extensions/atomic/run-operations.ts';
import { type DocumentResponseOptions, documentResponse } from './document-response.ts';
import type { HttpResponse } from './http-response.ts';
import type { ReadRequest } from './received-request.ts';

/**
 * Creates the response to a request with operations: 200 with the results, or 204 if all of them are empty.
 *
 * @param request What `readOperationsRequest` returned.
 * @param results What `runOperations` returned.
 * @throws {TypeError} If an option is unknown or wrong, or a header field cannot be sent.
 * @see https://jsonapi.org/ext/atomic/#processing
 */
export function operationsResponse(
  request: Pick<ReadRequest, 'method' | 'negotiated' | 'preconditions' | 'jsonapi'>,
  results: readonly AtomicResult[],
  options?: Pick<DocumentResponseOptions, 'headers'>,
): HttpResponse {
  if (results.every((result) => Object.keys(result).length === 0))
    return documentResponse(request, 204, undefined, options);
  return documentResponse(request, 200, { jsonapi: request.jsonapi, 'atomic:results': results }, options);
}
