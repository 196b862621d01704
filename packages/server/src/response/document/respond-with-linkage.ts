import { buildRelationshipDocument, type DataDocument } from '@linkage/core';
import { type Awaitable, andThen, pageMeta, type ReadPage } from '@linkage/core/internal';
import { loadIncludes } from '../../reading/load-includes.ts';
import type { LoadedLinkage } from '../../reading/load-linkage.ts';
import { createLoadedRecords } from '../../reading/loaded-records.ts';
import type { Root } from '../../reading/relationship-batches.ts';
import type { AnyQuery } from '../../request/read-query.ts';
import { identifierOf } from '../../sources/links/linkage-of-records.ts';
import { listOf, type References } from '../../sources/links/read-related.ts';
import type { ResponseOperation } from '../context.ts';
import { withMemberMeta } from '../members/page-members.ts';
import { buildOptions } from './document-options.ts';
import { topLevelLinks } from './links.ts';

/** Loads the included resources and creates the document whose primary data is the linkage of one relationship. */
export function respondWithLinkage(
  operation: ResponseOperation<'relationship'>,
  parent: Root,
  linkage: LoadedLinkage,
  query: AnyQuery,
  page: ReadPage,
): Awaitable<DataDocument> {
  const { found } = linkage;
  const shown = found && { page, found, meta: undefined };
  const references = found && shown ? withMemberMeta(found.members, shown) : linkage.references;
  const { relationship } = operation.route;
  const loaded = createLoadedRecords(true);
  // The loaded page represents the relationship, for its linkage and for included resources. Only the linkage of the
  // parent was read, so the parent is loaded again if an include path leads back to it.
  const record = { id: parent.id, [relationship.name]: identifiersOf(references) };
  loaded.updateRelationship(record, relationship.name, references);
  for (const { type, id, record: relatedRecord } of listOf(references))
    if (relatedRecord !== undefined) loaded.add(type.name, id, relatedRecord);
  const loading =
    query.plan === undefined ? undefined : loadIncludes(operation, [{ ...parent, record }], query, loaded);
  return andThen(loading, () => {
    const page = { meta: shown && pageMeta(shown), metas: undefined };
    const options = buildOptions(operation, query, topLevelLinks(operation, shown), loaded, page);
    const name = relationship.name as never;
    return buildRelationshipDocument(operation.request.api, parent.type.name, record, name, options);
  });
}

function identifiersOf(references: References): unknown {
  const identifiers = listOf(references).map(identifierOf);
  return Array.isArray(references) ? identifiers : (identifiers.at(0) ?? null);
}
