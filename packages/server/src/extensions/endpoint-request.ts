import { type DataDocument, errorObject, JsonApiError } from '@linkage/core';
import { pickMembers } from '@linkage/core/internal';
import { execute } from '../operations/execute.ts';
import { findOperation } from '../operations/find-operation.ts';
import type { Operation } from '../operations/operation.ts';
import type { OperationContext, OperationSetup, SharedContext } from '../operations/operation-context.ts';
import { formatEntityTag, parseEntityTags } from '../reading/conditional/entity-tag.ts';
import { noConditions } from '../reading/conditional/preconditions.ts';
import { noDefaultIncludes } from '../request/default-includes.ts';
import { documentLimits } from '../request/document-limits.ts';
import { parseTarget } from '../request/parse-target.ts';
import type { Route } from '../request/route.ts';
import type { AnySource } from '../sources/any-source.ts';
import type { SourceCall } from '../sources/data-source.ts';
import { markWritten } from './check-response.ts';
import { type EndpointConditions, isCompared } from './endpoint-conditions.ts';
import { isHref, type ReadTarget, routeOfHref, routeOfTarget, targetOfHref } from './operation-target.ts';
import { pointersBelow } from './pointers-below.ts';
import type { EndpointRequest, OperationRequest, OperationResult } from './server-extension.ts';

/** An operation of an endpoint whose members are read. */
interface ReadOperation extends OperationRequest {
  readonly target: ReadTarget;
}

