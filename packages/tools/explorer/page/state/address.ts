import { decode as decodePart } from './query.ts';

/** The methods that the page can send. */
export const methods = ['GET', 'POST', 'PATCH', 'DELETE'] as const;

/** A method that the page can send. */
export type Method = (typeof methods)[number];

/** A request in the address of the page: a method, and a path with its query below the API. */
export interface Address {
  readonly method: Method;
  /** Begins with a slash: `/articles?include=author`. */
  readonly target: string;
}

/** Returns the target of a link of a document, or `undefined` if the link leads elsewhere. */
export type FollowLink = (link: string) => string | undefined;

/** Servers and browsers do not accept longer URLs. */
export const MAX_LINK = 8192;

/**
 * Reads the fragment of the page's URL: `#GET /articles`. A fragment without a method is the root of the API. The target can lead
 * elsewhere: see `isBelow`.
 */
export function parseAddress(hash: string): Address {
  const text = decode(hash.replace(/^#/, ''));
  const space = text.indexOf(' ');
  const method = methods.find((it) => it === text.slice(0, space));
  return method === undefined ? { method: 'GET', target: '/' } : { method, target: text.slice(space + 1) };
}

function decode(text: string): string {
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
}

/** Returns the fragment for an address. `parseAddress` decodes it once, so the encoded characters of the target are encoded again. */
export function formatAddress({ method, target }: Address): string {
  return `#${method} ${target.replaceAll('%', '%25')}`;
}

/** Servers and proxies decode a path once or twice. */
const MAX_DECODINGS = 8;

/** Whether a segment of a path leads to the parent, as it is or after it was decoded again. */
function isParent(segment: string): boolean {
  let text = segment;
  for (let count = 0; text !== decodePart(text); count++) {
    if (count === MAX_DECODINGS) return true;
    text = decodePart(text);
  }
  // Some servers read what follows a semicolon as parameters of the segment.
  return text.split(/[/\\]/).some((part) => /^\.\.(?:;|$)/.test(part));
}

/**
 * Whether a target leads to a URL below that of the API. Anyone can write a link to the page: it must not send a request with the
 * cookies of the user to another path of the host.
 */
export function isBelow(api: string, target: string): boolean {
  if (!target.startsWith('/') || !URL.canParse(api + target)) return false;
  const [url, base] = [new URL(api + target), new URL(`${api}/`)];
  if (url.origin !== base.origin || !url.pathname.startsWith(base.pathname)) return false;
  // The URL does not contain `..` any more, unless it is encoded further.
  return !`${target.split(/[?#]/, 1)}/${url.pathname}`.split('/').some(isParent);
}

/**
 * Returns the target of a link of the API, or `undefined` if the link leads elsewhere or is not an http URL. A relative link
 * begins at the URL of the document that contains it (RFC 3986, section 5.1.3).
 */
export function targetOf(link: string, api: string, documentUrl: string = api): string | undefined {
  if (link.length > MAX_LINK || !URL.canParse(link, documentUrl)) return undefined;
  const url = new URL(link, documentUrl);
  if (!/^https?:$/.test(url.protocol)) return undefined;
  const base = new URL(api);
  const prefix = base.pathname.replace(/\/$/, '');
  const isBelow = url.origin === base.origin && (url.pathname === prefix || url.pathname.startsWith(`${prefix}/`));
  return isBelow ? url.pathname.slice(prefix.length) + url.search || '/' : undefined;
}
