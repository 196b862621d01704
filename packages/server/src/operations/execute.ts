import { assertIfMatch } from '../conditional/find-to-write.ts';
import { isPromiseLike } from '../internal/is-promise-like.ts';
import type { Outcome } from '../response/outcome.ts';
import type { Exchange } from './exchange.ts';
import type { Operation } from './operation.ts';
import { readRequestDocument } from './request-document.ts';
import { readRequestQuery } from './request-query.ts';

/**
 * Executes an operation on a target: reads the query and the document as the table of operations says, then runs it. The
 * document may be text, bytes, or a value that was parsed before.
 *
 * @throws {JsonApiError} What the operation, or reading for it, refuses.
 */
export async function execute(operation: Operation, exchange: Exchange): Promise<Outcome> {
  assertIfMatch(exchange, operation.method);
  const reading = readRequestQuery(operation.query, exchange);
  // Most queries are read at once, and to wait costs them more than to look.
  const query = isPromiseLike(reading) ? await reading : reading;
  const parsing = operation.document === 'none' ? undefined : readRequestDocument(operation.document, exchange);
  const document = isPromiseLike(parsing) ? await parsing : parsing;
  return operation.run(exchange, { query, document });
}
