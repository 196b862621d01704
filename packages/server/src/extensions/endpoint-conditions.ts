import { errorObject, JsonApiError, type ResourceType } from '@linkage/core';
import type { JsonApiRequest } from '../http.ts';
import type { OperationSetup, SharedContext } from '../operations/operation-context.ts';
import { assertIfMatch, findBeforeWrite } from '../reading/conditional/find-before-write.ts';
import { isConditional, noConditions, type Preconditions } from '../reading/conditional/preconditions.ts';
import { headerOf } from '../request/headers.ts';
import type { Route } from '../request/route.ts';
import type { AnySource } from '../sources/any-source.ts';
import type { FoundEndpoint } from './find-endpoint.ts';

const IF_MATCH = 'if-match';
const noTypes: ReadonlySet<string> = new Set();

/** The conditions of a request to an endpoint, for the operations that the endpoint executes. */
export interface EndpointConditions {
  /** The resource whose version the URL has; undefined if it does not have one. */
  readonly resource: { readonly type: string; readonly id: string } | undefined;
  /** The types whose writes need `ifMatch`. */
  readonly requireIfMatch: OperationSetup['requireIfMatch'];
  readonly preconditions: Preconditions;
  /** Whether an operation on the resource has succeeded. It changed the version, so later operations are not compared. */
  isDone: boolean;
}

/** Returns the header fields that an endpoint asks for, by their names in lower case. */
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
 * Checks the conditions of a request to an endpoint. If the endpoint states the resource whose version its URL has, they
 * are compared with this version, as at the URL of the resource. Otherwise, there is nothing to compare `If-Match` with.
 * Ignoring it would write without the condition.
 *
 * @throws {JsonApiError} 400 if the URL does not have a version, 412 or 428 for the condition, and 404 without the
 * resource.
 */
export async function checkConditions(found: FoundEndpoint, shared: SharedContext): Promise<EndpointConditions> {
  const { endpoint, placeholders } = found;
  const { setup, conditions } = shared;
  const requireIfMatch = endpoint.requiresIfMatch === true ? setup.requireIfMatch : noTypes;
  const none = { resource: undefined, requireIfMatch, preconditions: noConditions, isDone: true };
  if (endpoint.method === 'GET' || seesIfMatch(found)) return none;
  if (endpoint.versionOf === undefined) {
    if (conditions.ifMatch === undefined) return none;
    const detail = '`If-Match` is not supported here. Remove it.';
    throw new JsonApiError(errorObject('HEADER_INVALID', detail, { source: { header: 'If-Match' } }));
  }
  const type = setup.api.types.get(endpoint.versionOf) as ResourceType;
  const id = placeholders['id'] as string;
  const route: Route & { readonly kind: 'resource' } = { kind: 'resource', type, id };
  const context = { ...shared, route, source: setup.sourceOf(type.name) as AnySource };
  assertIfMatch(context, endpoint.method);
  if (isConditional(conditions)) await findBeforeWrite(context);
  return { resource: { type: type.name, id }, requireIfMatch, preconditions: conditions, isDone: false };
}

/** Returns whether an operation must compare the conditions of the request, in its own transaction. */
export function isCompared({ resource, isDone }: EndpointConditions, route: Route, method: string): boolean {
  if (isDone || resource === undefined || method === 'GET' || route.type.name !== resource.type) return false;
  return (route.kind === 'resource' || route.kind === 'relationship') && route.id === resource.id;
}
