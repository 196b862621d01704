import { JSON_API_MEDIA_TYPE } from '@linkage/core';
import { openGate } from '../access/open-gate.ts';
import { readConditions } from '../conditional/conditions.ts';
import { endpointsAt, findEndpoint, methodsOf } from '../extensions/find-endpoint.ts';
import { runEndpoint } from '../extensions/run-endpoint.ts';
import { type JsonApiRequest, type JsonApiResponse, readRequest } from '../http.ts';
import { isPromiseLike } from '../internal/is-promise-like.ts';
import type { SharedExchange } from '../operations/exchange.ts';
import { execute } from '../operations/execute.ts';
import { findOperation, methodHeaders } from '../operations/find-operation.ts';
import { refuseEncoding } from '../request/content-encoding.ts';
import { type RequestHead, readHead } from '../request/headers.ts';
import { methodOf } from '../request/method.ts';
import { readPreference } from '../request/preference.ts';
import { findRoute, parseTarget } from '../request/route.ts';
import { errorLinks } from '../response/description.ts';
import { errorResponse } from '../response/error-response.ts';
import { mergeVary } from '../response/merge-vary.ts';
import { toResponse } from '../response/to-response.ts';
import type { AnySource } from '../source/any-source.ts';
import type { Awaitable, SourceCall } from '../source/data-source.ts';
import { type AppliedPlugIns, applyToSetup } from './plug-ins.ts';
import type { ServerOptions } from './server-options.ts';
import type { ServerSetup } from './setup.ts';
import { type Watch, watchRequest } from './watch.ts';

/** What the way of a request takes from the options; rules of access and of caching are in the setup. */
type HandleOptions = Omit<ServerOptions, 'access' | 'defaultAccess' | 'cacheControl' | 'openInverses'>;

/** A request, the server that it was sent to, and how far it has come. */
interface Asked {
  readonly setup: ServerSetup;
  readonly options: HandleOptions;
  readonly request: JsonApiRequest;
  readonly watch: Watch;
  /** What applies to the request: until it is negotiated, what always applies. */
  applied: AppliedPlugIns;
}

function logFailure(error: unknown, id: string): void {
  // biome-ignore lint/suspicious/noConsole: a failure that nobody hears of would be worse
  console.error(`JSON:API request failed, error ${id}:`, error);
}

/**
 * What sources are told of a request. A signal costs less than an accessor for it. What only transactions and guarded
 * calls have are own members, so that none can be inherited.
 */
function callWith(context: unknown, { watch }: Asked): SourceCall {
  return {
    context,
    signal: watch.deadline.signal(),
    transaction: undefined,
    forUpdate: undefined,
    readable: undefined,
    conditions: undefined,
  };
}

async function callOf(asked: Asked): Promise<SourceCall> {
  const { options, request } = asked;
  return callWith(options.context === undefined ? undefined : await options.context(request), asked);
}

/** The answer to whatever was thrown, in the media type that was negotiated before. */
function fail({ setup, options, request, watch, applied }: Asked, thrown: unknown): JsonApiResponse {
  return errorResponse(thrown, request, {
    most: setup.limits.errors,
    report: options.onError ?? logFailure,
    hooks: options.errors,
    negotiated: applied.negotiated,
    applied,
    links: errorLinks(setup, watch.route()),
  });
}

/**
 * What the method asks for beyond the answer: that to HEAD is that to GET without its document, and a write of the wrong
 * media type is told the right one (RFC 5789, section 2.2).
 */
function fitTo({ vary }: ServerSetup, { method }: JsonApiRequest, answer: JsonApiResponse): JsonApiResponse {
  const { status } = answer;
  const headers = vary === '' ? answer.headers : mergeVary({ ...answer.headers, Vary: vary }, answer.headers['Vary']);
  if (method === 'HEAD') return { status, headers };
  const response = vary === '' ? answer : { ...answer, headers };
  if (status !== 415 || (method !== 'PATCH' && method !== 'POST')) return response;
  const name = method === 'PATCH' ? 'Accept-Patch' : 'Accept-Post';
  return { ...response, headers: { ...headers, [name]: JSON_API_MEDIA_TYPE } };
}

