import type { DataDocument } from '@linkage/core';
import { type Awaitable, andThen } from '@linkage/core/internal';
import { relationshipVersion, versionSelection } from '../../reading/conditional/resource-version.ts';
import { findResource } from '../../reading/find-resource.ts';
import { loadLinkage } from '../../reading/load-linkage.ts';
import type { PagedQuery } from '../../request/pagination/read-paged-query.ts';
import { askedOf } from '../../request/read-query.ts';
import { selectionOf, selectionOfMembers } from '../../sources/port/selection.ts';
import type { ResponseOperation } from '../context.ts';
import { respondWithLinkage } from './respond-with-linkage.ts';

/** The linkage that a request selects. */
export type LinkageQuery = PagedQuery;

/** The document of a relationship, and the version of its content. */
export interface RelationshipAnswer {
  readonly body: DataDocument;
  readonly version: string | undefined;
}

/**
 * Creates the current document of the relationship in the URL.
 *
 * @throws {JsonApiError} 404 if the resource does not exist.
 */
export function relationshipDocument(
  given: ResponseOperation<'relationship'>,
  { query, page }: LinkageQuery,
): Awaitable<RelationshipAnswer> {
  const operation = given.reading(query);
  const { request, route } = operation;
  const { type, id, relationship } = route;
  const named = { plan: undefined, fields: { [type.name]: [relationship.name] } };
  // Without include paths, the response contains only identifiers.
  const selection = query.plan === undefined ? selectionOf() : selectionOfMembers(request.api, relationship, query);
  return andThen(findResource(operation, type, id, versionSelection(operation, type, named)), (record) => {
    const one = { type, id, record, relationship };
    return andThen(loadLinkage(operation, one, { ...askedOf(query), selection }, page), (linkage) => {
      const { offset, after, before } = page.slice;
      const isPage = linkage.found?.hasMore === true || offset > 0 || after !== undefined || before !== undefined;
      const isPart = isPage || query.filter.length > 0;
      const knownLinkage = relationship.kind === 'to-many' && isPart ? 'part' : linkage.references;
      return andThen(relationshipVersion(operation, one, knownLinkage), (version) => {
        const writing = respondWithLinkage(operation, { type, id, record }, linkage, query, page);
        return andThen(writing, (body) => ({ body, version }));
      });
    });
  });
}
