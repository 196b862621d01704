import type { Api, RelationshipDefinition, ResourceType, UrlScheme } from '@linkage/core';
import { rejection, splitPath } from '@linkage/core/internal';
import type { MixedCollection, MixedRoute } from './mixed-collections.ts';

export type { MixedRoute } from './mixed-collections.ts';

/** The parts of a URL. */
export interface Target {
  readonly segments: readonly string[];
  /** The text after the question mark, which can be empty. */
  readonly search: string;
}

/**
 * Splits the URL of a request. Each segment of the path is decoded once, after the split.
 *
 * @throws {JsonApiError} 400 for a URL that cannot be decoded, 414 for a URL that is too long.
 */
export function parseTarget(url: string, longest: number): Target {
  if (url.length > longest) throw rejection('URL_TOO_LONG.characters', { limit: longest });
  const fragment = url.indexOf('#');
  const withoutFragment = fragment === -1 ? url : url.slice(0, fragment);
  const mark = withoutFragment.indexOf('?');
  const path = mark === -1 ? withoutFragment : withoutFragment.slice(0, mark);
  const segments = splitPath(path);
  if (segments === undefined) throw rejection('URL_INVALID.encoding', {});
  return { segments, search: mark === -1 ? '' : withoutFragment.slice(mark + 1) };
}

/** The target of a URL. */
export type Route =
  | { readonly kind: 'collection'; readonly type: ResourceType }
  | { readonly kind: 'resource'; readonly type: ResourceType; readonly id: string }
  | {
      readonly kind: 'related' | 'relationship';
      readonly type: ResourceType;
      readonly id: string;
      readonly relationship: RelationshipDefinition;
    }
  | MixedRoute;

/** Returns the name of the type whose source an operation at a URL has: of a collection of several types, the first one. */
export function ownerOf(route: Route): string {
  return route.kind === 'mixed' ? (route.types.at(0)?.name ?? '') : route.type.name;
}

/** The URLs of a server, and what its user sees. */
interface Routed {
  readonly server: {
    readonly urls: Pick<UrlScheme, 'parse'>;
    readonly sourceOf: (type: string) => unknown;
    readonly mixed: ReadonlyMap<string, MixedCollection>;
  };
  readonly api: Api;
}

/**
 * Finds the target of a URL, or of the segments of its path.
 *
 * @throws {JsonApiError} 404 if the path does not have a target.
 * @see https://jsonapi.org/recommendations/#urls
 */
export function findRoute(request: Routed, url: string | readonly string[]): Route {
  const target = request.server.urls.parse(url);
  const type = target && request.api.types.get(target.type);
  if (target === undefined || type === undefined || request.server.sourceOf(type.name) === undefined)
    return mixedRoute(request, url);
  if (target.kind === 'collection') return { kind: 'collection', type };
  if (target.kind === 'resource') return { kind: 'resource', type, id: target.id };
  const relationship = type.relationships.get(target.relationship);
  if (relationship?.read !== true) throw rejection('NOT_FOUND.url', {});
  return { kind: target.kind, type, id: target.id, relationship };
}

/** Finds a collection of several types. It does not exist for a user who cannot read the fields of any of its orders. */
function mixedRoute({ server, api }: Routed, url: string | readonly string[]): Route {
  const route = typeof url === 'string' ? undefined : server.mixed.get(url.join('/'))?.routeIn(api);
  if (route === undefined || route.type.defaultSort.length === 0) throw rejection('NOT_FOUND.url', {});
  return route;
}

/** The members of an operation that determine its URL. */
interface Located {
  readonly request: { readonly server: { readonly urls: UrlScheme; readonly baseUrl: string } };
  readonly route: Route;
}

/** Returns the URL of the route of an operation below the base URL, in the recommended form. */
export function urlOf({ request, route }: Located): string {
  const { urls, baseUrl } = request.server;
  if (route.kind === 'mixed') return baseUrl + route.collection.path;
  if (route.kind === 'collection') return urls.collection(route.type.name);
  if (route.kind === 'resource') return urls.resource(route.type.name, route.id);
  return urls[route.kind](route.type.name, route.id, route.relationship.name);
}

/** Returns the URLs of a type, with an empty id. */
export function routesOf(type: ResourceType): readonly Route[] {
  const id = '';
  const routes: Route[] = [
    { kind: 'collection', type },
    { kind: 'resource', type, id },
  ];
  for (const relationship of type.relationships.values()) {
    if (!relationship.read) continue;
    routes.push({ kind: 'related', type, id, relationship }, { kind: 'relationship', type, id, relationship });
  }
  return routes;
}
