import { JsonApiError } from '@linkage/core';
import { placeOf } from '../extensions/extensions-by-place.ts';
import { endpointsAt } from '../extensions/find-endpoint.ts';
import { assertRequest, type JsonApiRequest, type JsonApiResponse, readRequest, responseOf } from '../http.ts';
import { isPromiseLike } from '../internal/is-promise-like.ts';
import type { ExecutingOperation } from '../operations/context.ts';
import { execute } from '../operations/execute.ts';
import { findOperation, methodHeaders } from '../operations/find-operation.ts';
import { methodOf } from '../request/method.ts';
import { overloaded, type Place } from '../request/overload/admission.ts';
import { databaseOfRequest, isShortRequest } from '../request/overload-facts.ts';
import { parseTarget, type Target } from '../request/parse-target.ts';
import { findRoute } from '../request/route.ts';
import { toResponse } from '../response/document/to-response.ts';
import { createRequestAccess } from '../rules/create-request-access.ts';
import type { VisibleSource } from '../rules/permitted.ts';
import type { SourceCall } from '../sources/port/data-source.ts';
import { callOf, createOperation } from './create-operation.ts';
import type { Deadline } from './deadline.ts';
import { addHeaders, fail, fitTo } from './finish-response.ts';
import { openStream } from './open-stream.ts';
import { Request } from './request.ts';
import { RequestMonitor } from './request-monitor.ts';
import { runAtEndpoint, runKeyed } from './run-at-endpoint.ts';
import type { ServerSetup } from './server-setup.ts';

/** Runs a request with the API and the sources as the caller sees them. */
async function runVisible(
  request: Request,
  method: string,
  { segments, parameters }: Target,
  earlyCall: SourceCall | undefined,
): Promise<JsonApiResponse> {
  const { server, monitor } = request;
  const endpoints = endpointsAt(request.api, server.plugIns.endpoints, segments);
  if (endpoints.length > 0) return runAtEndpoint(request, method, endpoints, parameters, earlyCall);
  const route = findRoute(request, segments);
  monitor.onRoute(route);
  const source = request.sourceOf(route.type.name) as VisibleSource;
  if (method === 'OPTIONS') return responseOf(204, { ...methodHeaders(route, source), Vary: 'Accept' });
  const definition = findOperation(route, method === 'HEAD' ? 'GET' : method, source);
  monitor.onOperation(definition);
  const creating = createOperation(request, placeOf(definition, route), { route, source, parameters }, earlyCall);
  const operation = isPromiseLike(creating) ? await creating : creating;
  const execution = async (inside: ExecutingOperation): Promise<JsonApiResponse> => {
    const result = await execute(definition, inside);
    const answer = toResponse(inside, result, method);
    const stream = answer.status === 200 ? result.stream : undefined;
    return stream === undefined ? answer : openStream(request, answer, stream);
  };
  const own = route.type.name;
  return runKeyed(request, { method, operation, types: [own], own, run: execution });
}

/** Runs every request: route, negotiate, authenticate, execute, respond. Errors leave it as exceptions. */
async function run(request: Request): Promise<JsonApiResponse> {
  const { server, received, monitor } = request;
  assertRequest(received);
  const method = methodOf(received, server.options.methodOverride);
  const target = parseTarget(received.url, server.limits.urlLength);
  if (server.access === undefined) return runVisible(request, method, target, undefined);
  // With access rules, the caller determines which URLs exist, so create the context first.
  const earlyCall = await callOf(request);
  const access = await createRequestAccess(server, server.access, (type) => monitor.sourceOf(type), request.context);
  request.rules = access;
  request.api = access.visibleApi;
  try {
    return await runVisible(request, method, target, earlyCall);
  } catch (error) {
    throw access.blame(error);
  }
}

async function waitFor(turn: Promise<void>, place: Place, deadline: Deadline): Promise<void> {
  try {
    await deadline.wait(turn, 0, 'The wait for other requests');
    deadline.check();
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
async function runInTurn(
  place: Place,
  deadline: Deadline,
  run: () => Promise<JsonApiResponse>,
): Promise<JsonApiResponse> {
  if (place.state === 'rejected') throw overloaded();
  if (place.turn !== undefined) await waitFor(place.turn, place, deadline);
  return run();
}

/** The request in place of a value that cannot be read as a request. */
const unread: JsonApiRequest = { method: '', url: '', headers: {} };

/** Responds to a request. Never rejects: every error becomes an error document. */
export async function handle(server: ServerSetup, given: JsonApiRequest): Promise<JsonApiResponse> {
  let received: JsonApiRequest = unread;
  let unreadable: { readonly reason: unknown } | undefined;
  try {
    received = readRequest(given);
  } catch (reason) {
    unreadable = { reason };
  }
  const place = server.admission?.enter({
    isShortRequest: () => isShortRequest(server, received),
    database: () => databaseOfRequest(server, received),
  });
  const monitor = new RequestMonitor(server, received, place);
  const request = new Request(server, received, monitor);
  let response: JsonApiResponse;
  try {
    if (unreadable !== undefined) throw unreadable.reason;
    const { deadline } = monitor;
    response = await deadline.finish(
      place === undefined ? run(request) : runInTurn(place, deadline, () => run(request)),
    );
  } catch (thrown) {
    response = await fail(request, thrown);
  }
  // A stream ends the request itself.
  if (response.stream === undefined) monitor.end(response.status);
  return fitTo(server, received, server.options.headers === undefined ? response : addHeaders(request, response));
}
