import { type OptionTable, optionTable, readOptions } from '../internal/options.ts';
import type { Api } from '../schema/api.ts';
import { pathSegment, type ResourceUrls, resourceUrlsBelow } from './resource-urls.ts';
import { splitPath } from './split-path.ts';
import type { UrlTarget } from './url-target.ts';

/** The URLs of an API, in both directions: `parse` is the inverse of the functions that format. */
export interface UrlScheme extends ResourceUrls {
  readonly collection: (type: string) => string;
  /**
   * What the segments of a path below the base URL name; undefined for nothing. Ids and relationships are not looked up.
   *
   * @param segments Decoded, without the one before the first slash: `['articles', '1']`.
   */
  readonly parse: (segments: readonly string[]) => UrlTarget | undefined;
}

const schemes = new WeakSet<object>();

/** Whether URLs were made by `createUrlScheme`: each of a resource ends with its id, and none needs to be checked. */
export function isUrlScheme(urls: object): urls is UrlScheme {
  return schemes.has(urls);
}

/** How the URLs of an API are made. */
export interface UrlSchemeOptions {
  /** What every URL begins with, such as `https://example.com/api`. Default: `""`. */
  readonly baseUrl?: string | undefined;
  /**
   * The path of the collection of a type below the base URL, such as `/v1/blog/articles`; all other URLs begin with it.
   * Default: a slash and the name of the type.
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
    `The path of the collection "${type}" must be a percent-encoded path like ${example}, but it is ${JSON.stringify(path)}.`,
  );
}

/** Adds the path of a type; below a collection are its resources, so no other collection can be there. */
function addPath(root: PathNode, segments: readonly string[], type: string): void {
  let node = root;
  let taken: string | undefined;
  for (const segment of segments) {
    const next = node.next.get(segment) ?? createNode();
    node.next.set(segment, next);
    node = next;
    taken ??= node.type;
  }
  if (taken === undefined && node.next.size > 0) taken = [...node.next.values()].at(0)?.type ?? 'another type';
  if (taken !== undefined) {
    throw new TypeError(`The path of the collection "${type}" must not be or contain that of "${taken}".`);
  }
  node.type = type;
}

function parseBelow(type: string, rest: readonly string[]): UrlTarget | undefined {
  const [id, third, fourth] = rest;
  if (id === undefined) return { kind: 'collection', type };
  if (third === undefined) return { kind: 'resource', type, id };
  if (rest.length === 2) return { kind: 'related', type, id, relationship: third };
  if (rest.length > 3 || third !== 'relationships' || fourth === undefined) return undefined;
  return { kind: 'relationship', type, id, relationship: fourth };
}

const knownOptions: OptionTable = optionTable({ baseUrl: 'string', collection: 'function' });

function recommendedPath(type: string): string {
  return `/${pathSegment(type)}`;
}

/**
 * Creates the URLs of an API: the recommended ones, below the path of each collection.
 *
 * @throws {TypeError} If the path of a collection is not a path, or if it is part of that of another collection.
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
  const scheme: UrlScheme = Object.freeze({
    ...resourceUrlsBelow(ofCollection),
    collection: ofCollection,
    parse(segments: readonly string[]) {
      let node: PathNode | undefined = root;
      for (const [index, segment] of segments.entries()) {
        node = node.next.get(segment);
        if (node === undefined) return undefined;
        if (node.type !== undefined) return parseBelow(node.type, segments.slice(index + 1));
      }
      return undefined;
    },
  });
  schemes.add(scheme);
  return scheme;
}
