import type { Json } from '../json.ts';
import { isObject } from '../json.ts';
import { undecided } from '../run/verdict.ts';
import type { RelationshipFacts, TypeFacts } from './type-facts.ts';

/** Returns the URL of a link, a string or a link object; undefined for null and for values of another shape. */
export function hrefOf(link: Json): string | undefined {
  const href = isObject(link) ? link['href'] : link;
  return typeof href === 'string' ? href : undefined;
}

/** Returns the absolute URL of a link in a document; undefined if there is none, or if it is a template or cannot be read. */
export function resolveLink(link: Json, base: string): string | undefined {
  const href = hrefOf(link);
  if (href === undefined || /[{}]/.test(href) || !URL.canParse(href, base)) return undefined;
  return new URL(href, base).href;
}

function decodedSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

/** Returns the URL with `{id}` in place of an id; undefined if no segment of its path is the id. */
export function templateOf(url: string, id: string): string | undefined {
  const { origin, pathname, search } = new URL(url);
  const segments = pathname.split('/');
  // Servers differ in the characters that they encode.
  const at = segments.findLastIndex((segment) => segment === id || decodedSegment(segment) === id);
  return at === -1 || search !== '' ? undefined : `${origin}${segments.with(at, '{id}').join('/')}`;
}

const filled = (template: string, id: Json): string => template.replaceAll('{id}', encodeURIComponent(String(id)));

/** Returns the URL of an id, as links, samples, or a GET that returned the resource show it; undefined if nothing does. */
export function knownUrlOfId({ urls }: TypeFacts, id: Json): string | undefined {
  return urls.resource === undefined ? undefined : filled(urls.resource, id);
}

/** Returns the URL of an id. Ends a case as undecided if no URL of the type is known. */
export function urlOfId(type: TypeFacts, id: Json): string {
  return knownUrlOfId(type, id) ?? undecided(`No link and no sample says what the URLs of "${type.name}" look like.`);
}

/** Returns the URL of a resource: its link, or as other links and the samples show it. */
export function resourceUrl(type: TypeFacts, resource: Json): string {
  return resolveLink(resource?.links?.self, type.collection) ?? urlOfId(type, resource?.id);
}

/** Returns the URL for the linkage of a relationship; undefined if the server offers none. */
export function knownRelationshipUrl({ type, name, urls }: RelationshipFacts, resource: Json): string | undefined {
  const link = resolveLink(resource?.relationships?.[name]?.links?.self, type.collection);
  return link ?? (urls.self === undefined ? undefined : filled(urls.self, resource?.id));
}

/** Returns the URL for the linkage of a relationship. Ends a case as undecided if the server offers none. */
export function relationshipUrl(facts: RelationshipFacts, resource: Json): string {
  const url = knownRelationshipUrl(facts, resource);
  return url ?? undecided(`The server offers no URL for the linkage of "${facts.name}" of "${facts.type.name}".`);
}

/** Returns the URL for the related resources. Ends a case as undecided if the server offers none. */
export function relatedUrl({ type, name, urls }: RelationshipFacts, resource: Json): string {
  const link = resolveLink(resource?.relationships?.[name]?.links?.related, type.collection);
  const url = link ?? (urls.related === undefined ? undefined : filled(urls.related, resource?.id));
  return url ?? undecided(`The server offers no URL for the resources that "${name}" of "${type.name}" relates.`);
}

/** Returns a URL whose last segment is another name. Ends a case as undecided if it is not the name of the relationship. */
export function withName(url: string, { name }: RelationshipFacts, other: string): string {
  const { origin, pathname, search } = new URL(url);
  const segments = pathname.split('/');
  const at = segments.findLastIndex((segment) => segment === name || segment === encodeURIComponent(name));
  if (at === -1 || search !== '') undecided(`The URL ${url} does not contain the name of the relationship.`);
  return `${origin}${segments.with(at, other).join('/')}`;
}

/** Returns a URL with query parameters added; names and values are percent-encoded. */
export function withQuery(url: string, parameters: Readonly<Record<string, string>>): string {
  // Some servers read `+` literally, and every server `%20` as a space.
  const query = new URLSearchParams(parameters).toString().replaceAll('+', '%20');
  return query === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${query}`;
}
