import { errorObject, JsonApiError, splitPath, type UrlTarget } from '@linkage/core';
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

/** The paths below the base URL that a URL can mean: it has the base URL, the path of the base URL, or neither. */
function pathsOf(baseUrl: string, href: string): readonly string[] {
  const basePath = baseUrl.replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/]*/i, '');
  const prefixes = [baseUrl, basePath].filter((prefix) => prefix !== '' && href.startsWith(`${prefix}/`));
  return [...prefixes.map((prefix) => href.slice(prefix.length)), href].filter((path) => path.startsWith('/'));
}

/** Returns what a URL of this API names, with the base URL or below it; undefined for nothing. */
export function targetOfHref({ baseUrl, limits, urls, sourceOf }: OperationSetup, href: string): UrlTarget | undefined {
  for (const path of href.length > limits.urlLength ? [] : pathsOf(baseUrl, href)) {
    const segments = splitPath(path);
    const target = segments && urls.parse(segments);
    if (target !== undefined && sourceOf(target.type) !== undefined) return target;
  }
  return undefined;
}

/**
 * The route of a URL of this API, with the base URL or below it.
 *
 * @throws {JsonApiError} 404 if the URL names nothing in this API.
 */
export function routeOfHref(setup: OperationSetup, href: string): Route {
  const { baseUrl, limits, urls } = setup;
  const candidates = pathsOf(baseUrl, href).map((path) => parseTarget(path, limits.urlLength).segments);
  const segments = candidates.find((each) => urls.parse(each) !== undefined);
  if (segments === undefined) throw notFound('There is nothing at this URL.');
  return findRoute(setup, segments);
}

/**
 * The route of a target that is named by its parts.
 *
 * @throws {JsonApiError} 404 if the API has no such type or relationship.
 */
export function routeOfTarget(
  { api, sourceOf }: OperationSetup,
  target: Exclude<OperationTarget, { readonly href: string }>,
): Route {
  const { type: name } = target;
  const id = fieldOf(target, 'id') as string | undefined;
  const relationship = fieldOf(target, 'relationship') as string | undefined;
  const type = api.types.get(name);
  if (type === undefined || sourceOf(name) === undefined) throw notFound('There is no such resource type.');
  if (id === undefined && relationship !== undefined)
    throw notFound('A relationship has a URL with the id of a resource only.');
  if (id === undefined) return { kind: 'collection', type };
  if (relationship === undefined) return { kind: 'resource', type, id };
  const definition = type.relationships.get(relationship);
  if (definition === undefined) throw notFound(`Type "${name}" does not have this relationship.`);
  return { kind: 'relationship', type, id, relationship: definition };
}
