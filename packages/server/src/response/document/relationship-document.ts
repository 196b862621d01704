import type { DataDocument } from '@linkage/core';
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
export async function relationshipDocument(
  given: ResponseOperation<'relationship'>,
  { query, page }: LinkageQuery,
): Promise<RelationshipAnswer> {
  const operation = given.reading(query);
  const { request, route } = operation;
  const { type, id, relationship } = route;
  const named = { plan: undefined, fields: { [type.name]: [relationship.name] } };
  const record = await findResource(operation, type, id, versionSelection(operation, type, named));
  // Without include paths, the response contains only identifiers.
  const selection = query.plan === undefined ? selectionOf() : selectionOfMembers(request.api, relationship, query);
  const parent = { type, id, record };
  const linkage = await loadLinkage(operation, { ...parent, relationship }, { ...askedOf(query), selection }, page);
  const { offset, after, before } = page.slice;
  const isPage = linkage.found?.hasMore === true || offset > 0 || after !== undefined || before !== undefined;
  const isPart = isPage || query.filter.length > 0;
  const knownLinkage = relationship.kind === 'to-many' && isPart ? 'part' : linkage.references;
  const version = await relationshipVersion(operation, { ...parent, relationship }, knownLinkage);
  return { body: await respondWithLinkage(operation, parent, linkage, query, page), version };
}
