import { JsonApiError } from '@linkage/core';
import { type Awaitable, acceptedIn, andThen, isPromise, mergeVary, orElse } from '@linkage/core/internal';
import { endpointsAt } from '../extensions/find-endpoint.ts';
import { assertRequest, type JsonApiRequest, type JsonApiResponse, ReadRequest, responseOf } from '../http.ts';
import type { ExecutingOperation } from '../operations/context.ts';
import { execute } from '../operations/execute.ts';
import type { OperationDefinition } from '../operations/operation.ts';
import { OperationContext } from '../reading/conditional/operation-context.ts';
import { methodOf } from '../request/method.ts';
import { overloaded, type Place } from '../request/overload/admission.ts';
import { databaseOfRequest, isShortRequest } from '../request/overload-facts.ts';
import { writeAt } from '../request/required-keys.ts';
import { findRoute, parseTarget, type Target } from '../request/route.ts';
import { toResponse } from '../response/document/to-response.ts';
import type { AccessControl } from '../rules/access-control.ts';
import { createRequestAccess } from '../rules/create-request-access.ts';
import type { SourceCall } from '../sources/port/data-source.ts';
import { addHeaders, fail } from './finish-response.ts';
import { answersNow } from './handle-now.ts';
import { openStream } from './open-stream.ts';
import { readRequestHead } from './read-request-head.ts';
import { Request } from './request.ts';
import { runAtEndpoint, runKeyed } from './run-at-endpoint.ts';
import type { Server } from './server.ts';
import type { ServerSetup } from './server-setup.ts';

/** Runs a request with the API and the sources as the user sees them. */
function runVisible(
  request: Request,
  method: string,
  { segments, search }: Target,
  earlyCall: SourceCall | undefined,
): Awaitable<JsonApiResponse> {
  const { server } = request;
  const candidates = server.plugIns.endpointsOfLength.get(segments.length);
  const endpoints = candidates === undefined ? [] : endpointsAt(request.api, candidates, segments);
  if (endpoints.length > 0) return runAtEndpoint(request, method, endpoints, search, earlyCall);
  const route = findRoute(request, segments);
  request.route = route;
  if (server.isObserved) request.start();
  const url = server.prepared(route);
  if (method === 'OPTIONS') return responseOf(204, { ...url.headers(), Vary: 'Accept' });
  const { definition, negotiate, queryOf, source } = url.operation(method, request);
  request.operation = definition.name;
  const { preconditions, preference, body } = readRequestHead(request, negotiate);
  const kept = queryOf(search);
  return andThen(earlyCall ?? request.createCall(), (call) => {
    const operation = new OperationContext({
      request,
      call,
      route,
      source,
      parameters: kept.parameters,
      kept,
      preconditions,
      preference,
      body,
      sink: 'text',
      requireIfMatch: server.requireIfMatch,
      keyRules: undefined,
      repeats: undefined,
    });
    if (server.options.idempotency === undefined && !server.isObserved)
      return runOperation(request, method, definition, operation);
    const own = route.type.name;
    const run = (inside: ExecutingOperation) => runOperation(request, method, definition, inside);
    const write = writeAt(route.kind, method);
    return runKeyed(request, { method, operation, types: [own], own, write, run });
  });
}

function runOperation(
  request: Request,
  method: string,
  definition: OperationDefinition,
  operation: ExecutingOperation,
): Awaitable<JsonApiResponse> {
  return andThen(execute(definition, operation), (result) => {
    const answer = toResponse(operation, result, method);
    const stream = answer.status === 200 ? result.stream : undefined;
    return stream === undefined ? answer : openStream(request, answer, stream);
  });
}

/** Runs every request: route, negotiate, authenticate, execute, respond. Errors leave it as exceptions. */
function run(request: Request): Awaitable<JsonApiResponse> {
  const { server, received } = request;
  assertRequest(received);
  const method = server.options.methodOverride ? methodOf(received, true) : received.method;
  const target = parseTarget(received.url, server.limits.urlLength);
  if (server.access === undefined) return runVisible(request, method, target, undefined);
  // With access rules, the user determines which URLs exist, so create the context first.
  return andThen(request.createCall(), (call) =>
    runAsSeen(request, server.access as AccessControl, method, target, call),
  );
}