/** A parsed request to an endpoint. */
interface ReadRequest {
  readonly placeholders: Readonly<Record<string, string>>;
  readonly document: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

const operationMembers = ['method', 'target', 'query', 'document', 'pointer', 'ifMatch', 'preference'] as const;
const targetMembers = ['href', 'type', 'id', 'relationship'] as const;

/** Reads an operation of an endpoint. */
function readOperation(given: OperationRequest): ReadOperation {
  const operation = pickMembers(given, operationMembers) as OperationRequest;
  const target = pickMembers(
    operation.target as Readonly<Record<string, unknown>>,
    targetMembers,
  ) as unknown as ReadTarget;
  return { ...operation, target };
}

function parametersOf({ query, target }: ReadOperation, setup: OperationSetup): URLSearchParams {
  const parameters = query instanceof URLSearchParams ? query : new URLSearchParams(query && { ...query });
  if (!isHref(target)) return parameters;
  const ofHref = parseTarget(target.href, setup.limits.urlLength).parameters;
  return new URLSearchParams([...ofHref, ...parameters]);
}

function routeOf({ target }: ReadOperation, setup: OperationSetup): Route {
  return isHref(target) ? routeOfHref(setup, target.href) : routeOfTarget(setup, target);
}

function conditionsOf({ ifMatch }: ReadOperation): OperationContext['conditions'] {
  if (ifMatch === undefined) return noConditions;
  const tags = parseEntityTags(ifMatch);
  if (tags !== undefined) return { ifMatch: tags, ifNoneMatch: undefined };
  throw new JsonApiError(errorObject('HEADER_INVALID', '`ifMatch` must be an entity tag in quotation marks.'));
}

/**
 * Returns the operation for a method on a target.
 *
 * @throws {JsonApiError} 403 if there is none. A 405 would be about the URL of the endpoint and list its methods.
 */
function operationFor(route: Route, method: string, source: AnySource): Operation {
  try {
    return findOperation(route, method, source);
  } catch (thrown) {
    if (!JsonApiError.is(thrown) || thrown.status !== 405) throw thrown;
    throw new JsonApiError(errorObject('OPERATION_NOT_SUPPORTED', 'The target does not support this operation.'));
  }
}

/**
 * Rejects an operation on a type whose responses the server must not store, if it would store the response of the request.
 *
 * @throws {JsonApiError} 400 naming the header field of the key.
 */
function assertKeyAllowed(base: SharedContext, type: string): void {
  if (base.neverStored?.has(type) !== true) return;
  const detail = `\`Idempotency-Key\` is not supported for operations on the type "${type}". Remove it, or send the operation in a request of its own.`;
  throw new JsonApiError(errorObject('HEADER_INVALID', detail, { source: { header: 'Idempotency-Key' } }));
}

async function executeRequest(
  base: SharedContext,
  conditions: EndpointConditions,
  request: ReadOperation,
): Promise<OperationResult> {
  const { requireIfMatch } = conditions;
  // The result of an operation has no other resources than those that the endpoint requests.
  const setup = { ...base.setup, requireIfMatch, defaultIncludes: noDefaultIncludes };
  const route = routeOf(request, setup);
  assertKeyAllowed(base, route.type.name);
  const source = setup.sourceOf(route.type.name) as AnySource;
  const operation = operationFor(route, request.method, source);
  const isStated = request.ifMatch === undefined && isCompared(conditions, route, request.method);
  const context: OperationContext = {
    ...base,
    setup,
    route,
    source,
    parameters: parametersOf(request, setup),
    body: request.document,
    conditions: isStated ? conditions.preconditions : conditionsOf(request),
    preference: request.preference,
    writesText: false,
  };
  const result = await execute(operation, context);
  if (isStated) conditions.isDone = true;
  const { status, body, location, version } = result;
  return {
    status,
    document: markWritten(body) as DataDocument & Readonly<Record<string, unknown>>,
    location,
    etag: version === undefined ? undefined : formatEntityTag(version, undefined),
  };
}

/** Returns the sources of types. An operation on a type without a source fails on its own, as a single request does. */
function sourcesOf(setup: OperationSetup, types: readonly string[]): readonly AnySource[] {
  return [...new Set(types)].map((type) => setup.sourceOf(type)).filter((source) => source !== undefined);
}

/** Returns the source whose transactions all types share, or undefined if there is none. */
function sharedSource(setup: OperationSetup, types: readonly string[]): AnySource | undefined {
  const sources = sourcesOf(setup, types);
  const [first] = sources;
  if (first?.transaction === undefined) return undefined;
  const scope = first.transactionScope;
  const isShared =
    sources.length === 1 || (scope !== undefined && sources.every((source) => source.transactionScope === scope));
  return isShared ? first : undefined;
}

function noSharedTransaction(types: readonly string[]): JsonApiError {
  const detail = `Resources of these types cannot be changed together: ${types.map((type) => `"${type}"`).join(', ')}.`;
  return new JsonApiError(errorObject('OPERATION_NOT_SUPPORTED', detail));
}

/** Creates the request that the endpoint of an extension receives. */
export function createEndpointRequest(
  base: SharedContext,
  read: ReadRequest,
  conditions: EndpointConditions,
): EndpointRequest {
  const { setup, call, parameters, preference } = base;
  return Object.freeze({
    ...read,
    parameters,
    preference,
    limits: documentLimits(setup),
    call,
    api: setup.api,
    targetOf: (href) => targetOfHref(setup, href),
    canRead: async (type) => (await setup.scopeOf(type)) !== 'none',
    sharesTransactions: (types) => sourcesOf(setup, types).length === 0 || sharedSource(setup, types) !== undefined,
    async execute(operation) {
      const request = readOperation(operation);
      try {
        return await executeRequest(base, conditions, request);
      } catch (thrown) {
        throw request.pointer === undefined ? thrown : pointersBelow(request.pointer, thrown);
      }
    },
    async transaction(types, run) {
      // A transaction can run again, and must then compare the conditions again.
      let conditionsInside = conditions;
      const inside = (inner: SourceCall) => {
        conditionsInside = { ...conditions };
        return run(createEndpointRequest({ ...base, call: inner }, read, conditionsInside));
      };
      if (sourcesOf(setup, types).length === 0) return inside(call);
      const source = sharedSource(setup, types);
      if (source?.transaction === undefined) throw noSharedTransaction(types);
      const result = await source.transaction(inside, call);
      conditions.isDone = conditionsInside.isDone;
      return result;
    },
  } satisfies EndpointRequest);
}
