import { describeValue } from '../../internal/describe-value.ts';
import { type OptionTable, optionTable, readOptions } from '../../internal/options.ts';
import type { Api } from '../api.ts';
import { idSegment, pathSegment, type ResourceUrls, resourceUrlsBelow, splitPath } from './resource-urls.ts';

/** The target of a URL of an API. */
export type UrlTarget =
  | { readonly kind: 'collection'; readonly type: string }
  | { readonly kind: 'resource'; readonly type: string; readonly id: string }
  | {
      readonly kind: 'related' | 'relationship';
      readonly type: string;
      readonly id: string;
      readonly relationship: string;
    };

/** The URLs of an API in both directions: `parse` is the inverse of the functions that format. */
export interface UrlScheme extends ResourceUrls {
  readonly collection: (type: string) => string;
  /**
   * Returns the target of a URL, or undefined if it has none. Does not check ids and relationships, and ignores the query.
   *
   * @param url A URL that begins with the base URL, with the path of the base URL, or with neither. Or the decoded segments of its path below
   * the base URL, without the empty one before the first slash: `['articles', '1']`.
   */
  readonly parse: (url: string | readonly string[]) => UrlTarget | undefined;
}

const schemes = new WeakSet<object>();

/**
 * Whether URLs were created by `createUrlScheme`: the URL of a resource ends with its id and does not have to be
 * checked.
 */
export function isUrlScheme(urls: object): urls is UrlScheme {
  return schemes.has(urls);
}

/** Options of `createUrlScheme`. */
export interface UrlSchemeOptions {
  /** The beginning of every URL, such as `https://example.com/api`. Default: `""`. */
  readonly baseUrl?: string | undefined;
  /**
   * Returns the path of the collection of a type below the base URL, such as `/v1/blog/articles`. All other URLs begin
   * with it. Default: a slash and the name of the type.
   */
  readonly collection?: ((type: string) => string) | undefined;
}

/** The types below one segment of a path, by the next segment. */
interface PathNode {
  type: string | undefined;
  readonly next: Map<string, PathNode>;
}

const createNode = (): PathNode => ({ type: undefined, next: new Map() });

function checkPath(path: unknown, type: string): readonly string[] {
  const segments = typeof path === 'string' && /^(?:\/[^/?#\s]+)+$/.test(path) ? splitPath(path) : undefined;
  if (segments !== undefined) return segments;
  const example = '"/v1/articles"';
  throw new TypeError(
    `createUrlScheme: the path of the collection "${type}" must be a percent-encoded path such as ${example}, but it is ${describeValue(path)}.`,
  );
}

/** Returns the first type below a node, or undefined if there is none. */
function typeBelow({ next }: PathNode): string | undefined {
  const [first] = next.values();
  return first && (first.type ?? typeBelow(first));
}

/** Adds the path of a type. Resources are below a collection, so another collection must not be there. */
function addPath(root: PathNode, segments: readonly string[], type: string): void {
  let node = root;
  let taken: string | undefined;
  for (const segment of segments) {
    const next = node.next.get(segment) ?? createNode();
    node.next.set(segment, next);
    node = next;
    taken ??= node.type;
  }
  taken ??= typeBelow(node);
  if (taken !== undefined) {
    throw new TypeError(
      `createUrlScheme: the path of the collection "${type}" must not equal or begin with the path of "${taken}", or the other way around.`,
    );
  }
  node.type = type;
}

const knownOptions: OptionTable = optionTable({ baseUrl: 'string', collection: 'function' });

function parseUrl(base: string, url: string, parse: UrlScheme['parse']): UrlTarget | undefined {
  for (const prefix of [base, base.replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/]*/i, ''), '']) {
    if (!url.startsWith(`${prefix}/`)) continue;
    const [path = ''] = url.slice(prefix.length).split(/[?#]/, 1);
    const segments = splitPath(path);
    const target = segments && parse(segments);
    if (target !== undefined) return target;
  }
  return undefined;
}

function recommendedPath(type: string): string {
  return `/${pathSegment(type)}`;
}

/**
 * Creates the URLs of an API: the recommended URLs, below the path of each collection.
 *
 * @throws {TypeError} If the path of a collection is invalid, or begins with the path of another collection.
 * @see https://jsonapi.org/recommendations/#urls
 */
export function createUrlScheme(api: Api, options: UrlSchemeOptions = {}): UrlScheme {
  const { baseUrl = '', collection = recommendedPath } = readOptions('createUrlScheme', options, knownOptions);
  const base = baseUrl.endsWith('/') ? baseUrl.slice(0, -1) : baseUrl;
  const root = createNode();
  const paths = new Map<string, string>();
  for (const type of api.types.keys()) {
    const path = collection(type);
    addPath(root, checkPath(path, type), type);
    paths.set(type, base + path);
  }
  const ofCollection = (type: string): string => paths.get(type) ?? `${base}/${pathSegment(type)}`;
  const parse: UrlScheme['parse'] = (segments) => {
    if (typeof segments === 'string') return parseUrl(base, segments, parse);
    let node: PathNode | undefined = root;
    let depth = 0;
    while (node !== undefined && node.type === undefined && depth < segments.length)
      node = node.next.get(segments[depth++] as string);
    const type = node?.type;
    if (type === undefined) return undefined;
    const [id, third, fourth, ...more] = segments.slice(depth);
    if (id === undefined) return { kind: 'collection', type };
    if (third === undefined) return { kind: 'resource', type, id };
    if (fourth === undefined) return { kind: 'related', type, id, relationship: third };
    if (more.length > 0 || third !== 'relationships') return undefined;
    return { kind: 'relationship', type, id, relationship: fourth };
  };
  const scheme: UrlScheme = Object.freeze({
    ...resourceUrlsBelow(ofCollection, idSegment),
    collection: ofCollection,
    parse,
  });
  schemes.add(scheme);
  return scheme;
}
