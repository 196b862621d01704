import { pathSegment } from './segments.ts';

/** The recommended URLs of an API. @see https://jsonapi.org/recommendations/#urls */
export interface ResourceUrls {
  readonly resource: (type: string, id: string) => string;
  readonly relationship: (type: string, id: string, name: string) => string;
  readonly related: (type: string, id: string, name: string) => string;
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
