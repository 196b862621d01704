import type { Json } from '../json.ts';
import { isObject } from '../json.ts';
import type { RelationshipFacts, TypeFacts } from './type-facts.ts';

/** Returns the URL of a link, a string or a link object; undefined for null and for values of another shape. */
export function hrefOf(link: Json): string | undefined {
  const href = isObject(link) ? link['href'] : link;
  return typeof href === 'string' ? href : undefined;
}

/** Returns the absolute URL of a link in a document; undefined if there is none or it cannot be read. */
export function resolveLink(link: Json, base: string): string | undefined {
  const href = hrefOf(link);
  return href === undefined || !URL.canParse(href, base) ? undefined : new URL(href, base).href;
}

/** Returns the URL of a resource: the link of the resource object, or the recommended URL. */
export function resourceUrl(type: TypeFacts, resource: Json): string {
  return resolveLink(resource?.links?.self, type.collection) ?? urlOfId(type, resource?.id);
}

/** Returns the URL that is recommended for an id. */
export function urlOfId(type: TypeFacts, id: Json): string {
  return `${type.collection}/${encodeURIComponent(String(id))}`;
}

/** Returns the URL for the linkage of a relationship. */
export function relationshipUrl({ type, name }: RelationshipFacts, resource: Json): string {
  const link = resource?.relationships?.[name]?.links?.self;
  return (
    resolveLink(link, type.collection) ?? `${resourceUrl(type, resource)}/relationships/${encodeURIComponent(name)}`
  );
}

/** Returns the URL for the related resources. */
export function relatedUrl({ type, name }: RelationshipFacts, resource: Json): string {
  const link = resource?.relationships?.[name]?.links?.related;
  return resolveLink(link, type.collection) ?? `${resourceUrl(type, resource)}/${encodeURIComponent(name)}`;
}

/** Returns a URL with query parameters added; names and values are percent-encoded. */
export function withQuery(url: string, parameters: Readonly<Record<string, string>>): string {
  // Some servers read `+` literally, and every server `%20` as a space.
  const query = new URLSearchParams(parameters).toString().replaceAll('+', '%20');
  return query === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${query}`;
}
