import { queryText } from '@linkage/core/internal';
import { ClientError } from './client-error.ts';
import { memberAt } from './setup.ts';

/** Returns the URL of a link of an object: a string, or the `href` of a link object. Undefined without a link. */
export function linkOf(holder: unknown, name: string): string | undefined {
  const link = memberAt(holder, 'links', name);
  const href = memberAt(link, 'href') ?? link;
  return typeof href === 'string' ? href : undefined;
}

/**
 * Resolves a link of a response against the URL of the response.
 *
 * @throws {ClientError} If the link leads to another origin, because headers such as `Authorization` must not, or
 * contains a user and a password.
 */
export function resolveLink(link: string, from: string, origin: string): string {
  const url = URL.canParse(link, from) ? new URL(link, from) : undefined;
  if (url?.href.startsWith(`${origin}/`)) {
    // A request does not contain the fragment, so it does not make another page.
    url.hash = '';
    return url.href;
  }
  throw new ClientError('rejected', `The link ${JSON.stringify(link)} must lead to ${origin}.`);
}

/** Returns a URL with the parameters of a query. */
export function withQuery(url: string, query: object = {}): string {
  const search = queryText(query);
  return search ? `${url}?${search}` : url;
}
