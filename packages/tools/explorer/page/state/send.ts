import { type Address, type FollowLink, isBelow, targetOf } from './address.ts';
import { cut, type Json, parseJson } from './json.ts';
import { readText } from './read-text.ts';
import { hasRelatedQuery } from './related-query.ts';
import type { Settings } from './settings.ts';

/** A response as the page shows it. */
export interface Answer {
  readonly address: Address;
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly text: string;
  /** The document. Absent if the body is empty or not JSON. */
  readonly document?: Json;
  readonly bytes: number;
  /** Whether the response is longer than the page reads. */
  readonly isCut: boolean;
  readonly milliseconds: number;
  /** The targets to which the request was redirected, in their order. Absent if it was not. */
  readonly redirects?: readonly string[];
}

/** A header that the user adds to each request. Values stay in memory. */
export interface Header {
  readonly name: string;
  readonly value: string;
}

/** The parts of a request. */
export interface Sending {
  /** The URL to which requests go, without a slash at the end. */
  readonly api: string;
  /** The URL of the API, if `api` is a path that forwards to it. */
  readonly apiUrl?: string;
  readonly address: Address;
  readonly headers: readonly Header[];
  /** The text of the document, for methods that have one. */
  readonly body: string;
  readonly ifMatch: string | undefined;
  /** The URI of the profile for the members of included relationships. Absent if the API does not have it. */
  readonly relatedQueries?: string | undefined;
}

/** The usual text of each status, which the build writes: responses of HTTP/2 have none. */
declare const STATUS_TEXTS: Readonly<Record<number, string>>;

/** Of a longer response, the page shows the beginning only. */
const MAX_BYTES = 64_000_000;
const MEDIA_TYPE = 'application/vnd.api+json';

/** Whether a request with the method has a document. A DELETE has one at a relationship. */
export function hasBody({ method, target }: Address): boolean {
  return method === 'POST' || method === 'PATCH' || (method === 'DELETE' && /\/relationships\/[^/?]+/.test(target));
}

/** Returns the headers of a request. */
export function headersOf({ address, headers, body, ifMatch, relatedQueries }: Sending): readonly Header[] {
  const isOperations = hasBody(address) && body.includes('"atomic:operations"');
  const type = isOperations ? `${MEDIA_TYPE};ext="https://jsonapi.org/ext/atomic"` : MEDIA_TYPE;
  const hasProfile = relatedQueries && hasRelatedQuery(address.target);
  return [
    { name: 'Accept', value: hasProfile ? `${type};profile="${relatedQueries}"` : type },
    ...(hasBody(address) && body.trim() !== '' ? [{ name: 'Content-Type', value: type }] : []),
    ...(ifMatch === undefined ? [] : [{ name: 'If-Match', value: ifMatch }]),
    ...headers.filter(({ name }) => name.trim() !== ''),
  ];
}

/** Returns the value of a header of a response, or `undefined`. */
export function headerOf({ headers }: Answer, name: string): string | undefined {
  return headers.find(([other]) => other === name)?.[1];
}

/** Returns the target of the document of a response, after redirects. */
export function finalTarget({ address, redirects }: Answer): string {
  return redirects?.at(-1) ?? address.target;
}

/** Returns the URL of a request, or `undefined` if the target leads to a URL that is not below that of the API. */
export function urlOf({ api, address: { target } }: Pick<Sending, 'api' | 'address'>): string | undefined {
  return isBelow(api, target) ? api + target : undefined;
}

/** Returns the URL of the document at a target. */
export function documentUrlOf(api: string, target: string): string {
  return urlOf({ api, address: { method: 'GET', target } }) ?? `${api}/`;
}

/** Returns the function that follows the links of the document at a target. */
export function linksAt(api: string, target: string): FollowLink {
  const documentUrl = documentUrlOf(api, target);
  return (link) => targetOf(link, `${api}/`, documentUrl);
}

/** Returns the text of an error for the user. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Why a request cannot be sent. */
export function rejectionOf(target: string): string {
  return `The path must begin with a slash and lead below the URL of the API, but it is "${cut(target, 200)}".`;
}

