import { type Negotiated, negotiate } from '@linkage/core';
import { openGate } from './access/gate.ts';
import type { SourceCall } from './data-source.ts';
import type { AnySource, Exchange, Outcome, ServerSetup } from './exchange.ts';
import type { JsonApiRequest, JsonApiResponse } from './http.ts';
import { refuseEncoding } from './request/content-encoding.ts';
import { allowedMethods, findOperation } from './request/find-operation.ts';
import { headerOf } from './request/headers.ts';
import { findRoute, parseTarget } from './request/route.ts';
import { errorResponse } from './response/error-response.ts';
import type { ServerOptions } from './server.ts';

/** What the way of a request takes from the options; rules of access are in the setup. */
type HandleOptions = Omit<ServerOptions, 'access' | 'defaultAccess'>;

const never: AbortSignal = new AbortController().signal;

function respond({ status, headers, body }: Outcome, negotiated: Negotiated, method: string): JsonApiResponse {
  const { contentType, vary } = negotiated;
  const text = typeof body === 'object' ? JSON.stringify(body) : body;
  return {
    status,
    headers: { ...headers, ...(text === undefined ? {} : { 'Content-Type': contentType }), Vary: vary },
    ...(text === undefined || method === 'HEAD' ? {} : { body: text }),
  };
}

function logFailure(error: unknown, id: string): void {
  // biome-ignore lint/suspicious/noConsole: a failure that nobody hears of would be worse
  console.error(`JSON:API request failed, error ${id}:`, error);
}

async function callOf(options: HandleOptions, request: JsonApiRequest): Promise<SourceCall> {
  const context: unknown = await options.context?.(request);
  return { context, signal: request.signal ?? never };
}

/** The way of every request: route, negotiate, authenticate, run, respond. Whatever is thrown leaves it. */
async function run(whole: ServerSetup, options: HandleOptions, request: JsonApiRequest): Promise<JsonApiResponse> {
  const { method, body } = request;
  const { segments, parameters } = parseTarget(request.url, whole.limits.urlLength);
  // With access rules, who asks decides which URLs there are, so that comes first.
  const known = whole.access && (await callOf(options, request));
  const setup = whole.access && known ? await openGate(whole, whole.access, known) : whole;
  const { api, sourceOf } = setup;
  const route = findRoute(api, segments, (type) => sourceOf(type) !== undefined);
  const source = sourceOf(route.type.name) as AnySource;
  if (method === 'OPTIONS') return { status: 204, headers: { Allow: allowedMethods(route, source), Vary: 'Accept' } };
  const operation = findOperation(route, method === 'HEAD' ? 'GET' : method, source);
  const payload = body !== undefined && body.length > 0;
  const negotiated = negotiate(
    {
      accept: headerOf(request, 'accept'),
      contentType: headerOf(request, 'content-type'),
      payload,
    },
    { profiles: options.profiles },
  );
  if (payload) refuseEncoding(request);
  const call = known ?? (await callOf(options, request));
  const exchange: Exchange = { setup, route, source, negotiated, parameters, body, call };
  return respond(await operation.run(exchange), negotiated, method);
}

/** Answers a request. It never rejects: whatever is thrown becomes an error document. */
export async function handle(
  setup: ServerSetup,
  options: HandleOptions,
  request: JsonApiRequest,
): Promise<JsonApiResponse> {
  try {
    return await run(setup, options, request);
  } catch (thrown) {
    const response = errorResponse(thrown, request, {
      most: setup.limits.errors,
      report: options.onError ?? logFailure,
      hooks: options.errors,
    });
    if (request.method !== 'HEAD') return response;
    const { status, headers } = response;
    return { status, headers };
  }
}
