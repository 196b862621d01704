import {
  assertNotEncoded,
  type Negotiator,
  noPreconditions,
  readHead,
  readPreconditions,
} from '@linkage/core/internal';
import type { OperationContext } from '../reading/conditional/operation-context.ts';
import { readPreference } from '../request/preference.ts';
import type { Request } from './request.ts';

/** The members of an operation that the headers and the body of its request determine. */
type Head = Pick<OperationContext, 'preconditions' | 'preference' | 'body'>;

/**
 * Reads the headers of a request.
 *
 * @param negotiate The negotiator of the extensions of the operation or endpoint.
 */
export function readRequestHead(request: Request, negotiate: Negotiator): Head {
  const { server, received } = request;
  const head = readHead(received.headers);
  const preference = head.prefer === undefined ? undefined : readPreference(head.prefer);
  // A body that is `null`, as in requests of fetch, is none.
  const body = received.body ?? undefined;
  const hasBody = body !== undefined && body.length > 0;
  request.applied = server.plugIns.appliedTo(negotiate(head.accept, head.contentType, hasBody));
  if (hasBody) assertNotEncoded(head.contentEncoding);
  const isConditional = head.ifMatch !== undefined || head.ifNoneMatch !== undefined;
  return { preconditions: isConditional ? readPreconditions(head) : noPreconditions, preference, body };
}
