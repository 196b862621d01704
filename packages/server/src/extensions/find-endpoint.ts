import { type Api, errorObject, formatMediaType, JsonApiError, type UrlScheme } from '@linkage/core';
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
}

/**
 * Whether a path is the path of a collection or below it, for any value of `{type}` and `{id}`. A segment after the id that
 * begins with a hyphen is not taken: a hyphen cannot begin the name of a relationship.
 */
function isTaken({ api, urls }: Places, segments: readonly string[]): boolean {
  const names = [...api.types.keys()];
  const types = segments.includes(TYPE) ? names : [''];
  const id = segments.indexOf(ID);
  // An id can be the name of a type, too.
  const ids = id === -1 ? [''] : [ID, ...names];
  return types.some((type) => {
    const withType = segments.map((segment) => (segment === TYPE ? type : segment));
    if (withType[id + 1]?.startsWith('-') && urls.parse(withType.slice(0, id))?.kind === 'collection') return false;
    return ids.some((name) => {
      const path = withType.map((segment, index) => (index === id ? name : segment));
      return path.some((_, index) => urls.parse(path.slice(0, index + 1)) !== undefined);
    });
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
  if (typeof path !== 'string' || !/^(?:\/(?:[A-Za-z0-9._~-]+|\{(?:type|id)\}))+$/.test(path)) {
    throw new TypeError(`${where} must be like "/operations" or "/bulk/{type}", but it is ${JSON.stringify(path)}.`);
  }
  const segments = path.split('/').slice(1);
  const twice = [TYPE, ID].find((name) => segments.indexOf(name) !== segments.lastIndexOf(name));
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
    const key = `${endpoint.method} ${endpoint.path}`;
    if (seen.has(key))
      throw new TypeError(`createServer: two endpoints must not have the same method and path: ${key}.`);
    seen.add(key);
  }
  return settled;
}

function match(api: Api, settled: SettledEndpoint, path: readonly string[]): FoundEndpoint | undefined {
  const { segments } = settled;
  if (segments.length !== path.length) return undefined;
  const placeholders: Record<string, string> = Object.create(null);
  for (const [index, segment] of segments.entries()) {
    const pathSegment = path[index] as string;
    if (segment === TYPE && api.types.has(pathSegment)) placeholders['type'] = pathSegment;
    else if (segment === ID && pathSegment !== '') placeholders['id'] = pathSegment;
    else if (segment !== pathSegment) return undefined;
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
export function methodsOf(endpoints: readonly FoundEndpoint[]): string {
  const methods: readonly string[] = endpoints.map(({ endpoint }) => endpoint.method);
  return [...(methods.includes('GET') ? ['HEAD'] : []), ...methods, 'OPTIONS'].join(', ');
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
  throw new JsonApiError(errorObject('METHOD_NOT_ALLOWED', `Allowed methods at this URL: ${allow}.`), {
    headers: { Allow: allow },
  });
}

/** Runs a function that can reject the media type of a request. Adds the media type of the endpoint to a 415. */
export function namingMediaType<Result>({ extension, endpoint }: FoundEndpoint, run: () => Result): Result {
  try {
    return run();
  } catch (thrown) {
    if (extension === undefined || !JsonApiError.is(thrown) || thrown.status !== 415) throw thrown;
    const name = endpoint.method === 'PATCH' ? 'Accept-Patch' : 'Accept-Post';
    const headers = { [name]: formatMediaType({ extensions: [extension.extension.uri], profiles: [] }) };
    throw new JsonApiError(thrown.errors, { status: 415, headers });
  }
}

/**
 * Rejects a request to an endpoint that does not apply its extension.
 *
 * @throws {JsonApiError} 415 for `Content-Type` if there is a request document, otherwise 406 for `Accept`.
 */
export function assertApplied(
  extension: ServerExtension | undefined,
  applied: readonly string[],
  hasPayload: boolean,
): void {
  if (extension === undefined) return;
  const { uri } = extension.extension;
  if (applied.includes(uri)) return;
  const header = hasPayload ? 'Content-Type' : 'Accept';
  const detail = `This URL requires the extension ${uri}: name it in the \`ext\` parameter of \`${header}\`.`;
  const code = hasPayload ? 'CONTENT_TYPE_UNSUPPORTED' : 'ACCEPT_UNSATISFIABLE';
  throw new JsonApiError(errorObject(code, detail, { source: { header } }));
}