/** The command writes this before the names of response fields that a browser would obey. See `forwarded-fields.ts`. */
const shownPrefix = /^explorer-api-/;

/** The redirects that the command has followed. See `forwarded-fields.ts`. */
const REDIRECTS = 'explorer-redirects';
const MAX_REDIRECTS = 10;

/** The command writes this field on the responses that are its own, and not of the API. See `forwarded-fields.ts`. */
const OWN = 'explorer-own';
const MAX_OWN = 10_000;

/** Whether the command forwards a request. */
function isForwarded({ api, apiUrl = api }: Sending): boolean {
  return apiUrl !== api;
}

/** Returns why there is no response, and what the user can do. A browser does not tell the reason to a page. */
function unreachableText(sending: Sending): string {
  const { api, apiUrl = api } = sending;
  if (isForwarded(sending))
    return `The command that serves this page does not respond. Start it again: npx @linkage/explorer ${cut(apiUrl, 200)}`;
  const isOwn = new URL(api).origin === location.origin;
  const rule = isOwn ? '' : `, and that it allows requests of ${location.origin} (CORS)`;
  return `${cut(api, 200)} cannot be reached. Check that the API runs${rule}. Then press Send again.`;
}

/** Returns the text of a response of the command itself: it says why the API did not respond. `undefined` for other responses. */
export async function ownText(response: Response): Promise<string | undefined> {
  return response.headers.has(OWN) ? (await readText(response, MAX_OWN)).text : undefined;
}

/** Returns the targets to which a request was redirected: as the command tells, or as the browser has followed them. */
function redirectsOf(response: Response, { api, apiUrl = api }: Sending): readonly string[] {
  const followed = response.headers.get(REDIRECTS)?.split(', ', MAX_REDIRECTS);
  const urls = followed?.map((it) => it.replace(/^\d+ /, '')) ?? (response.redirected ? [response.url] : []);
  const base = followed === undefined ? api : apiUrl;
  return urls.flatMap((url) => targetOf(url, `${base}/`) ?? []);
}

/** Reads a target, or with OPTIONS its methods, with the headers of the user. */
export function read(
  { requests, api, relatedQueries }: Settings,
  headers: readonly Header[],
  target: string,
  signal: AbortSignal,
  method: 'GET' | 'OPTIONS' = 'GET',
): Promise<Answer> {
  // The page shows no request with OPTIONS, so an address cannot have this method.
  const address = { method, target } as Address;
  const common = { api: requests, apiUrl: api, headers, relatedQueries };
  return send({ ...common, address, body: '', ifMatch: undefined }, signal);
}

/**
 * Sends a request and reads its response. Rejects with a string for the user if the server cannot be reached, or the target leads
 * elsewhere.
 */
export async function send(sending: Sending, signal: AbortSignal): Promise<Answer> {
  const { address, body } = sending;
  const started = performance.now();
  const url = urlOf(sending);
  if (url === undefined) throw new Error(rejectionOf(address.target));
  const response = await fetch(url, {
    method: address.method,
    headers: headersOf(sending).map(({ name, value }): [string, string] => [name, value]),
    ...(hasBody(address) && body.trim() !== '' && { body }),
    signal,
    cache: 'no-store',
  }).catch(() => {
    throw new Error(unreachableText(sending));
  });
  const own = isForwarded(sending) ? await ownText(response) : undefined;
  if (own !== undefined) throw new Error(own);
  const { text, bytes, isCut } = await readText(response, MAX_BYTES).catch(() => {
    throw new Error('The connection ended before the response was complete. Press Send again.');
  });
  const milliseconds = performance.now() - started;
  const document = isCut ? undefined : parseJson(text);
  const redirects = redirectsOf(response, sending);
  return {
    address,
    status: response.status,
    statusText: response.statusText || (STATUS_TEXTS[response.status] ?? ''),
    headers: [...response.headers]
      .filter(([name]) => name !== REDIRECTS)
      .map(([name, value]) => [name.replace(shownPrefix, ''), value] as const)
      .sort(),
    text,
    ...(document !== undefined && { document }),
    bytes,
    isCut,
    milliseconds,
    ...(redirects.length > 0 && { redirects }),
  };
}
