import { breach } from '../error/breach.ts';
import { show } from '../internal/show.ts';
import { isUriReference } from '../internal/uri.ts';
import { resourceUrls } from '../url/resource-urls.ts';

/** The base URL that was checked last: a server has one for all its documents. */
let latest: string | undefined;

/**
 * Checks the base URL of a document.
 *
 * @throws {TypeError} If it is not a URL, or not one that a path can follow.
 */
export function checkBaseUrl(baseUrl: string): void {
  if (baseUrl === latest) return;
  // A URL can be valid alone, but not with a path behind it, for example in a scheme that has no paths.
  if (isUriReference(baseUrl) && isUriReference(resourceUrls(baseUrl).resource('a', '1'))) {
    latest = baseUrl;
    return;
  }
  throw breach('link-url', `baseUrl: ${show(baseUrl)} is no URL.`);
}
