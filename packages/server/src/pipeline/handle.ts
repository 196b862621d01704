import { openGate } from '../access/open-gate.ts';
import { endpointsAt, findEndpoint, methodsOf, namingMediaType } from '../extensions/find-endpoint.ts';
import { runEndpoint } from '../extensions/run-endpoint.ts';
import { type JsonApiRequest, type JsonApiResponse, readRequest } from '../http.ts';
import type { KeyedRequest } from '../idempotency/keyed-request.ts';
import { isPromiseLike } from '../internal/is-promise-like.ts';
import type { SharedExchange } from '../operations/exchange.ts';
import { execute } from '../operations/execute.ts';
import { findOperation, methodHeaders } from '../operations/find-operation.ts';
import { methodOf } from '../request/method.ts';
import { findRoute, parseTarget } from '../request/route.ts';
import { toResponse } from '../response/to-response.ts';
import type { AnySource } from '../source/any-source.ts';
import type { Asked, HandleOptions } from './asked.ts';
import { fail, fitTo } from './finish-response.ts';
import { callOf, readShared } from './read-shared.ts';
import type { ServerSetup } from './setup.ts';
import { watchRequest } from './watch.ts';

/** Runs a request. With an idempotency key, repeats the stored response instead, if there is one. */
function runKeyed(asked: Asked, keyed: KeyedRequest): Promise<JsonApiResponse> {
  const { keys, watch } = asked;
  if (keys === undefined) return watch.run(() => keyed.run(keyed.shared));
  return watch.run(() => keys.answer(keyed, (thrown) => fail(asked, thrown)));
}

/** Runs every request: route, negotiate, authenticate, execute, respond. Errors leave it as exceptions. */
async function run(asked: Asked): Promise<JsonApiResponse> {
  const { options, request, watch } = asked;
  const { access, limits } = asked.setup;
  const method = methodOf(request, options.methodOverride === true);
  const { segments, parameters } = parseTarget(request.url, limits.urlLength);
  const { sourceOf } = asked.keys ?? watch;
  const watched: ServerSetup = { ...asked.setup, sourceOf };
  // With access rules, the caller determines which URLs exist, so create the context first.
  const known = access === undefined ? undefined : await callOf(asked);
  const setup = access === undefined || known === undefined ? watched : await openGate(watched, access, known);
  const endpoints = endpointsAt(setup.api, setup.plugIns.endpoints, segments);
  if (endpoints.length > 0) {
    if (method === 'OPTIONS') return { status: 204, headers: { Allow: methodsOf(endpoints), Vary: 'Accept' } };
    const endpoint = findEndpoint(endpoints, method);
    watch.chose(endpoint.endpoint);
    const shared = await namingMediaType(endpoint, () => readShared(asked, setup, parameters, known));
    const types = [...setup.api.types.keys()];
    return runKeyed(asked, { request, method, shared, types, run: (it) => runEndpoint(endpoint, it, request.body) });
  }
  const route = findRoute(setup, segments);
  watch.routed(route);
  const source = setup.sourceOf(route.type.name) as AnySource;
  if (method === 'OPTIONS') return { status: 204, headers: { ...methodHeaders(route, source), Vary: 'Accept' } };
  const operation = findOperation(route, method === 'HEAD' ? 'GET' : method, source);
  watch.chose(operation);
  const reading = readShared(asked, setup, parameters, known);
  const shared = isPromiseLike(reading) ? await reading : reading;
  const execution = async (given: SharedExchange): Promise<JsonApiResponse> => {
    const exchange = { ...given, route, source, body: request.body };
    return toResponse(exchange, await execute(operation, exchange), method);
  };
  return runKeyed(asked, { request, method, shared, types: [route.type.name], run: execution });
}

/** Responds to a request. Never rejects: every error becomes an error document. */
export async function handle(
  setup: ServerSetup,
  options: HandleOptions,
  given: JsonApiRequest,
): Promise<JsonApiResponse> {
  const request = readRequest(given);
  const watch = watchRequest(setup, options, request);
  const keys = setup.idempotency?.start(watch.sourceOf);
  const asked: Asked = { setup, options, request, watch, keys, applied: setup.plugIns.base };
  let response: JsonApiResponse;
  try {
    response = await watch.deadline.finish(run(asked));
  } catch (thrown) {
    response = fail(asked, thrown);
  }
  watch.end(response.status);
  return fitTo(setup, request, response);
}
