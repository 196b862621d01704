import { JsonApiError, problem, type RelationshipDefinition, type ResourceType } from '@linkage/core';
import type { CollectionQuery, SourcePage } from '../data-source.ts';
import type { Exchange } from '../exchange.ts';
import { isPage, listOf, type References, readReferences } from './read-related.ts';

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

function cut(members: readonly unknown[], { page }: CollectionQuery): readonly unknown[] {
  return members.slice(page.offset, page.offset + page.limit);
}

function refuseOrder(query: CollectionQuery): void {
  if (query.sort.length === 0 && query.filter.length === 0) return;
  const detail = 'The resources of this relationship can be neither sorted nor filtered.';
  throw new JsonApiError(problem('PARAMETER_NOT_SUPPORTED', detail));
}

/**
 * Loads one page of a to-many relationship, or the whole of a to-one. A source that knows `related` decides order,
 * filter and page; else the record's own linkage is cut.
 *
 * @throws {JsonApiError} 400 for a sort or filter that nobody can apply, 404 when nobody can tell the linkage.
 */
export async function loadLinkage(
  { setup, source, call }: Exchange,
  { type, id, record, relationship }: OneRelationship,
  query: CollectionQuery,
): Promise<LinkagePage> {
  const carried = (record as Record<string, unknown>)[relationship.name];
  const read = (value: unknown): References => readReferences(setup.api, type, id, relationship, value);
  if (relationship.kind === 'to-one' && carried !== undefined) return { references: read(carried), hasMore: false };
  // One more than the page shows tells whether another page follows.
  const beyond = { ...query, page: { ...query.page, limit: query.page.limit + 1 } };
  if (source.related === undefined) {
    if (carried === undefined) throw new JsonApiError(problem('NOT_FOUND', 'The relationship cannot be read.'));
    refuseOrder(query);
    const members = cut(listOf(read(carried)), beyond) as ReturnType<typeof listOf>;
    return { references: members.slice(0, query.page.limit), hasMore: members.length > query.page.limit };
  }
  const found = (await source.related(relationship.name, [id], beyond, call)).get(id);
  const references = read(found);
  if (references === null || !Array.isArray(references)) return { references, hasMore: false };
  const hasMore = found !== undefined && isPage(found) ? (found as SourcePage<unknown>).hasMore : undefined;
  return {
    references: references.slice(0, query.page.limit),
    hasMore: hasMore ?? references.length > query.page.limit,
  };
}
