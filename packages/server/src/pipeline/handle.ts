import { JSON_API_MEDIA_TYPE } from '@linkage/core';
import type { AccessControl } from '../access/access-control.ts';
import { openGate } from '../access/open-gate.ts';
import { readConditions } from '../conditional/conditions.ts';
import { endpointsAt, findEndpoint, methodsOf, namingMediaType } from '../extensions/find-endpoint.ts';
import { runEndpoint } from '../extensions/run-endpoint.ts';
import { type JsonApiRequest, type JsonApiResponse, readRequest } from '../http.ts';
import type { KeyedRequest, StartedKeys } from '../idempotency/keyed-request.ts';
import type { SharedExchange } from '../operations/exchange.ts';
import { execute } from '../operations/execute.ts';
import { findOperation, methodHeaders } from '../operations/find-operation.ts';
import { refuseEncoding } from '../request/content-encoding.ts';
import { headerOf } from '../request/headers.ts';
import { methodOf } from '../request/method.ts';
import { readPreference } from '../request/preference.ts';
import { findRoute, parseTarget } from '../request/route.ts';
import { errorLinks } from '../response/description.ts';
import { errorResponse } from '../response/error-response.ts';
import { mergeVary } from '../response/merge-vary.ts';
import { toResponse } from '../response/to-response.ts';
import type { AnySource } from '../source/any-source.ts';
import type { SourceCall } from '../source/data-source.ts';
import { type AppliedPlugIns, applyToSetup } from './plug-ins.ts';
import type { ServerOptions } from './server-options.ts';
import type { ServerSetup } from './setup.ts';
import { type Watch, watchRequest } from './watch.ts';

/** What the way of a request takes from the options; rules of access and of caching are in the setup. */
type HandleOptions = Omit<ServerOptions, 'access' | 'defaultAccess' | 'cacheControl' | 'openInverses' | 'idempotency'>;

/** A request, and the server that it was sent to. */
interface Asked {
  readonly setup: ServerSetup;
  readonly options: HandleOptions;
  readonly request: JsonApiRequest;
  readonly watch: Watch;
  /** Undefined without idempotency keys. */
  readonly keys: StartedKeys | undefined;
}

function logFailure(error: unknown, id: string): void {
  // biome-ignore lint/suspicious/noConsole: a failure that nobody hears of would be worse
  console.error(`JSON:API request failed, error ${id}:`, error);
}

/** What only transactions and guarded calls have: own members, so that none can be inherited. */
const noTransaction = { transaction: undefined, forUpdate: undefined, readable: undefined, conditions: undefined };

async function callOf({ options, request, watch }: Asked): Promise<SourceCall> {
  const context: unknown = options.context === undefined ? undefined : await options.context(request);
  // Without a client that can go away there is nothing to listen to, and a signal costs less than an accessor for it.
  if (request.signal === undefined) return { context, signal: watch.deadline.signal() };
  return {
    context,
    get signal() {
      return watch.deadline.signal();
    },
    ...noTransaction,
  };
}

/** The answer to whatever was thrown, in the media type that was negotiated before. */
function fail({ setup, options, request, watch }: Asked, thrown: unknown, applied: AppliedPlugIns): JsonApiResponse {
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
  const response = { ...answer, headers };
  if (method === 'HEAD') return { status, headers };
  if (status !== 415 || (method !== 'PATCH' && method !== 'POST')) return response;
  const name = method === 'PATCH' ? 'Accept-Patch' : 'Accept-Post';
  return { ...response, headers: { [name]: JSON_API_MEDIA_TYPE, ...headers } };
}

function hasPayload({ body }: JsonApiRequest): boolean {
  return body !== undefined && body.length > 0;
}

/** The extensions and profiles that apply to a request and its response. */
function negotiateFor({ setup, request }: Asked): AppliedPlugIns {
  const { negotiate, appliedTo } = setup.plugIns;
  const accept = headerOf(request, 'accept');
  const contentType = headerOf(request, 'content-type');
  return appliedTo(negotiate(accept, contentType, hasPayload(request)));
}

