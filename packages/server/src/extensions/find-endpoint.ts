import { type Api, formatMediaType, JsonApiError, type UrlScheme } from '@linkage/core';
import { rejection, splitPath } from '@linkage/core/internal';
import type { ServedAction } from './actions/served-action.ts';
import type { ExtensionEndpoint, ServerExtension } from './server-extension.ts';

/** An endpoint with its parsed path. */
export interface SettledEndpoint {
  /** The extension that requests must apply; undefined for an endpoint of the application. */
  readonly extension: ServerExtension | undefined;
  readonly endpoint: ExtensionEndpoint;
  /** The declared action of the endpoint, if it is one. */
  readonly action?: ServedAction | undefined;
  readonly segments: readonly string[];
}

/** The endpoint of a URL, with the values of the placeholders in its path. */
export interface FoundEndpoint extends SettledEndpoint {
  readonly placeholders: Readonly<Record<string, string>>;
}

const TYPE = '{type}';
const ID = '{id}';

/** The API and its URLs. */
interface Places {
  readonly api: Api;
  readonly urls: UrlScheme;
  readonly baseUrl: string;
}

const isPlaceholder = (segment: string | undefined): boolean => segment?.startsWith('{') === true;

/** Whether a segment of a path matches a segment of a URL. */
function fits(api: Api, segment: string | undefined, value: string): boolean {
  if (segment === TYPE) return api.types.has(value);
  return segment === value || (isPlaceholder(segment) && value !== '');
}

/**
 * Whether a path is the path of a collection or below it, for any values of its placeholders. A segment after the id that
 * begins with a hyphen is not taken: a hyphen cannot begin the name of a relationship.
 */
function isTaken({ api, urls, baseUrl }: Places, segments: readonly string[]): boolean {
  return [...api.types.keys()].some((type) => {
    const collection = splitPath(urls.collection(type).slice(baseUrl.length)) ?? [];
    if (!collection.every((value, index) => fits(api, segments[index], value))) return false;
    const [id, next] = segments.slice(collection.length);
    return !(isPlaceholder(id) && next?.startsWith('-'));
  });
}

/** Checks that the URL of an endpoint names the resource whose version it has. */
function checkVersion({ api }: Places, { versionOf, method, name }: ExtensionEndpoint, path: readonly string[]): void {
  if (versionOf === undefined) return;
  const where = `createServer: \`versionOf\` of the endpoint "${name}"`;
  if (!api.types.has(versionOf))
    throw new TypeError(`${where} must be a resource type, but it is ${JSON.stringify(versionOf)}.`);
  if (!path.includes(ID)) throw new TypeError(`${where} requires {id} in the path.`);
  if (method === 'GET') throw new TypeError(`${where} requires a method that writes, but it is GET.`);
}

function settleEndpoint(
  places: Places,
  extension: ServerExtension | undefined,
  endpoint: ExtensionEndpoint,
): SettledEndpoint {
  const { path, name } = endpoint;
  const where = `createServer: the path of the endpoint "${name}"`;
  if (typeof path !== 'string' || !/^(?:\/(?:[A-Za-z0-9._~-]+|\{[A-Za-z][A-Za-z0-9]*\}))+$/.test(path)) {
    throw new TypeError(`${where} must be like "/operations" or "/reports/{year}", but it is ${JSON.stringify(path)}.`);
  }
  const segments = path.split('/').slice(1);
  const twice = segments.find((segment, index) => isPlaceholder(segment) && segments.indexOf(segment) !== index);
  if (twice !== undefined) {
    throw new TypeError(`${where} must contain ${twice} at most once, but it is ${JSON.stringify(path)}.`);
  }
  if (isTaken(places, segments)) {
    throw new TypeError(
      `${where} must not begin with the path of a collection, but it is ${JSON.stringify(path)}. After a resource, begin the last segment with a hyphen: "/articles/{id}/-close".`,
    );
  }
  checkVersion(places, endpoint, segments);
  return { extension, endpoint, segments };
}

/**
 * Parses the paths of all endpoints.
 *
 * @throws {TypeError} If a path is invalid, hides resources, or if two endpoints have the same method and path.
 */
