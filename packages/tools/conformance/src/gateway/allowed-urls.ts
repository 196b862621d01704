import { withoutSlashes } from './paths.ts';

/** Which URLs the tests may send requests to, and the links that led elsewhere. */
export interface AllowedUrls {
  /** Whether a URL is on an origin, and below a path, that the user named. */
  readonly contains: (url: string) => boolean;
  /** Whether a link can be followed. A link that leads elsewhere is noted. */
  readonly follows: (url: string) => boolean;
  /** The first link to each other origin and path, in the order in which they were found. */
  readonly outside: () => readonly string[];
  /** Returns the URL with the scheme that the user named: a server behind a proxy can write links with another one. */
  readonly withScheme: (url: string) => string;
}

/** Reports show one link to each place; a server can invent any number of places. */
const MAX_PLACES = 20;

interface Place {
  readonly protocol: string;
  readonly host: string;
  readonly origin: string;
  readonly path: string;
}

function placeOf(url: string): Place {
  const { protocol, host, origin, pathname } = new URL(url);
  return { protocol, host, origin, path: withoutSlashes(pathname) };
}

/** Whether a path has dots that a server would resolve after it has decoded the segments. */
function hasHiddenDots(pathname: string): boolean {
  return pathname.split('/').some((segment) => {
    try {
      return decodeURIComponent(segment)
        .split(/[/\\]/)
        .some((part) => part === '.' || part === '..');
    } catch {
      return true;
    }
  });
}

function isBelow(url: URL, { origin, path }: Place): boolean {
  if (url.origin !== origin || url.username !== '' || url.password !== '') return false;
  return (url.pathname === path || url.pathname.startsWith(`${path}/`)) && !hasHiddenDots(url.pathname);
}

/**
 * Creates the allowed URLs of a run: the base URL and all below it, and the URLs of `allowOrigins` with all below them.
 *
 * @throws {TypeError} If one of them is not a URL.
 */
export function createAllowedUrls(baseUrl: string, allowOrigins: readonly string[]): AllowedUrls {
  for (const url of allowOrigins) {
    if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) continue;
    throw new TypeError(`allowOrigins must contain URLs such as "https://example.com", but it contains "${url}".`);
  }
  const places = [baseUrl, ...allowOrigins].map(placeOf);
  const outside = new Map<string, string>();
  const withScheme = (url: string): string => {
    const { protocol, host } = new URL(url);
    if (!/^https?:$/.test(protocol) || places.some((place) => place.protocol === protocol && place.host === host))
      return url;
    const named = places.find((place) => place.host === host);
    return named === undefined ? url : `${named.protocol}${url.slice(protocol.length)}`;
  };
  const contains = (url: string): boolean =>
    URL.canParse(url) && places.some((place) => isBelow(new URL(withScheme(new URL(url).href)), place));
  return {
    contains,
    withScheme,
    follows(url) {
      if (contains(url)) return true;
      const { origin, pathname } = URL.canParse(url) ? new URL(url) : { origin: url, pathname: '' };
      const key = `${origin}/${pathname.split('/').at(1) ?? ''}`;
      if (outside.size < MAX_PLACES && !outside.has(key)) outside.set(key, url);
      return false;
    },
    outside: () => [...outside.values()],
  };
}
