import {
  type Api,
  errorObject,
  JsonApiError,
  type RelationshipDefinition,
  type ResourceType,
  type UrlScheme,
} from '@linkage/core';
import { splitPath } from '@linkage/core/internal';

/** The target of a URL. */
export type Route =
  | { readonly kind: 'collection'; readonly type: ResourceType }
  | { readonly kind: 'resource'; readonly type: ResourceType; readonly id: string }
  | {
      readonly kind: 'related' | 'relationship';
      readonly type: ResourceType;
      readonly id: string;
      readonly relationship: RelationshipDefinition;
    };

/** A URL taken apart. */
export interface Target {
  readonly segments: readonly string[];
  readonly parameters: URLSearchParams;
}

/**
 * Takes the URL of a request apart. Each segment of the path is decoded once, after splitting.
 *
 * @throws {JsonApiError} 400 for a URL that cannot be decoded, 414 for one that is too long.
 */
export function parseTarget(url: string, longest: number): Target {
  if (url.length > longest) {
    throw new JsonApiError(
      errorObject('URL_TOO_LONG', `A URL has at most ${longest} characters below the API's root.`),
    );
  }
  const fragment = url.indexOf('#');
  const withoutFragment = fragment === -1 ? url : url.slice(0, fragment);
  const mark = withoutFragment.indexOf('?');
  const path = mark === -1 ? withoutFragment : withoutFragment.slice(0, mark);
  const segments = splitPath(path);
  if (segments === undefined) {
    throw new JsonApiError(errorObject('URL_INVALID', 'The path of the URL must be percent-encoded UTF-8.'));
  }
  return { segments, parameters: new URLSearchParams(mark === -1 ? '' : withoutFragment.slice(mark + 1)) };
}

function notFound(): JsonApiError {
  return new JsonApiError(errorObject('NOT_FOUND', 'There is nothing at this URL.'));
}

/**
 * Finds what the segments of a path name in an API.
 *
 * @throws {JsonApiError} 404 when they name nothing.
 * @see https://jsonapi.org/recommendations/#urls
 */
export function findRoute({ api, urls, sourceOf }: RoutedSetup, segments: readonly string[]): Route {
  const target = urls.parse(segments);
  const type = target && api.types.get(target.type);
  if (target === undefined || type === undefined || sourceOf(type.name) === undefined) throw notFound();
  if (target.kind === 'collection') return { kind: 'collection', type };
  if (target.kind === 'resource') return { kind: 'resource', type, id: target.id };
  const relationship = type.relationships.get(target.relationship);
  if (relationship === undefined) throw notFound();
  return { kind: target.kind, type, id: target.id, relationship };
}

/**
 * The part of the server's setup that routing requires: the API as the caller sees it, its URLs, and the types with a
 * source.
 */
interface RoutedSetup {
  readonly api: Api;
  readonly urls: UrlScheme;
  readonly sourceOf: (type: string) => unknown;
}
