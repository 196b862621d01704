/** The recommended URLs of an API. @see https://jsonapi.org/recommendations/#urls */
export interface ResourceUrls {
  readonly resource: (type: string, id: string) => string;
  readonly relationship: (type: string, id: string, name: string) => string;
  readonly related: (type: string, id: string, name: string) => string;
}

/** Encodes a name or an id as one segment of a path. */
export function pathSegment(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** Encodes an id as a segment of a path, which contains ASCII letters, digits, and hyphens unchanged. */
export function idSegment(id: string): string {
  for (let index = 0; index < id.length; index++) {
    const code = id.charCodeAt(index);
    // In lower case, a letter has bit 0x20.
    const letter = code | 0x20;
    const isPlain = (letter >= 0x61 && letter <= 0x7a) || (code >= 0x30 && code <= 0x39) || code === 0x2d;
    if (!isPlain || code > 0x7a) return pathSegment(id);
  }
  return id;
}

/**
 * Matches an encoded letter, digit, hyphen, full stop, or underscore, which no URL needs. Not the tilde, which some functions
 * encode.
 */
const NEEDLESS = /%(?:2[DE]|3\d|4[1-9A-F]|5[0-9AF]|6[1-9A-F]|7[0-9A])/i;

/**
 * Splits a path that begins with a slash and decodes each segment. Returns undefined if a segment is not
 * percent-encoded UTF-8, or encodes a character that needs no encoding: a check of the host for `/users` does not notice
 * `/%75sers`.
 *
 * @see https://www.rfc-editor.org/rfc/rfc3986#section-6.2.2.2
 */
export function splitPath(path: string): readonly string[] | undefined {
  const segments = path.split('/').slice(1);
  if (!path.includes('%')) return segments;
  if (NEEDLESS.test(path)) return undefined;
  try {
    return segments.map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

/** Creates the URLs of resources and relationships below the URL of the collection of their type. */
export function resourceUrlsBelow(
  collection: (type: string) => string,
  segment: (text: string) => string = pathSegment,
): ResourceUrls {
  const resource = (type: string, id: string): string => `${collection(type)}/${segment(id)}`;
  return {
    resource,
    relationship: (type, id, name) => `${resource(type, id)}/relationships/${segment(name)}`,
    related: (type, id, name) => `${resource(type, id)}/${segment(name)}`,
  };
}

/** Creates the recommended URLs below a base URL, with or without a trailing slash. */
export function resourceUrls(baseUrl: string): ResourceUrls {
  const base = baseUrl.endsWith('/') ? baseUrl.slice(0, -1) : baseUrl;
  return resourceUrlsBelow((type) => `${base}/${pathSegment(type)}`);
}

/** The URLs of a type, without the id of the resource. */
export interface UrlPlan<Named extends { readonly name: string }> {
  readonly prefix: string;
  /** The text after the id in the `self` and the `related` link of each relationship. */
  readonly suffixes: ReadonlyMap<Named, { readonly self: string; readonly related: string }>;
}

/** Prepares the URLs of a type. Returns undefined if the URL of a resource does not end with its id. */
export function createUrlPlan<Named extends { readonly name: string }>(
  urls: ResourceUrls,
  type: string,
  relationships: readonly Named[],
): UrlPlan<Named> {
  const prefix = urls.resource(type, '');
  return {
    prefix,
    suffixes: new Map(
      relationships.map((relationship) => [
        relationship,
        {
          self: urls.relationship(type, '', relationship.name).slice(prefix.length),
          related: urls.related(type, '', relationship.name).slice(prefix.length),
        },
      ]),
    ),
  };
}
