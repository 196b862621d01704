import type { IncomingMessage } from 'node:http';

/** Headers that belong to one connection, or that the two hosts decide on their own. */
const ownFields: ReadonlySet<string> = new Set([
  ...['connection', 'keep-alive', 'proxy-connection', 'proxy-authenticate', 'proxy-authorization', 'te', 'trailer'],
  ...['transfer-encoding', 'upgrade', 'expect', 'host', 'content-length', 'content-encoding', 'accept-encoding'],
  // All servers of this machine have the same cookies, because cookies do not depend on the port.
  ...['origin', 'referer', 'cookie', 'set-cookie', 'set-cookie2', 'service-worker'],
]);

/** Response fields that keep their names: they describe the document, and a browser does nothing else because of them. */
const describingFields: ReadonlySet<string> = new Set([
  ...['content-type', 'content-language', 'etag', 'last-modified', 'location', 'allow', 'retry-after', 'date'],
]);

/**
 * The beginning of the names of all other response fields, which the page shows without it. A browser would obey fields such as
 * `Clear-Site-Data`, `Strict-Transport-Security`, and `Link`, also for the other servers of this machine.
 */
export const SHOWN_PREFIX = 'explorer-api-';

/** The response field with the redirects that the command has followed: the status and the URL of each. */
export const REDIRECTS = 'explorer-redirects';

/** The response field of what the command itself says: the page shows it as the failure that it is, and not as a response of the API. */
export const OWN = 'explorer-own';

/**
 * Headers of every response that comes from the API. If a browser opens it as a page, the page cannot run scripts, load
 * anything, or read what other pages of this host store. Its style is that of the API, so it must not be kept either.
 */
export const safeFields: Readonly<Record<string, string>> = {
  'Content-Security-Policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
};

/** Returns the request fields to forward. `Connection` can name more fields of one connection (RFC 9110, section 7.6.1). */
export function requestFields({ headers }: IncomingMessage): [string, string][] {
  const named = new Set(headers.connection?.split(',').map((name) => name.trim().toLowerCase()));
  return Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined || ownFields.has(name) || named.has(name) || name.startsWith('sec-')
      ? []
      : [[name, String(value)]],
  );
}

/**
 * Returns the fields of the response to the page. Fields with other names than the describing ones are only shown. A browser would
 * follow the `Location` of a redirect, on this host.
 */
export function responseFields({ headers, status }: Response): Readonly<Record<string, string>> {
  const isRedirect = status >= 300 && status < 400;
  const isKept = (name: string): boolean => describingFields.has(name) && !(isRedirect && name === 'location');
  const fields = [...headers]
    .filter(([name]) => !ownFields.has(name))
    .map(([name, value]) => [isKept(name) ? name : SHOWN_PREFIX + name, value] as const);
  return { ...Object.fromEntries(fields), ...safeFields };
}
