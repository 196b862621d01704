import { pathSegment, type ResourceUrls } from './resource-urls.ts';

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
