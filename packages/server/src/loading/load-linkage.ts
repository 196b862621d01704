import { fieldOf, JsonApiError, problem, type RelationshipDefinition, type ResourceType } from '@linkage/core';
import type { CollectionQuery } from '../data-source.ts';
import type { Exchange } from '../exchange.ts';
import { refuseFamilies } from '../request/read-query.ts';
import { listOf, pageOf, type References, readReferences } from './read-related.ts';

/** One relationship of one resource, with what the resource's record says of it. */
export interface OneRelationship {
  readonly type: ResourceType;
  readonly id: string;
  readonly record: object;
  readonly relationship: RelationshipDefinition;
}

/** A page of a relationship. */
export interface LinkagePage {
  readonly references: References;
  readonly hasMore: boolean;
}

/**
 * Loads one page of a to-many relationship, or the whole of a to-one. A source that knows `related` decides order,
 * filter and page; else the record's own linkage is cut.
 *
 * @throws {JsonApiError} 400 for a sort or filter that nobody can apply, 404 when nobody can tell the linkage.
 */
export async function loadLinkage(
  { setup, source, call, parameters }: Exchange,
  { type, id, record, relationship }: OneRelationship,
  query: CollectionQuery,
): Promise<LinkagePage> {
  const carried = fieldOf(record, relationship.name);
  const read = (value: unknown): References => readReferences(setup.api, type, id, relationship, value);
  if (relationship.kind === 'to-one' && carried !== undefined) return { references: read(carried), hasMore: false };
  const { offset, limit } = query.page;
  if (source.related === undefined) {
    if (carried === undefined) throw new JsonApiError(problem('NOT_FOUND', 'The relationship cannot be read.'));
    refuseFamilies(parameters, ['sort', 'filter'], 'The linkage of this relationship is neither sorted nor filtered.');
    const members = listOf(read(carried));
    return { references: members.slice(offset, offset + limit), hasMore: members.length > offset + limit };
  }
  // One more than the page shows tells whether another page follows.
  const beyond = { ...query, page: { offset, limit: limit + 1 } };
  const found = (await source.related(relationship.name, [id], beyond, call)).get(id);
  if (relationship.kind === 'to-one') return { references: read(found), hasMore: false };
  const references = listOf(read(found));
  const page = pageOf(found);
  const hasMore = page?.hasMore === true || (page?.records.length ?? 0) > limit;
  return { references: references.slice(0, limit), hasMore };
}
