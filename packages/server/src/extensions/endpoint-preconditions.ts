import type { ResourceType } from '@linkage/core';
import {
  headerOf,
  inSteps,
  isConditional,
  noPreconditions,
  type Preconditions,
  rejection,
} from '@linkage/core/internal';
import type { JsonApiRequest } from '../http.ts';
import type { ExecutingOperation } from '../operations/context.ts';
import { assertIfMatch, findBeforeWrite } from '../reading/conditional/find-before-write.ts';
import type { Route } from '../request/route.ts';
import type { FoundEndpoint } from './find-endpoint.ts';

const IF_MATCH = 'if-match';
/** The types whose writes need `ifMatch`, if none does. */
export const noTypes: ReadonlySet<string> = new Set();

/** The preconditions of a request to an endpoint, for the operations that the endpoint executes. */
export interface EndpointPreconditions {
  /** The resource whose version the URL has; undefined if it does not have one. */
  readonly resource: { readonly type: string; readonly id: string } | undefined;
  /** The types whose writes need `ifMatch`. */
  readonly requireIfMatch: ReadonlySet<string>;
  readonly preconditions: Preconditions;
  /** Whether an operation on the resource has succeeded. It changed the version, so later operations are not compared. */
  isDone: boolean;
}

/** No preconditions are compared with an operation. */
export const noComparison: EndpointPreconditions = {
  resource: undefined,
  requireIfMatch: noTypes,
  preconditions: noPreconditions,
  isDone: true,
};

/** Returns the headers that an endpoint asks for, by their names in lower case. */
export function askedHeaders({ endpoint }: FoundEndpoint, request: JsonApiRequest): Readonly<Record<string, string>> {
  const asked: Record<string, string> = Object.create(null);
  for (const name of endpoint.headers ?? []) {
    const value = headerOf(request, name.toLowerCase());
    if (value !== undefined) asked[name.toLowerCase()] = value;
  }
  return Object.freeze(asked);
}

/** Whether an endpoint handles `If-Match` itself. */
function seesIfMatch({ endpoint }: FoundEndpoint): boolean {
  return endpoint.headers?.some((name) => name.toLowerCase() === IF_MATCH) === true;
}

/**
 * Checks the preconditions of a request to an endpoint. If the endpoint declares the resource whose version its URL has, they
 * are compared with this version, as at the URL of the resource. Otherwise, there is nothing to compare `If-Match` with.
 * Ignoring it would write without the condition.
 *
 * @throws {JsonApiError} 400 if the URL does not have a version, 412 or 428 for the condition, and 404 without the
 * resource.
 */
export async function checkPreconditions(
  found: FoundEndpoint,
  operation: ExecutingOperation<'endpoint'>,
): Promise<EndpointPreconditions> {
  const { endpoint, placeholders } = found;
  const { request, preconditions } = operation;
  const requireIfMatch = endpoint.requiresIfMatch === true ? operation.requireIfMatch : noTypes;
  const none = { ...noComparison, requireIfMatch };
  if (endpoint.method === 'GET' || seesIfMatch(found)) return none;
  if (endpoint.versionOf === undefined) {
    if (preconditions.ifMatch === undefined) return none;
    throw rejection('HEADER_INVALID.ifMatch', {}, { header: 'If-Match' });
  }
  const type = request.api.types.get(endpoint.versionOf) as ResourceType;
  const id = placeholders['id'] as string;
  const route: Route & { readonly kind: 'resource' } = { kind: 'resource', type, id };
  const atResource = operation.at(route);
  assertIfMatch(atResource);
  if (isConditional(preconditions)) await inSteps(() => findBeforeWrite(atResource, { actions: [] }));
  return { resource: { type: type.name, id }, requireIfMatch, preconditions, isDone: false };
}

/** Returns whether an operation must compare the preconditions of the request, in its own transaction. */
export function isCompared({ resource, isDone }: EndpointPreconditions, route: Route, method: string): boolean {
  if (isDone || resource === undefined || method === 'GET' || route.type.name !== resource.type) return false;
  return (route.kind === 'resource' || route.kind === 'relationship') && route.id === resource.id;
}
