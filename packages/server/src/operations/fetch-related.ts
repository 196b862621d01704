import type { JsonApiError, ResourceType } from '@linkage/core';
import { rejection } from '@linkage/core/internal';
import type { Reference } from '@linkage/core/records';
import { findResource } from '../reading/find-resource.ts';
import { selectionOfIncludes } from '../reading/include-tree.ts';
import { loadLinkage } from '../reading/load-linkage.ts';
import { loadMissing } from '../reading/load-missing.ts';
import { createLoadedRecords } from '../reading/loaded-records.ts';
import type { Root } from '../reading/relationship-batches.ts';
import { askedOf } from '../request/read-query.ts';
import { topLevelLinks } from '../response/document/links.ts';
import { respondWithRecords } from '../response/document/respond.ts';
import { listOf } from '../sources/links/read-related.ts';
import { selectionOf } from '../sources/port/selection.ts';
import type { OperationDefinition } from './operation.ts';

function unreadable(type: ResourceType): JsonApiError {
  return rejection('NOT_FOUND.unreadable', { type: type.name });
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
  async run(given, { query: { query, page } }) {
    const operation = given.reading(query);
    const { request, route } = operation;
    const { type, id, relationship } = route;
    const toMany = relationship.kind === 'to-many';
    const record = await findResource(operation, type, id, selectionOf(relationship.name));
    const selection = selectionOfIncludes(request, type, relationship, query);
    const linkage = await loadLinkage(
      operation,
      { type, id, record, relationship },
      { ...askedOf(query), selection },
      page,
    );
    const references = listOf(linkage.references);
    const loaded = createLoadedRecords(false);
    await loadMissing(operation, references, query, loaded, unreadable);
    const rootOf = (reference: Reference): Root[] => {
      const found = loaded.get(reference.type.name, reference.id);
      return found === undefined ? [] : [{ type: reference.type, id: reference.id, record: found }];
    };
    const { found } = linkage;
    // The page counts linked resources that no longer exist, so that the following pages do not shift.
    const kept = references.map(({ type: { name }, id: memberId }) => loaded.get(name, memberId) !== undefined);
    const positions = found?.positions.filter((_, index) => kept[index] === true) ?? [];
    const shown = found && { page, found: { ...found, positions }, meta: undefined };
    const primary = {
      types: relationship.targets,
      records: references.flatMap(rootOf),
      shape: toMany ? 'many' : 'one',
      shown,
    } as const;
    const links = topLevelLinks(operation, found && { page, found, meta: undefined });
    return { status: 200, body: await respondWithRecords(operation, primary, query, links) };
  },
} satisfies OperationDefinition<'related', 'related', 'none'>);
