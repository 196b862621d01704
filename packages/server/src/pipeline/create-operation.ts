import {
  type Awaitable,
  andThen,
  assertNotEncoded,
  type Negotiator,
  noPreconditions,
  readHead,
  readPreconditions,
} from '@linkage/core/internal';
import { OperationContext, type OperationKind } from '../reading/conditional/operation-context.ts';
import { readPreference } from '../request/preference.ts';
import type { SourceCall } from '../sources/port/data-source.ts';
import { RequestCall } from '../sources/port/source-call.ts';
import type { Request } from './request.ts';

/** Creates the context of the application for a request, and the call that its sources receive. */
export function callOf(request: Request): Awaitable<SourceCall> {
  const { context } = request.server.options;
  if (context === undefined) return new RequestCall(request);
  return andThen(context(request.received), (value) => {
    request.context = value;
    return new RequestCall(request);
  });
}

/** The members of an operation that the header fields and the body of its request determine. */
type Head = Pick<OperationContext, 'preconditions' | 'preference' | 'body'>;

/**
 * Reads the header fields of a request.
 *
 * @param negotiate The negotiator of the extensions of the operation or endpoint.
 */
export function readRequestHead(request: Request, negotiate: Negotiator): Head {
  const { server, received } = request;
  const head = readHead(received.headers);
  const preference = head.prefer === undefined ? undefined : readPreference(head.prefer);
  const { body } = received;
  const hasPayload = body !== undefined && body.length > 0;
  request.applied = server.plugIns.appliedTo(negotiate(head.accept, head.contentType, hasPayload));
  if (hasPayload) assertNotEncoded(head.contentEncoding);
  const isConditional = head.ifMatch !== undefined || head.ifNoneMatch !== undefined;
  return { preconditions: isConditional ? readPreconditions(head) : noPreconditions, preference, body };
}

/** Creates the operation of a request. */
export function createOperation<Kind extends OperationKind>(
  request: Request,
  call: SourceCall,
  at: Pick<OperationContext<Kind, Request>, 'route' | 'source' | 'parameters' | 'kept'>,
  { preconditions, preference, body }: Head,
): OperationContext<Kind, Request> {
  return new OperationContext({
    request,
    call,
    route: at.route,
    source: at.source,
    parameters: at.parameters,
    kept: at.kept,
    preconditions,
    preference,
    body,
    sink: 'text',
    requireIfMatch: request.server.requireIfMatch,
    neverStored: undefined,
    repeats: undefined,
  });
}
