import type { Link, RelationshipLinks, TopLevelLinks } from '@linkage/core';
import type { PageParameters } from '@linkage/core/http';
import { pageLinks, type ReadPage, type ShownPage, withPage, withParameters } from '@linkage/core/internal';
import type { PaginatedRelationship } from '../../reading/paginated-relationship.ts';
import { aggregateParameters } from '../../request/aggregate-parameters.ts';
import { isOfMembers, RELATED_QUERY } from '../../request/related-queries.ts';
import { urlOf } from '../../request/route.ts';
import type { ResponseOperation } from '../context.ts';
import { documentType } from './describedby.ts';

/** Returns a link to a document of this API. With applied extensions or profiles, the link contains its media type. */
function linkTo({ request }: ResponseOperation, href: string): Link {
  const { extensions, profiles, contentType } = request.applied.negotiated;
  return extensions.length === 0 && profiles.length === 0 ? href : { href, type: contentType };
}

/** Returns the link to a description of the document. */
function describedbyLink({ request }: ResponseOperation, type: string | undefined): { readonly describedby?: string } {
  const describedby = request.server.describedby?.(type);
  return describedby === undefined ? {} : { describedby };
}

/**
 * Returns the top-level links of a response: to the document itself, with its query parameters, and to the neighboring
 * pages. If the source cannot find a resource by id, its URL does not support GET, so it is not linked.
 *
 * @param url The URL of the document. That of a created resource differs from the URL of its request.
 * @see https://jsonapi.org/format/1.1/#document-top-level
 */
export function topLevelLinks(
  operation: ResponseOperation,
  shown?: ShownPage,
  url: string = urlOf(operation),
): TopLevelLinks {
  const { route, request, parameters, source } = operation;
  const toLink = (page: PageParameters, { rules }: ReadPage): Link =>
    linkTo(operation, withParameters(url, withPage(parameters, rules.strategy, page)));
  const { describedby } = request.server;
  const isFetched =
    source.find !== undefined || (route.kind === 'collection' && url === urlOf(operation)) || route.kind === 'mixed';
  return {
    ...(isFetched ? { self: linkTo(operation, parameters.size === 0 ? url : withParameters(url, parameters)) } : {}),
    ...(route.kind === 'relationship' && route.relationship.targets.every(request.server.canFind)
      ? { related: request.server.urls.related(route.type.name, route.id, route.relationship.name) }
      : {}),
    ...(describedby === undefined ? {} : describedbyLink(operation, documentType(route))),
    ...(shown && pageLinks(shown.page.neighbours(shown.found), (page) => toLink(page, shown.page))),
  };
}

const ofPrimaryData: ReadonlySet<string> = new Set([
  ...['include', 'sort', 'filter', 'page'],
  ...[RELATED_QUERY, ...Object.values(aggregateParameters)],
]);

/**
 * Returns the links to the pages of an included to-many relationship that is paginated. They lead to the URL of the
 * relationship. Its documents contain a page of the linkage, with the same include paths as this document.
 *
 * @see https://jsonapi.org/format/1.1/#document-resource-object-relationships
 */
export function paginationLinks(operation: ResponseOperation, pagination: PaginatedRelationship): RelationshipLinks {
  const { type, id, relationship, paths, size, neighbours, isAsked } = pagination;
  const { urls, api } = operation.request.server;
  const url = urls.relationship(type, id, relationship);
  const parameters = new URLSearchParams({ include: [...paths].join(',') });
  for (const [name, value] of operation.parameters) {
    if (!ofPrimaryData.has(name.split('[', 1)[0] as string)) parameters.append(name, value);
  }
  for (const [name, value] of pagination.parameters) parameters.set(name, value);
  const links = pageLinks(neighbours, (page) => {
    const ofPage = new URLSearchParams(parameters);
    for (const [name, value] of Object.entries({ ...size, ...page })) ofPage.set(`page[${name}]`, value);
    return linkTo(operation, withParameters(url, ofPage));
  });
  if (!isAsked) return links;
  const targets = api.types.get(type)?.relationships.get(relationship)?.targets ?? [];
  if (!targets.every(operation.request.server.canFind)) return links;
  // The first page of the related resources has these members: its URL has the same filter, order, and size, and no other page parameter.
  const ofRelated = new URLSearchParams([...parameters].filter(([name]) => isOfMembers(name)));
  for (const [name, value] of Object.entries(size)) ofRelated.set(`page[${name}]`, value);
  return { related: linkTo(operation, withParameters(urls.related(type, id, relationship), ofRelated)), ...links };
}

/** Returns the top-level links of the response to an accepted write. Its document is that of the job. */
export function jobLinks(operation: ResponseOperation, type: string, location: string): TopLevelLinks {
  // Of the query parameters, only sparse fieldsets affect the job.
  const fields = new URLSearchParams([...operation.parameters].filter(([name]) => name.startsWith('fields[')));
  return { self: linkTo(operation, withParameters(location, fields)), ...describedbyLink(operation, type) };
}
