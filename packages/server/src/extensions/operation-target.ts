import { errorObject, JsonApiError } from '@linkage/core';
import { fieldOf } from '@linkage/core/records';
import type { OperationSetup } from '../operations/exchange.ts';
import { findRoute, parseTarget, type Route } from '../request/route.ts';
import type { OperationTarget } from './server-extension.ts';

/** Whether a target is a URL. */
export function isHref(target: OperationTarget): target is Extract<OperationTarget, { readonly href: string }> {
  return fieldOf(target, 'href') !== undefined;
}

function notFound(detail: string): JsonApiError {
  return new JsonApiError(errorObject('NOT_FOUND', detail));
}

/**
 * Returns the route of a URL of this API, with or without the base URL.
 *
 * @throws {JsonApiError} 404 if the URL does not identify anything in this API.
 */
export function routeOfHref(setup: OperationSetup, href: string): Route {
  const { baseUrl, limits } = setup;
  const path = baseUrl !== '' && href.startsWith(`${baseUrl}/`) ? href.slice(baseUrl.length) : href;
  if (!path.startsWith('/')) throw notFound('This URL does not identify a resource, a collection, or a relationship.');
  return findRoute(setup, parseTarget(path, limits.urlLength).segments);
}

/**
 * Returns the route of a target that consists of a type, an id, and a relationship.
 *
 * @throws {JsonApiError} 404 if the API does not have the type or the relationship.
 */
export function routeOfTarget(
  { api, sourceOf }: OperationSetup,
  target: Exclude<OperationTarget, { readonly href: string }>,
): Route {
  const { type: name } = target;
  const id = fieldOf(target, 'id') as string | undefined;
  const relationship = fieldOf(target, 'relationship') as string | undefined;
  const type = api.types.get(name);
  if (type === undefined || sourceOf(name) === undefined) throw notFound('This resource type does not exist.');
  if (id === undefined && relationship !== undefined)
    throw notFound('`id` is required in the target of a relationship.');
  if (id === undefined) return { kind: 'collection', type };
  if (relationship === undefined) return { kind: 'resource', type, id };
  const definition = type.relationships.get(relationship);
  if (definition === undefined) throw notFound(`Type "${name}" does not have this relationship.`);
  return { kind: 'relationship', type, id, relationship: definition };
}
