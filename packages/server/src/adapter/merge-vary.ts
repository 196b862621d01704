import { mergeVary as merge } from '@linkage/core/internal';
import type { JsonApiResponse } from '../http.ts';

/**
 * Merges the `Vary` that the framework has already set into the header fields of a response. Each name appears once,
 * regardless of its case; the names of the framework are first. If either is `*`, the result is `*`.
 *
 * @param set The value or values of `Vary` that the framework has set.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-12.5.5
 */
export function mergeVary(
  headers: JsonApiResponse['headers'],
  set: string | number | readonly string[] | null | undefined,
): JsonApiResponse['headers'] {
  return merge(headers, set);
}
