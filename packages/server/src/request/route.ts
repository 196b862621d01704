import { type Api, JsonApiError, problem, type RelationshipDefinition, type ResourceType } from '@linkage/core';

/** What a URL names. */
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

function decodeSegment(segment: string): string {
  return segment.includes('%') ? decodeURIComponent(segment) : segment;
}

/**
 * Takes the URL of a request apart. Each segment of the path is decoded once, after splitting.
 *
 * @throws {JsonApiError} 400 for a URL that cannot be decoded, 414 for one that is too long.
 */
export function parseTarget(url: string, longest: number): Target {
  if (url.length > longest) {
    throw new JsonApiError(problem('URL_TOO_LONG', `A URL has at most ${longest} characters below the API's root.`));
  }
  const fragment = url.indexOf('#');
  const withoutFragment = fragment === -1 ? url : url.slice(0, fragment);
  const mark = withoutFragment.indexOf('?');
  const path = mark === -1 ? withoutFragment : withoutFragment.slice(0, mark);
  try {
    return {
      segments: path.split('/').slice(1).map(decodeSegment),
      parameters: new URLSearchParams(mark === -1 ? '' : withoutFragment.slice(mark + 1)),
    };
  } catch {
    throw new JsonApiError(problem('URL_INVALID', 'The path of the URL is not percent-encoded UTF-8.'));
  }
}

function notFound(): JsonApiError {
  return new JsonApiError(problem('NOT_FOUND', 'There is nothing at this URL.'));
}

/**
 * Finds what the segments of a path name: `/{type}`, `/{type}/{id}`, `/{type}/{id}/{relationship}` or
 * `/{type}/{id}/relationships/{relationship}`.
 *
 * @throws {JsonApiError} 404 when they name nothing.
 * @see https://jsonapi.org/recommendations/#urls
 */
export function findRoute(api: Api, segments: readonly string[], isServed: (type: string) => boolean): Route {
  const [name = '', id, third, fourth] = segments;
  const type = api.types.get(name);
  if (type === undefined || !isServed(name) || segments.length > 4) throw notFound();
  if (id === undefined) return { kind: 'collection', type };
  if (third === undefined) return { kind: 'resource', type, id };
  if (fourth !== undefined && third !== 'relationships') throw notFound();
  const relationship = type.relationships.get(fourth ?? third);
  if (relationship === undefined) throw notFound();
  return { kind: fourth === undefined ? 'related' : 'relationship', type, id, relationship };
}
