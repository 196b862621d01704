import { ruleViolation } from '../../error/rule-violation.ts';
import { describeValue } from '../../internal/describe-value.ts';
import { isUriReference } from '../../internal/uri.ts';
import { resourceUrls } from '../../schema/url/resource-urls.ts';

/** The last checked base URL: a server has one for all its documents. */
let latest: string | undefined;

/**
 * Checks the base URL of a document.
 *
 * @throws {TypeError} If it is not a URL, or a path cannot follow it.
 */
export function checkBaseUrl(baseUrl: string): void {
  if (baseUrl === latest) return;
  // A URL can be valid alone, but not with a path after it, for example if its scheme does not have paths.
  if (isUriReference(baseUrl) && isUriReference(resourceUrls(baseUrl).resource('a', '1'))) {
    latest = baseUrl;
    return;
  }
  throw ruleViolation(
    'link-url',
    `\`baseUrl\` must be a URL that a path can follow, but it is ${describeValue(baseUrl)}.`,
  );
}