function hasPayload({ body }: JsonApiRequest): boolean {
  return body !== undefined && body.length > 0;
}

/** Settles the extensions and profiles that apply to a request and its response. */
function negotiate(asked: Asked, { accept, contentType }: RequestHead): AppliedPlugIns {
  const { plugIns } = asked.setup;
  asked.applied = plugIns.appliedTo(plugIns.negotiate(accept, contentType, hasPayload(asked.request)));
  return asked.applied;
}

/** Reads what every request has, whatever it is for. */
function readShared(
  asked: Asked,
  setup: ServerSetup,
  parameters: URLSearchParams,
  known: SourceCall | undefined,
): Awaitable<SharedExchange> {
  const { options, request } = asked;
  const head = readHead(request.headers);
  const applied = negotiate(asked, head);
  if (hasPayload(request)) refuseEncoding(head.contentEncoding);
  const [conditions, preference] = [readConditions(head), readPreference(head.prefer)];
  const shareWith = (call: SourceCall): SharedExchange => ({
    setup: applyToSetup(setup, applied, call.context),
    applied,
    negotiated: applied.negotiated,
    parameters,
    conditions,
    preference,
    call,
    writesText: true,
  });
  if (known !== undefined) return shareWith(known);
  return options.context === undefined ? shareWith(callWith(undefined, asked)) : callOf(asked).then(shareWith);
}

/** The way of every request: route, negotiate, authenticate, execute, respond. Whatever is thrown leaves it. */
async function run(asked: Asked): Promise<JsonApiResponse> {
  const { options, request, watch } = asked;
  const { access, limits } = asked.setup;
  const method = methodOf(request, options.methodOverride === true);
  const { segments, parameters } = parseTarget(request.url, limits.urlLength);
  const watched: ServerSetup = { ...asked.setup, sourceOf: watch.sourceOf };
  // With access rules, the caller determines which URLs exist, so the context comes first.
  const known = access === undefined ? undefined : await callOf(asked);
  const setup = access === undefined || known === undefined ? watched : await openGate(watched, access, known);
  const endpoints = endpointsAt(setup.api, setup.plugIns.endpoints, segments);
  if (endpoints.length > 0) {
    if (method === 'OPTIONS') return { status: 204, headers: { Allow: methodsOf(endpoints), Vary: 'Accept' } };
    const endpoint = findEndpoint(endpoints, method);
    watch.chose(endpoint.endpoint);
    const shared = await readShared(asked, setup, parameters, known);
    return watch.run(() => runEndpoint(endpoint, shared, request.body));
  }
  const route = findRoute(setup, segments);
  watch.routed(route);
  const source = setup.sourceOf(route.type.name) as AnySource;
  if (method === 'OPTIONS') return { status: 204, headers: { ...methodHeaders(route, source), Vary: 'Accept' } };
  const operation = findOperation(route, method === 'HEAD' ? 'GET' : method, source);
  watch.chose(operation);
  const reading = readShared(asked, setup, parameters, known);
  const shared = isPromiseLike(reading) ? await reading : reading;
  const exchange = { ...shared, route, source, body: request.body };
  return watch.run(async () => toResponse(exchange, await execute(operation, exchange), method));
}

/** Answers a request. It never rejects: whatever is thrown becomes an error document. */
export async function handle(
  setup: ServerSetup,
  options: HandleOptions,
  given: JsonApiRequest,
): Promise<JsonApiResponse> {
  const request = readRequest(given);
  const watch = watchRequest(setup, options, request);
  const asked: Asked = { setup, options, request, watch, applied: setup.plugIns.base };
  let response: JsonApiResponse;
  try {
    response = await watch.deadline.finish(run(asked));
  } catch (thrown) {
    response = fail(asked, thrown);
  }
  watch.end(response.status);
  return fitTo(setup, request, response);
}
