import { type Awaitable, andThen } from '@linkage/core/internal';
import { assertIfMatch } from '../reading/conditional/find-before-write.ts';
import { assertKeyed } from '../request/required-keys.ts';
import type { OperationResponse } from '../response/document/operation-response.ts';
import type { ExecutingOperation } from './context.ts';
import { assertStorable } from './never-stored.ts';
import type { OperationDefinition } from './operation.ts';
import { readRequestDocument } from './request-document.ts';
import { type QueryKind, type QueryValues, readRequestQuery } from './request-query.ts';

const nothing = {
  location: undefined,
  contentLocation: undefined,
  retryAfter: undefined,
  preference: undefined,
  body: undefined,
  stream: undefined,
  version: undefined,
  form: undefined,
} as unknown as OperationResponse;

/** Returns the result of an operation with all members. */
function wholeResult(result: OperationResponse): OperationResponse {
  return { ...nothing, ...result };
}

/**
 * Executes an operation on a target: reads the query and the document as the table of operations specifies, then runs
 * the operation. The document can be text, bytes, or a parsed value.
 *
 * @throws {JsonApiError} If the request is not valid, or the operation rejects it.
 */
export function execute(definition: OperationDefinition, operation: ExecutingOperation): Awaitable<OperationResponse> {
  if (definition.method !== 'GET' && operation.requireIfMatch.size > 0) assertIfMatch(operation);
  const known = operation.kept?.valueFor(operation.request.applied) as QueryValues[QueryKind];
  return andThen(known ?? readRequestQuery(definition.query, operation), (query) => {
    if (operation.keyRules !== undefined) {
      assertKeyed(operation.keyRules, operation.route, definition.method);
      assertStorable(operation, query);
    }
    if (definition.document === 'none')
      return andThen(definition.run(operation, { query, document: undefined }), wholeResult);
    return andThen(readRequestDocument(definition.document, operation), (document) =>
      andThen(definition.run(operation, { query, document }), wholeResult),
    );
  });
}