export function settleEndpoints(
  places: Places,
  extensions: readonly ServerExtension[],
  ofApplication: readonly ExtensionEndpoint[],
): readonly SettledEndpoint[] {
  const settled = extensions.flatMap((extension) =>
    (extension.endpoints ?? []).map((endpoint) => settleEndpoint(places, extension, endpoint)),
  );
  for (const endpoint of ofApplication) settled.push(settleEndpoint(places, undefined, endpoint));
  const seen = new Set<string>();
  for (const { endpoint } of settled) {
    // The names of placeholders do not distinguish URLs.
    const key = `${endpoint.method} ${endpoint.path.replaceAll(/\{(?!type\})[^{}/]*\}/g, '{}')}`;
    if (seen.has(key)) {
      const same = `${endpoint.method} ${endpoint.path}`;
      throw new TypeError(`createServer: two endpoints must not have the same method and path: ${same}.`);
    }
    seen.add(key);
  }
  return settled;
}

function match(api: Api, settled: SettledEndpoint, path: readonly string[]): FoundEndpoint | undefined {
  const { segments } = settled;
  if (segments.length !== path.length) return undefined;
  const placeholders: Record<string, string> = Object.create(null);
  for (const [index, segment] of segments.entries()) {
    const value = path[index] as string;
    if (!fits(api, segment, value)) return undefined;
    if (isPlaceholder(segment)) placeholders[segment.slice(1, -1)] = value;
  }
  return { ...settled, placeholders };
}

/** Returns the endpoints at the URL with these segments, for all methods: those with fewer placeholders first. */
export function endpointsAt(
  api: Api,
  endpoints: readonly SettledEndpoint[],
  segments: readonly string[],
): readonly FoundEndpoint[] {
  if (endpoints.length === 0) return [];
  const found = endpoints.flatMap((settled) => match(api, settled, segments) ?? []);
  const placeholdersOf = ({ placeholders }: FoundEndpoint): number => Object.keys(placeholders).length;
  return found.length < 2 ? found : found.toSorted((one, other) => placeholdersOf(one) - placeholdersOf(other));
}

/** Returns the methods of endpoints, as a value of `Allow`. */
function methodsOf(endpoints: readonly FoundEndpoint[]): string {
  const methods: readonly string[] = endpoints.map(({ endpoint }) => endpoint.method);
  return [...(methods.includes('GET') ? ['HEAD'] : []), ...methods, 'OPTIONS'].join(', ');
}

/** Returns the header that names the media type of the documents of an endpoint. Endpoints with GET or DELETE have none. */
function acceptedBy({ extension, endpoint }: SettledEndpoint): Readonly<Record<string, string>> {
  if (endpoint.method !== 'POST' && endpoint.method !== 'PATCH') return {};
  const type = formatMediaType({ extensions: extension === undefined ? [] : [extension.extension.uri], profiles: [] });
  return { [endpoint.method === 'PATCH' ? 'Accept-Patch' : 'Accept-Post']: type };
}

/** Returns the headers of `OPTIONS`: the methods of a URL, and the media types of their documents. */
export function endpointHeaders(endpoints: readonly FoundEndpoint[]): Readonly<Record<string, string>> {
  // Of two endpoints with a method, the first one responds.
  return Object.assign({ Allow: methodsOf(endpoints) }, ...endpoints.map(acceptedBy).reverse());
}

/**
 * Returns the endpoint with a method among the endpoints at a URL.
 *
 * @throws {JsonApiError} 405 if none of them has the method.
 */
export function findEndpoint(endpoints: readonly FoundEndpoint[], method: string): FoundEndpoint {
  const wanted = method === 'HEAD' ? 'GET' : method;
  const found = endpoints.find(({ endpoint }) => endpoint.method === wanted);
  if (found !== undefined) return found;
  const allow = methodsOf(endpoints);
  throw rejection('METHOD_NOT_ALLOWED.allowed', { methods: allow }, undefined, { headers: { Allow: allow } });
}

/** Runs a function that can reject the media type of a request. Adds the media type of the endpoint to a 415. */
export function namingMediaType<Result>(found: FoundEndpoint, run: () => Result): Result {
  try {
    return run();
  } catch (thrown) {
    if (found.extension === undefined || !JsonApiError.is(thrown) || thrown.status !== 415) throw thrown;
    throw new JsonApiError(thrown.errors, { status: 415, headers: acceptedBy(found) });
  }
}
