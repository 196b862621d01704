import { type DataDocument, JsonApiError } from '@linkage/core';
import {
  formatEntityTag,
  noPreconditions,
  parseEntityTags,
  pickMembers,
  pointersBelow,
  rejection,
} from '@linkage/core/internal';
import type { ExecutingOperation, ExecutingRequest } from '../operations/context.ts';
import { execute } from '../operations/execute.ts';
import { findOperation } from '../operations/find-operation.ts';
import type { OperationDefinition } from '../operations/operation.ts';
import { documentLimits } from '../request/document-limits.ts';
import type { Route } from '../request/route.ts';
import { parseTarget } from '../request/route.ts';
import type { KnowingCall } from '../sources/gateway/known-rows.ts';
import type { OfferedSource } from '../sources/port/any-source.ts';
import { createWrites } from '../writing/application-writes.ts';
import { runSteps } from '../writing/write-steps.ts';
import { markWritten } from './check-response.ts';
import { type EndpointPreconditions, isCompared, noTypes } from './endpoint-preconditions.ts';
import { runInTransaction, runTogether, sharedSource, sourcesOf } from './endpoint-transaction.ts';
import type { OperationRequest, OperationResult } from './operation-request.ts';
import { isHref, type ReadTarget, routeOfHref, routeOfTarget, targetOfHref } from './operation-target.ts';
import type { EndpointDocument, EndpointRequest } from './server-extension.ts';

/** An operation of an endpoint whose members are read. */
interface ReadOperation extends OperationRequest {
  readonly target: ReadTarget;
}

/** A parsed request to an endpoint. */
interface ReadRequest {
  readonly placeholders: Readonly<Record<string, string>>;
  readonly document: EndpointDocument | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

const operationMembers = [
  'method',
  'target',
  'query',
  'document',
  'pointer',
  'ifMatch',
  'isCreatedHere',
  'preference',
] as const;
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

function parametersOf({ query, target }: ReadOperation, longest: number): URLSearchParams {
  const parameters = query instanceof URLSearchParams ? query : new URLSearchParams(query && { ...query });
  if (!isHref(target)) return parameters;
  const ofHref = new URLSearchParams(parseTarget(target.href, longest).search);
  return new URLSearchParams([...ofHref, ...parameters]);
}

function routeOf({ target }: ReadOperation, request: ExecutingRequest): Route {
  return isHref(target) ? routeOfHref(request, target.href) : routeOfTarget(request, target);
}

function preconditionsOf({ ifMatch }: ReadOperation): ExecutingOperation['preconditions'] {
  if (ifMatch === undefined) return noPreconditions;
  const tags = parseEntityTags(ifMatch);
  if (tags !== undefined) return { ifMatch: tags, ifNoneMatch: undefined };
  throw rejection('HEADER_INVALID.entityTag', {});
}

/**
 * Returns the operation for a method on a target.
 *
 * @throws {JsonApiError} 403 if there is none. A 405 would be about the URL of the endpoint and list its methods.
 */
function operationFor(route: Route, method: string, source: OfferedSource): OperationDefinition {
  try {
    return findOperation(route, method, source);
  } catch (thrown) {
    if (!JsonApiError.is(thrown) || thrown.status !== 405) throw thrown;
    throw rejection('OPERATION_NOT_SUPPORTED.target', {});
  }
}

async function executeRequest(
  operation: ExecutingOperation<'endpoint'>,
  ofRequest: EndpointPreconditions,
  asked: ReadOperation,
): Promise<OperationResult> {
  const { request } = operation;
  const known = (operation.call as KnowingCall).ofServer?.known;
  if (known?.isGiven === true) known.clear();
  const route = routeOf(asked, request);
  const { requireIfMatch, preconditions } = ofRequest;
  const isDeclared = asked.ifMatch === undefined && isCompared(ofRequest, route, asked.method);
  const inside = operation.at(route, {
    parameters: parametersOf(asked, request.server.limits.urlLength),
    body: asked.document,
    preconditions: isDeclared ? preconditions : preconditionsOf(asked),
    preference: asked.preference,
    requireIfMatch: asked.isCreatedHere === true ? noTypes : requireIfMatch,
  });
  const result = await execute(operationFor(route, asked.method, inside.source), inside);
  if (isDeclared) ofRequest.isDone = true;
  const { status, body, location, version } = result;
  return {
    status,
    document: markWritten(body) as DataDocument & Readonly<Record<string, unknown>>,
    location,
    etag: version === undefined ? undefined : formatEntityTag(version, undefined),
  };
}

/** Creates the request that the endpoint of an extension receives. */
export function createEndpointRequest(
  operation: ExecutingOperation<'endpoint'>,
  read: ReadRequest,
  preconditions: EndpointPreconditions,
): EndpointRequest {
  const { request, call, parameters, preference } = operation;
  return Object.freeze({
    ...read,
    parameters,
    preference,
    limits: documentLimits(request.server.limits),
    get call() {
      const known = (call as KnowingCall).ofServer?.known;
      if (known !== undefined) known.isGiven = true;
      return call;
    },
    context: call.context,
    get writes() {
      return createWrites(operation, runSteps);
    },
    api: request.api,
    targetOf: (href) => targetOfHref(request, href),
    canReadSome: async (type) => (await request.accessFilterOf(type)) !== 'none',
    sharesTransactions: (types) => sourcesOf(request, types).length === 0 || sharedSource(request, types) !== undefined,
    isAtomic: (type, action) => request.sourceOf(type)?.can.atomic.has(action) === true,
    async execute(wanted) {
      const asked = readOperation(wanted);
      try {
        return await executeRequest(operation, preconditions, asked);
      } catch (thrown) {
        throw asked.pointer === undefined ? thrown : pointersBelow(asked.pointer, thrown);
      }
    },
    together: (tasks) =>
      runTogether(tasks, call, (own) => createEndpointRequest(operation.with({ call: own }), read, preconditions)),
    async transaction(types, run, linked = undefined, runsAgain = undefined) {
      let ofAttempt = preconditions;
      const result = await runInTransaction(
        operation,
        types,
        linked,
        (inside) => {
          // A transaction can run again, and must then compare the preconditions again.
          ofAttempt = { ...preconditions };
          return run(createEndpointRequest(inside, read, ofAttempt));
        },
        runsAgain,
      );
      preconditions.isDone = ofAttempt.isDone;
      return result;
    },
  } satisfies EndpointRequest);
}
