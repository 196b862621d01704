import { type DataDocument, JsonApiError, problem } from '@linkage/core';
import { formatEntityTag, parseEntityTags } from '../conditional/entity-tag.ts';
import type { SourceCall } from '../data-source.ts';
import type { Exchange, OperationSetup, SharedExchange } from '../operations/exchange.ts';
import { execute } from '../operations/execute.ts';
import { findOperation } from '../request/find-operation.ts';
import { parseTarget, type Route } from '../request/route.ts';
import type { AnySource } from '../source/any-source.ts';
import { routeOfHref, routeOfTarget } from './operation-target.ts';
import { pointersBelow } from './pointers-below.ts';
import type { EndpointRequest, OperationRequest, OperationResult } from './server-extension.ts';

/** A request to an endpoint, read. */
interface ReadRequest {
  readonly placeholders: Readonly<Record<string, string>>;
  readonly document: unknown;
}

function parametersOf({ query, target }: OperationRequest, setup: OperationSetup): URLSearchParams {
  const given = query instanceof URLSearchParams ? query : new URLSearchParams({ ...query });
  if (!('href' in target)) return given;
  const { parameters } = parseTarget(target.href, setup.limits.urlLength);
  return new URLSearchParams([...parameters, ...given]);
}

function routeOf({ target }: OperationRequest, setup: OperationSetup): Route {
  return 'href' in target ? routeOfHref(setup, target.href) : routeOfTarget(setup, target);
}

function conditionsOf({ ifMatch }: OperationRequest): Exchange['conditions'] {
  if (ifMatch === undefined) return { ifMatch: undefined, ifNoneMatch: undefined };
  const tags = parseEntityTags(ifMatch);
  if (tags !== undefined) return { ifMatch: tags, ifNoneMatch: undefined };
  throw new JsonApiError(problem('HEADER_INVALID', '`ifMatch` must be an entity tag in quotation marks.'));
}

async function executeRequest(base: SharedExchange, request: OperationRequest): Promise<OperationResult> {
  const { setup } = base;
  const route = routeOf(request, setup);
  const source = setup.sourceOf(route.type.name) as AnySource;
  const operation = findOperation(route, request.method, source);
  const exchange: Exchange = {
    ...base,
    route,
    source,
    parameters: parametersOf(request, setup),
    body: request.document,
    conditions: conditionsOf(request),
    preference: undefined,
    writesText: false,
  };
  const { status, body, location, version } = await execute(operation, exchange);
  return {
    status,
    document: body as DataDocument & Readonly<Record<string, unknown>>,
    location,
    etag: version === undefined ? undefined : formatEntityTag(version, undefined),
  };
}

/** The source whose transactions all types share; undefined if there is none. */
function sharedSource(setup: OperationSetup, types: readonly string[]): AnySource | undefined {
  const sources = [...new Set(types)].map((type) => setup.sourceOf(type));
  const [first] = sources;
  if (first?.transaction === undefined) return undefined;
  const scope = first.transactionScope;
  const isShared =
    sources.length === 1 || (scope !== undefined && sources.every((source) => source?.transactionScope === scope));
  return isShared ? first : undefined;
}

function transactionRefused(types: readonly string[]): JsonApiError {
  const detail = `Resources of these types cannot be changed together: ${types.map((type) => `"${type}"`).join(', ')}.`;
  return new JsonApiError(problem('OPERATION_NOT_SUPPORTED', detail));
}

/** Makes what the endpoint of an extension gets of a request. */
export function createEndpointRequest(base: SharedExchange, read: ReadRequest): EndpointRequest {
  const { setup, call, parameters } = base;
  return Object.freeze({
    ...read,
    parameters,
    call,
    api: setup.api,
    async execute(request) {
      try {
        return await executeRequest(base, request);
      } catch (thrown) {
        throw request.pointer === undefined ? thrown : pointersBelow(request.pointer, thrown);
      }
    },
    async transaction(types, run) {
      const inside = (inner: SourceCall) => run(createEndpointRequest({ ...base, call: inner }, read));
      if (types.length === 0) return inside(call);
      const source = sharedSource(setup, types);
      if (source?.transaction === undefined) throw transactionRefused(types);
      return source.transaction(inside, call);
    },
  } satisfies EndpointRequest);
}
