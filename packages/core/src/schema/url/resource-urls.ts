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
