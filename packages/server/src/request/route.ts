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

/** The parts of a URL. */
export interface Target {
  readonly segments: readonly string[];
  readonly parameters: URLSearchParams;
}

/**
 * Splits the URL of a request. Each segment of the path is decoded once, after the split.
 *
 * @throws {JsonApiError} 400 for a URL that cannot be decoded, 414 for a URL that is too long.
 */
export function parseTarget(url: string, longest: number): Target {
  if (url.length > longest) {
    throw new JsonApiError(
      errorObject('URL_TOO_LONG', `The URL must have at most ${longest} characters after the root of the API.`),
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
  return new JsonApiError(errorObject('NOT_FOUND', 'This URL does not exist.'));
}

/**
 * Finds the target of the segments of a path.
 *
 * @throws {JsonApiError} 404 if the path does not have a target.
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
