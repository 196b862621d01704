import type { JsonApiRequest } from '../http.ts';
import { OperationContext, type OperationKind } from '../reading/conditional/operation-context.ts';
import { readPreconditions } from '../reading/conditional/preconditions.ts';
import { assertNotEncoded, type RequestHead, readHead } from '../request/headers.ts';
import { readPreference } from '../request/preference.ts';
import { withCommits } from '../sources/gateway/commit-work.ts';
import type { Awaitable, SourceCall } from '../sources/port/data-source.ts';
import { createCall } from '../sources/port/source-call.ts';
import { report } from './finish-response.ts';
import type { Request } from './request.ts';

/** Creates the call that the sources of a request receive. */
export function createCallOf(request: Request): SourceCall {
  const { monitor, server } = request;
  const call = createCall(request.context, monitor.deadline);
  return server.hooks === undefined ? call : withCommits(call, (failure) => report(request, failure));
}

/** Creates the context of the application for a request, and the call that its sources receive. */
export async function callOf(request: Request): Promise<SourceCall> {
  request.context = await request.server.options.context?.(request.received);
  return createCallOf(request);
}

function hasPayload({ body }: JsonApiRequest): boolean {
  return body !== undefined && body.length > 0;
}

/** Stores the extensions and profiles that apply to a request and its response. */
function negotiate(request: Request, place: string, { accept, contentType }: RequestHead): void {
  const { plugIns } = request.server;
  request.applied = plugIns.appliedTo(plugIns.negotiatorAt(place)(accept, contentType, hasPayload(request.received)));
}

/**
 * Reads the header fields of a request, and creates its operation.
 *
 * @param place The key of the operation at its URL, or of the endpoint, which determines the extensions.
 * @param earlyCall The call, if access rules required its context before the route was known.
 */
export function createOperation<Kind extends OperationKind>(
  request: Request,
  place: string,
  at: Pick<OperationContext<Kind, Request>, 'route' | 'source' | 'parameters'>,
  earlyCall: SourceCall | undefined,
): Awaitable<OperationContext<Kind, Request>> {
  const { server, received } = request;
  const head = readHead(received.headers);
  const preference = readPreference(head.prefer);
  negotiate(request, place, head);
  if (hasPayload(received)) assertNotEncoded(head.contentEncoding);
  const preconditions = readPreconditions(head);
  const contextOf = (call: SourceCall): OperationContext<Kind, Request> =>
    new OperationContext({
      ...{ request, call, route: at.route, source: at.source, parameters: at.parameters },
      ...{ preconditions, preference, body: received.body, sink: 'text' },
      ...{ requireIfMatch: server.requireIfMatch, neverStored: undefined },
    });
  if (earlyCall !== undefined) return contextOf(earlyCall);
  return server.options.context === undefined ? contextOf(createCallOf(request)) : callOf(request).then(contextOf);
}
