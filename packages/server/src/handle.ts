import { JSON_API_MEDIA_TYPE, type Negotiated, negotiate } from '@linkage/core';
import { openGate } from './access/gate.ts';
import { readConditions } from './conditional/conditions.ts';
import { assertIfMatch } from './conditional/find-to-write.ts';
import type { SourceCall } from './data-source.ts';
import type { AnySource, ServerSetup } from './exchange.ts';
import { type JsonApiRequest, type JsonApiResponse, readRequest } from './http.ts';
import { type Watch, watchRequest } from './observe/watch.ts';
import { refuseEncoding } from './request/content-encoding.ts';
import { findOperation, methodHeaders } from './request/find-operation.ts';
import { headerOf } from './request/headers.ts';
import { methodOf } from './request/method.ts';
import { readPreference } from './request/preference.ts';
import { findRoute, parseTarget } from './request/route.ts';
import { errorLinks } from './response/description.ts';
import { errorResponse } from './response/error-response.ts';
import { toResponse } from './response/to-response.ts';
import type { ServerOptions } from './server.ts';

/** What the way of a request takes from the options; rules of access and of caching are in the setup. */
type HandleOptions = Omit<ServerOptions, 'access' | 'defaultAccess' | 'cacheControl'>;

/** A request, and the server that it was sent to. */
interface Asked {
  readonly setup: ServerSetup;
  readonly options: HandleOptions;
  readonly request: JsonApiRequest;
  readonly watch: Watch;
}

function logFailure(error: unknown, id: string): void {
  // biome-ignore lint/suspicious/noConsole: a failure that nobody hears of would be worse
  console.error(`JSON:API request failed, error ${id}:`, error);
}

async function callOf(options: HandleOptions, request: JsonApiRequest, { deadline }: Watch): Promise<SourceCall> {
  const context: unknown = await options.context?.(request);
  return {
    context,
    get signal() {
      return deadline.signal();
    },
  };
}

/** The answer to whatever was thrown, in the media type that was negotiated before. */
function fail({ setup, options, request, watch }: Asked, thrown: unknown, negotiated?: Negotiated): JsonApiResponse {
  return errorResponse(thrown, request, {
    most: setup.limits.errors,
    report: options.onError ?? logFailure,
    hooks: options.errors,
    negotiated,
    links: errorLinks(setup, watch.route()),
  });
}

/**
 * What the method asks for beyond the answer: that to HEAD is that to GET without its document, and a write of the wrong
 * media type is told the right one (RFC 5789, section 2.2).
 */
function fitTo({ method }: JsonApiRequest, response: JsonApiResponse): JsonApiResponse {
  const { status, headers } = response;
  if (method === 'HEAD') return { status, headers };
  if (status !== 415 || (method !== 'PATCH' && method !== 'POST')) return response;
  const name = method === 'PATCH' ? 'Accept-Patch' : 'Accept-Post';
  return { ...response, headers: { ...headers, [name]: JSON_API_MEDIA_TYPE } };
}

/** The way of every request: route, negotiate, authenticate, run, respond. Whatever is thrown leaves it. */
async function run(
  whole: ServerSetup,
  options: HandleOptions,
  request: JsonApiRequest,
  watch: Watch,
): Promise<JsonApiResponse> {
  const { body } = request;
  const method = methodOf(request, options.methodOverride === true);
  const { segments, parameters } = parseTarget(request.url, whole.limits.urlLength);
  // With access rules, who asks decides which URLs there are, so that comes first.
  const known = whole.access && (await callOf(options, request, watch));
  const setup = whole.access && known ? await openGate(whole, whole.access, known) : whole;
  const { api, sourceOf } = setup;
  const route = findRoute(api, segments, (type) => sourceOf(type) !== undefined);
  watch.routed(route);
  const source = sourceOf(route.type.name) as AnySource;
  if (method === 'OPTIONS') return { status: 204, headers: { ...methodHeaders(route, source), Vary: 'Accept' } };
  const operation = findOperation(route, method === 'HEAD' ? 'GET' : method, source);
  watch.chose(operation);
  const payload = body !== undefined && body.length > 0;
  const negotiated = negotiate(
    {
      accept: headerOf(request, 'accept'),
      contentType: headerOf(request, 'content-type'),
      payload,
    },
    { profiles: options.profiles },
  );
  try {
    if (payload) refuseEncoding(request);
    const conditions = readConditions(request);
    const call = known ?? (await callOf(options, request, watch));
    const preference = readPreference(request);
    const exchange = { setup, route, source, negotiated, parameters, body, call, conditions, preference };
    assertIfMatch(exchange, operation.method);
    return toResponse(exchange, await watch.run(() => operation.run(exchange)), method);
  } catch (thrown) {
    return fail({ setup, options, request, watch }, thrown, negotiated);
  }
}

/** Answers a request. It never rejects: whatever is thrown becomes an error document. */
export async function handle(
  setup: ServerSetup,
  options: HandleOptions,
  given: JsonApiRequest,
): Promise<JsonApiResponse> {
  const request = readRequest(given);
  const watch = watchRequest(setup, options, request);
  const watched = { ...setup, sourceOf: watch.sourceOf };
  const response = await watch.deadline
    .finish(run(watched, options, request, watch))
    .catch((thrown: unknown) => fail({ setup, options, request, watch }, thrown));
  watch.end(response.status);
  return fitTo(request, response);
}
