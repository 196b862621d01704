import { JsonApiError } from '@linkage/core';
import { toResponse } from '../answer/to-response.ts';
import { placeOf } from '../extensions/extensions-by-place.ts';
import { endpointsAt } from '../extensions/find-endpoint.ts';
import { assertRequest, type JsonApiRequest, type JsonApiResponse, readRequest, responseOf } from '../http.ts';
import { isPromiseLike } from '../internal/is-promise-like.ts';
import { execute } from '../operations/execute.ts';
import { findOperation, methodHeaders } from '../operations/find-operation.ts';
import type { SharedContext } from '../operations/operation-context.ts';
import { isShortRequest } from '../request/is-short-request.ts';
import { methodOf } from '../request/method.ts';
import { overloaded, type Place } from '../request/overload/admission.ts';
import { parseTarget } from '../request/parse-target.ts';
import { findRoute } from '../request/route.ts';
import { scopeOfRequest } from '../request/scope-of-request.ts';
import { createRequestAccess } from '../rules/create-request-access.ts';
import type { AnySource } from '../sources/any-source.ts';
import type { Deadline } from './deadline.ts';
import { addHeaders, fail, fitTo } from './finish-response.ts';
import { openStream } from './open-stream.ts';
import { callOf, type ParsedRequest, readShared } from './read-shared.ts';
import { monitorRequest } from './request-monitor.ts';
import type { HandleOptions, RequestState } from './request-state.ts';
import { runAtEndpoint, runKeyed } from './run-at-endpoint.ts';
import type { ServerSetup } from './setup.ts';

/** A parsed request with the segments of its path. */
interface Received extends ParsedRequest {
  readonly segments: readonly string[];
}

/** Runs a request with the API and the sources as the caller sees them. */
async function runVisible(received: Received): Promise<JsonApiResponse> {
  const { requestState, setup, method, segments } = received;
  const { request, monitor } = requestState;
  const endpoints = endpointsAt(setup.api, setup.plugIns.endpoints, segments);
  if (endpoints.length > 0) return runAtEndpoint(received, endpoints);
  const route = findRoute(setup, segments);
  monitor.onRoute(route);
  const source = setup.sourceOf(route.type.name) as AnySource;
  if (method === 'OPTIONS') return responseOf(204, { ...methodHeaders(route, source), Vary: 'Accept' });
  const operation = findOperation(route, method === 'HEAD' ? 'GET' : method, source);
  monitor.onOperation(operation);
  const reading = readShared(received, placeOf(operation, route));
  const shared = isPromiseLike(reading) ? await reading : reading;
  const execution = async (sharedContext: SharedContext): Promise<JsonApiResponse> => {
    const context = { ...sharedContext, route, source, body: request.body };
    const result = await execute(operation, context);
    const answer = toResponse(context, result, method);
    const stream = answer.status === 200 ? result.stream : undefined;
    return stream === undefined ? answer : openStream(requestState, answer, stream);
  };
  return runKeyed(requestState, { request, method, shared, types: [route.type.name], run: execution });
}

/** Runs every request: route, negotiate, authenticate, execute, respond. Errors leave it as exceptions. */
async function run(requestState: RequestState): Promise<JsonApiResponse> {
  const { options, request, monitor } = requestState;
  const { access, limits } = requestState.setup;
  assertRequest(request);
  const method = methodOf(request, options.methodOverride === true);
  const target = parseTarget(request.url, limits.urlLength);
  const watched: ServerSetup = { ...requestState.setup, sourceOf: monitor.sourceOf };
  if (access === undefined)
    return runVisible({ requestState, setup: watched, method, ...target, earlyCall: undefined });
  // With access rules, the caller determines which URLs exist, so create the context first.
  const earlyCall = await callOf(requestState);
  const setup = await createRequestAccess(watched, access, earlyCall);
  try {
    return await runVisible({ requestState, setup, method, ...target, earlyCall });
  } catch (error) {
    throw setup.blame(error);
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
export async function handle(
  setup: ServerSetup,
  options: HandleOptions,
  received: JsonApiRequest,
): Promise<JsonApiResponse> {
  let request: JsonApiRequest = unread;
  let unreadable: { readonly reason: unknown } | undefined;
  try {
    request = readRequest(received);
  } catch (reason) {
    unreadable = { reason };
  }
  const place = setup.admission?.enter({
    isShortRequest: () => isShortRequest(setup, request),
    scope: () => scopeOfRequest(setup, request),
  });
  const monitor = monitorRequest(setup, options, request, place);
  const applied = setup.plugIns.base;
  const requestState: RequestState = { setup, options, request, monitor, context: undefined, applied };
  let response: JsonApiResponse;
  try {
    if (unreadable !== undefined) throw unreadable.reason;
    const { deadline } = monitor;
    response = await deadline.finish(
      place === undefined ? run(requestState) : runInTurn(place, deadline, () => run(requestState)),
    );
  } catch (thrown) {
    response = await fail(requestState, thrown);
  }
  // A stream ends the request itself.
  if (response.stream === undefined) monitor.end(response.status);
  return fitTo(setup, request, options.headers === undefined ? response : addHeaders(requestState, response));
}
