import type { JsonApiError, RelationshipDefinition, ResourceType, TopLevelLinks } from '@linkage/core';
import { andThen, type ReadPage, rejection } from '@linkage/core/internal';
import { findResource } from '../reading/find-resource.ts';
import { selectionOfIncludes } from '../reading/include-tree.ts';
import { type LoadedLinkage, loadLinkage } from '../reading/load-linkage.ts';
import { loadMissing } from '../reading/load-missing.ts';
import { createLoadedRecords, type LoadedRecords } from '../reading/loaded-records.ts';
import { askedOf } from '../request/read-query.ts';
import { topLevelLinks } from '../response/document/links.ts';
import { type PrimaryRecords, respondWithRecords } from '../response/document/respond.ts';
import { listOf } from '../sources/links/read-related.ts';
import { selectionOf } from '../sources/port/selection.ts';
import type { ExecutingOperation } from './context.ts';
import type { OperationDefinition } from './operation.ts';

function unreadable(type: ResourceType): JsonApiError {
  return rejection('NOT_FOUND.unreadable', { type: type.name });
}

/** Returns the related resources that were found, and the links of their document. */
function shownOf(
  operation: ExecutingOperation<'related'>,
  { targets, kind }: RelationshipDefinition,
  { references, found }: LoadedLinkage,
  page: ReadPage,
  loaded: LoadedRecords,
): { readonly primary: PrimaryRecords; readonly links: TopLevelLinks } {
  const all = listOf(references).map(({ type, id }) => {
    const record = loaded.get(type.name, id);
    return record === undefined ? undefined : { type, id, record };
  });
  // The page counts linked resources that no longer exist, so that the following pages do not shift.
  const positions = found?.positions.filter((_, index) => all[index] !== undefined) ?? [];
  const shown = found && { page, found: { ...found, positions }, meta: undefined };
  const records = all.filter((root) => root !== undefined);
  return {
    primary: { types: targets, records, shape: kind === 'to-many' ? 'many' : 'one', shown },
    links: topLevelLinks(operation, found && { page, found, meta: undefined }),
  };
}

/** @see https://jsonapi.org/format/1.1/#fetching-resources */
export const fetchRelated: OperationDefinition<'related', 'related', 'none'> = Object.freeze({
  name: 'fetch-related',
  kind: 'related',
  method: 'GET',
  needs: ['find'],
  query: 'related',
  document: 'none',
  statuses: [200],
  run(given, { query: { query, page } }) {
    const operation = given.reading(query);
    const { request, route } = operation;
    const { type, id, relationship } = route;
    const selection = selectionOfIncludes(request, type, relationship, query);
    const asked = { ...askedOf(query), selection };
    return andThen(findResource(operation, type, id, selectionOf(relationship.name)), (record) =>
      andThen(loadLinkage(operation, { type, id, record, relationship }, asked, page), (linkage) => {
        const references = listOf(linkage.references);
        const loaded = createLoadedRecords(false);
        return andThen(loadMissing(operation, references, query, loaded, unreadable), () => {
          const { primary, links } = shownOf(operation, relationship, linkage, page, loaded);
          const writing = respondWithRecords(operation, primary, query, links);
          return andThen(writing, (body) => ({ status: 200, body }));
        });
      }),
    );
  },
} satisfies OperationDefinition<'related', 'related', 'none'>);
