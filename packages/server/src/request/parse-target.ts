import { rejection, splitPath } from '@linkage/core/internal';

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
