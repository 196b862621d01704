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
import { addCommits } from '../sources/gateway/commit-work.ts';
import type { SourceCall } from '../sources/port/data-source.ts';
import { createCall } from '../sources/port/source-call.ts';
import { report } from './finish-response.ts';
import type { Request } from './request.ts';

/** Creates the call that the sources of a request receive. */
export function createCallOf(request: Request): SourceCall {
  const call = createCall(request.context, request.monitor);
  if (request.server.hooks !== undefined) addCommits(call, (failure) => report(request, failure));
  return call;
}

/** Creates the context of the application for a request, and the call that its sources receive. */
export function callOf(request: Request): Awaitable<SourceCall> {
  const { context } = request.server.options;
  if (context === undefined) return createCallOf(request);
  return andThen(context(request.received), (value) => {
    request.context = value;
    return createCallOf(request);
  });
}

/**
 * Reads the header fields of a request, and creates its operation.
 *
 * @param negotiate The negotiator of the extensions of the operation or endpoint.
 * @param earlyCall The call, if access rules required its context before the route was known.
 */
export function createOperation<Kind extends OperationKind>(
  request: Request,
  negotiate: Negotiator,
  at: Pick<OperationContext<Kind, Request>, 'route' | 'source' | 'parameters' | 'kept'>,
  earlyCall: SourceCall | undefined,
): Awaitable<OperationContext<Kind, Request>> {
  const { server, received } = request;
  const head = readHead(received.headers);
  const preference = head.prefer === undefined ? undefined : readPreference(head.prefer);
  const { body } = received;
  const hasPayload = body !== undefined && body.length > 0;
  request.applied = server.plugIns.appliedTo(negotiate(head.accept, head.contentType, hasPayload));
  if (hasPayload) assertNotEncoded(head.contentEncoding);
  const isConditional = head.ifMatch !== undefined || head.ifNoneMatch !== undefined;
  const preconditions = isConditional ? readPreconditions(head) : noPreconditions;
  const contextOf = (call: SourceCall): OperationContext<Kind, Request> =>
    new OperationContext({
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
      requireIfMatch: server.requireIfMatch,
      neverStored: undefined,
      repeats: undefined,
    });
  return earlyCall === undefined ? andThen(callOf(request), contextOf) : contextOf(earlyCall);
}
