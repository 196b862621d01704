import type { UrlTarget } from '@linkage/core';
import { rejection } from '@linkage/core/internal';
import type { ExecutingRequest } from '../operations/context.ts';
import { findRoute, type Route } from '../request/route.ts';

/** A target whose members are read: a URL, or a type with the members that identify a part of it. */
export type ReadTarget =
  | { readonly href: string }
  | {
      readonly href: undefined;
      readonly type: string;
      readonly id: string | undefined;
      readonly relationship: string | undefined;
    };

/** Whether a target is a URL. */
export function isHref(target: ReadTarget): target is { readonly href: string } {
  return target.href !== undefined;
}

/** Returns the target of a URL of this API, with or without the base URL. Returns undefined if there is none. */
export function targetOfHref(request: ExecutingRequest, href: string): UrlTarget | undefined {
  const target = href.length > request.server.limits.urlLength ? undefined : request.server.urls.parse(href);
  return target && request.sourceOf(target.type) && target;
}

/**
 * Returns the route of a URL of this API, with or without the base URL.
 *
 * @throws {JsonApiError} 404 if the URL does not identify anything in this API.
 */
export function routeOfHref(request: ExecutingRequest, href: string): Route {
  return findRoute(request, href);
}

/**
 * Returns the route of a target with a type, an id, and a relationship.
 *
 * @throws {JsonApiError} 404 if the API does not have the type or relationship.
 */
export function routeOfTarget(
  request: ExecutingRequest,
  target: Exclude<ReadTarget, { readonly href: string }>,
): Route {
  const { type: name, id, relationship } = target;
  const type = request.api.types.get(name);
  if (type === undefined || request.sourceOf(name) === undefined) throw rejection('NOT_FOUND.anyType', {});
  if (id === undefined && relationship !== undefined) throw rejection('NOT_FOUND.idOfRelationship', {});
  if (id === undefined) return { kind: 'collection', type };
  if (relationship === undefined) return { kind: 'resource', type, id };
  const definition = type.relationships.get(relationship);
  if (definition?.read !== true) throw rejection('NOT_FOUND.anyRelationship', { type: name });
  return { kind: 'relationship', type, id, relationship: definition };
}