/** Runs a request of a server with access rules. */
function runAsSeen(
  request: Request,
  control: AccessControl,
  method: string,
  target: Target,
  call: SourceCall,
): Awaitable<JsonApiResponse> {
  return andThen(createRequestAccess(request.server, control, request.context), (access) => {
    request.see(access);
    if (control.narrowing.length === 0) return runVisible(request, method, target, call);
    return orElse(
      () => runVisible(request, method, target, call),
      (reason) => {
        throw access.blame(reason);
      },
    );
  });
}

async function waitFor(turn: Promise<void>, place: Place, request: Request): Promise<void> {
  try {
    await request.wait(turn, 0, 'The wait for other requests');
    request.check();
  } catch (reason) {
    // Others can use the place while the response to this request is written.
    place.leave();
    // Nothing was carried out, which a 504 would not say.
    throw JsonApiError.is(reason) && reason.errors.at(0)?.code === 'TIMED_OUT' ? overloaded() : reason;
  }
}

/**
 * Runs a request when it is its turn. Waiting counts toward the time limit of the request, and ends if the client disconnects.
 *
 * @throws {JsonApiError} 503 if the server rejects the request, or its time limit ends before its turn.
 */
function runInTurn(request: Request, place: Place): Awaitable<JsonApiResponse> {
  if (place.state === 'rejected') throw overloaded();
  return waitFor(place.turn as Promise<void>, place, request).then(() => run(request));
}

/** The request in place of a value that cannot be read as a request. */
const unread = new ReadRequest({ method: '', url: '', headers: {} });

/** Responds to a request: every error becomes an error document. */
function handle(server: ServerSetup, given: JsonApiRequest): Awaitable<JsonApiResponse> {
  let received = unread;
  let unreadable: { readonly reason: unknown } | undefined;
  try {
    received = new ReadRequest(given);
  } catch (reason) {
    unreadable = { reason };
  }
  const request = new Request(server, received);
  const place = server.admission?.enter({
    isShortRequest: () => isShortRequest(server, received),
    database: () => databaseOfRequest(server, received),
  });
  request.place = place;
  let answering: Awaitable<JsonApiResponse>;
  try {
    if (unreadable !== undefined) throw unreadable.reason;
    const running =
      place === undefined || (place.turn === undefined && place.state === 'accepted')
        ? run(request)
        : runInTurn(request, place);
    answering = isPromise(running)
      ? request.finish(running).catch((thrown: unknown) => fail(request, thrown))
      : running;
  } catch (thrown) {
    answering = fail(request, thrown);
  }
  return isPromise(answering) ? answering.then((answer) => end(request, answer)) : end(request, answering);
}

/**
 * Adapts a response to the method: a HEAD response has no document, and a 415 response to a write lists the accepted
 * media types (RFC 5789, section 2.2).
 */
function fitTo({ vary }: ServerSetup, { method }: JsonApiRequest, answer: JsonApiResponse): JsonApiResponse {
  const { status } = answer;
  const headers = vary === '' ? answer.headers : mergeVary({ ...answer.headers, Vary: vary }, answer.headers['Vary']);
  if (method === 'HEAD') return responseOf(status, headers);
  const response = vary === '' ? answer : { ...answer, headers };
  return status === 415 ? { ...response, headers: { ...acceptedIn(method), ...headers } } : response;
}

/** Ends a request, and adapts its response. */
function end(request: Request, answer: JsonApiResponse): JsonApiResponse {
  const { server, received } = request;
  // A stream ends the request itself.
  if (answer.stream === undefined) request.end(answer.status);
  const whole = server.options.headers === undefined ? answer : addHeaders(request, answer);
  const fits = server.vary === '' && received.method !== 'HEAD' && whole.status !== 415;
  return fits ? whole : fitTo(server, received, whole);
}

/** Creates the `handle` of a server. Its promises never reject. */
export function createHandle(server: ServerSetup): Server['handle'] {
  const answer = handle.bind(undefined, server);
  return answersNow(async (request) => answer(request), answer);
}