/** Reads what every request has, then answers it; failures leave in the media type that was negotiated. */
async function answer(
  asked: Asked,
  { setup, parameters, known, method }: Located,
  applied: AppliedPlugIns,
  { types, run }: Pick<KeyedRequest, 'types' | 'run'>,
): Promise<JsonApiResponse> {
  const { request, watch, keys } = asked;
  try {
    if (hasPayload(request)) refuseEncoding(request);
    const [conditions, preference] = [readConditions(request), readPreference(request)];
    const call = known ?? (await callOf(asked));
    const shared: SharedExchange = {
      setup: applyToSetup(setup, applied, call.context),
      applied,
      negotiated: applied.negotiated,
      parameters,
      conditions,
      preference,
      call,
      writesText: true,
    };
    if (keys === undefined) return await watch.run(() => run(shared));
    const keyed = { request, method, shared, types, run };
    return await watch.run(() => keys.answer(keyed, (thrown) => fail(asked, thrown, applied)));
  } catch (thrown) {
    return fail(asked, thrown, applied);
  }
}

/** What is known of a request once it is known who sends it. */
interface Located {
  /** The setup as the caller sees it. */
  readonly setup: ServerSetup;
  readonly segments: readonly string[];
  readonly parameters: URLSearchParams;
  readonly method: string;
  readonly known: SourceCall | undefined;
}

function locate({ setup, options, request }: Asked): Located {
  const method = methodOf(request, options.methodOverride === true);
  const { segments, parameters } = parseTarget(request.url, setup.limits.urlLength);
  return { setup, segments, parameters, method, known: undefined };
}

/** With access rules, the caller determines which URLs exist, so the context comes first. */
async function passGate(asked: Asked, located: Located, access: AccessControl): Promise<Located> {
  const known = await callOf(asked);
  return { ...located, setup: await openGate(asked.setup, access, known), known };
}

/** The way of every request: route, negotiate, authenticate, execute, respond. Whatever is thrown leaves it. */
async function run(asked: Asked): Promise<JsonApiResponse> {
  const { request, watch } = asked;
  const { access } = asked.setup;
  const located = access === undefined ? locate(asked) : await passGate(asked, locate(asked), access);
  const { setup, segments, method } = located;
  const endpoints = endpointsAt(setup.api, setup.plugIns.endpoints, segments);
  if (endpoints.length > 0) {
    if (method === 'OPTIONS') return { status: 204, headers: { Allow: methodsOf(endpoints), Vary: 'Accept' } };
    const endpoint = findEndpoint(endpoints, method);
    watch.chose(endpoint.endpoint);
    const applied = namingMediaType(endpoint, () => negotiateFor(asked));
    const types = [...setup.api.types.keys()];
    return answer(asked, located, applied, { types, run: (shared) => runEndpoint(endpoint, shared, request.body) });
  }
  const route = findRoute(setup, segments);
  watch.routed(route);
  const source = setup.sourceOf(route.type.name) as AnySource;
  if (method === 'OPTIONS') return { status: 204, headers: { ...methodHeaders(route, source), Vary: 'Accept' } };
  const operation = findOperation(route, method === 'HEAD' ? 'GET' : method, source);
  watch.chose(operation);
  const execution = async (shared: SharedExchange): Promise<JsonApiResponse> => {
    const exchange = { ...shared, route, source, body: request.body };
    return toResponse(exchange, await execute(operation, exchange), method);
  };
  return answer(asked, located, negotiateFor(asked), { types: [route.type.name], run: execution });
}

/** Answers a request. It never rejects: whatever is thrown becomes an error document. */
export async function handle(
  setup: ServerSetup,
  options: HandleOptions,
  given: JsonApiRequest,
): Promise<JsonApiResponse> {
  const request = readRequest(given);
  const watch = watchRequest(setup, options, request);
  const keys = setup.idempotency?.start(watch.sourceOf);
  const { sourceOf } = keys ?? watch;
  const asked = { setup: { ...setup, sourceOf }, options, request, watch, keys };
  let response: JsonApiResponse;
  try {
    response = await watch.deadline.finish(run(asked));
  } catch (thrown) {
    response = fail(asked, thrown, setup.plugIns.base);
  }
  watch.end(response.status);
  return fitTo(setup, request, response);
}
