import type { Link, TopLevelLinks } from '@linkage/core';
import type { Exchange } from '../exchange.ts';
import type { RequestedPage } from '../pagination/pagination.ts';

/** The URL of the request below the base URL, written in the recommended form. */
function urlOf({ setup: { urls, baseUrl }, route }: Exchange): string {
  if (route.kind === 'collection') return `${baseUrl}/${encodeURIComponent(route.type.name)}`;
  if (route.kind === 'resource') return urls.resource(route.type.name, route.id);
  return urls[route.kind](route.type.name, route.id, route.relationship.name);
}

function withParameters(url: string, parameters: URLSearchParams): string {
  // A comma may stand in a query as it is, and lists are easier to read with it.
  const text = parameters.toString().replaceAll('%2C', ',');
  return text === '' ? url : `${url}?${text}`;
}

/** A link to a document of this API; with extensions or profiles applied it says its media type. */
function linkTo({ negotiated }: Exchange, href: string): Link {
  const { extensions, profiles, contentType } = negotiated;
  return extensions.length === 0 && profiles.length === 0 ? href : { href, type: contentType };
}

/** The link to the document itself. A resource that its source cannot find answers no GET, so nothing links to it. */
function selfLink(exchange: Exchange, url: string): { readonly self?: Link } {
  const { source, route } = exchange;
  const isFetched = source.find !== undefined || (route.kind === 'collection' && url === urlOf(exchange));
  return isFetched ? { self: linkTo(exchange, withParameters(url, exchange.parameters)) } : {};
}

/** The link to a page: all parameters of the request, those of the page replaced. */
function pageLink(exchange: Exchange, page: Readonly<Record<string, string>> | null): Link | null {
  if (page === null) return null;
  const parameters = new URLSearchParams(exchange.parameters);
  for (const [name, value] of Object.entries(page)) parameters.set(name, value);
  return linkTo(exchange, withParameters(urlOf(exchange), parameters));
}

/** The type that a document of this URL is about; undefined where several are possible. */
function describedType({ route }: Exchange): string | undefined {
  if (route.kind !== 'related') return route.type.name;
  const { targets } = route.relationship;
  return targets.length === 1 ? targets[0] : undefined;
}

/** The link to a description of the document. */
function descriptionLink({ setup }: Exchange, type: string | undefined): { readonly describedby?: string } {
  const describedby = type === undefined ? undefined : setup.describedby(type);
  return describedby === undefined ? {} : { describedby };
}

/**
 * The top-level links of a response: the document itself with the query parameters that shaped it, and the pages
 * around it.
 *
 * @see https://jsonapi.org/format/1.1/#document-top-level
 */
export function topLevelLinks(exchange: Exchange, page?: RequestedPage, hasMore = false): TopLevelLinks {
  const { route, setup } = exchange;
  const neighbours = page?.neighbours(hasMore) ?? {};
  const pages = Object.entries(neighbours).map(([name, value]) => [name, pageLink(exchange, value)] as const);
  return {
    ...selfLink(exchange, urlOf(exchange)),
    ...(route.kind === 'relationship'
      ? { related: setup.urls.related(route.type.name, route.id, route.relationship.name) }
      : {}),
    ...descriptionLink(exchange, describedType(exchange)),
    ...Object.fromEntries(pages),
  };
}

/** The top-level links of the response to a create request: the document is that of the new resource. */
export function createdLinks(exchange: Exchange, location: string): TopLevelLinks {
  return { ...selfLink(exchange, location), ...descriptionLink(exchange, exchange.route.type.name) };
}

/** The top-level links of the response to a write that was accepted: the document is that of the job. */
export function jobLinks(exchange: Exchange, type: string, location: string): TopLevelLinks {
  // Of what the request asked for, only fieldsets shape the job.
  const fields = new URLSearchParams([...exchange.parameters].filter(([name]) => name.startsWith('fields[')));
  return { self: linkTo(exchange, withParameters(location, fields)), ...descriptionLink(exchange, type) };
}
