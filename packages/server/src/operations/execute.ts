import { isPromiseLike } from '../internal/is-promise-like.ts';
import { assertIfMatch } from '../reading/conditional/find-before-write.ts';
import { type OperationResponse, wholeResult } from '../response/document/operation-response.ts';
import type { ExecutingOperation } from './context.ts';
import { assertStorable } from './never-stored.ts';
import type { OperationDefinition } from './operation.ts';
import { readRequestDocument } from './request-document.ts';
import { readRequestQuery } from './request-query.ts';

/**
 * Executes an operation on a target: reads the query and the document as the table of operations specifies, then runs
 * the operation. The document can be text, bytes, or a parsed value.
 *
 * @throws {JsonApiError} If the request is not valid, or the operation rejects it.
 */
export async function execute(
  definition: OperationDefinition,
  operation: ExecutingOperation,
): Promise<OperationResponse> {
  assertIfMatch(operation, definition.method);
  const reading = readRequestQuery(definition.query, operation);
  // Most queries are read synchronously, and awaiting costs more than this check.
  const query = isPromiseLike(reading) ? await reading : reading;
  assertStorable(operation, query);
  const parsing = readRequestDocument(definition.document, operation);
  const document = isPromiseLike(parsing) ? await parsing : parsing;
  return wholeResult(await definition.run(operation, { query, document }));
}
