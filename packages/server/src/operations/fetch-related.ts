import { JsonApiError, problem, type Reference, type ResourceType } from '@linkage/core';
import { findResource } from '../loading/find-resource.ts';
import type { Root } from '../loading/load-includes.ts';
import { loadLinkage } from '../loading/load-linkage.ts';
import { loadMissing } from '../loading/load-missing.ts';
import { createLoadedRecords } from '../loading/loaded-records.ts';
import { listOf } from '../loading/read-related.ts';
import { selectionOf, selectionOfMembers } from '../loading/selection.ts';
import { readPagedQuery } from '../request/read-paged-query.ts';
import { readCollectionQuery, readResourceQuery } from '../request/read-query.ts';
import { topLevelLinks, urlOf } from '../response/links.ts';
import { respondWithRecords } from '../response/respond.ts';
import type { Operation } from './operation.ts';

function unreadable(type: ResourceType): JsonApiError {
  return new JsonApiError(problem('NOT_FOUND', `Resources of type ${type.name} cannot be read.`));
}

/** @see https://jsonapi.org/format/1.1/#fetching-resources */
export const fetchRelated: Operation<'related'> = Object.freeze({
  name: 'fetch-related',
  kind: 'related',
  method: 'GET',
  needs: ['find'],
  async run(exchange) {
    const { setup, route, parameters } = exchange;
    const { type, id, relationship } = route;
    const toMany = relationship.kind === 'to-many';
    const collection = { types: relationship.targets, url: urlOf(exchange), kind: relationship.kind };
    const readQuery = toMany ? readCollectionQuery : readResourceQuery;
    const read = () => readQuery(setup, relationship.targets, parameters);
    const { query, page } = readPagedQuery(setup, collection, parameters, read);
    const record = await findResource(exchange, type, id, selectionOf(relationship.name));
    const selection = selectionOfMembers(setup.api, relationship, query);
    const linkage = await loadLinkage(exchange, { type, id, record, relationship }, { ...query, selection }, page);
    const references = listOf(linkage.references);
    const loaded = createLoadedRecords();
    await loadMissing(exchange, references, query, loaded, unreadable);
    const rootOf = (reference: Reference): Root[] => {
      const found = loaded.get(reference.type.name, reference.id);
      return found === undefined ? [] : [{ type: reference.type, id: reference.id, record: found }];
    };
    const { found } = linkage;
    // What is linked but gone is on the page all the same, so the pages behind it stay where they are.
    const kept = references.map(({ type: { name }, id: own }) => loaded.get(name, own) !== undefined);
    const positions = found?.positions.filter((_, index) => kept[index] === true) ?? [];
    const shown = found && { page, found: { ...found, positions } };
    const primary = {
      types: relationship.targets,
      records: references.flatMap(rootOf),
      shape: toMany ? 'many' : 'one',
      shown,
    } as const;
    const links = topLevelLinks(exchange, found && { page, found });
    return { status: 200, body: await respondWithRecords(exchange, primary, query, links) };
  },
} satisfies Operation<'related'>);
