import type { RelationshipDefinition, ResourceType } from '@linkage/core';
import {
  andThen,
  assertNoFamilies,
  memberOf,
  type PageOf,
  type ReadPage,
  rejection,
  toPageResult,
} from '@linkage/core/internal';
import type { Reference } from '@linkage/core/records';
import { identitiesOf, pageOfMembers } from '../sources/links/page-of-members.ts';
import { type References, readMembers, readPageOfMembers, readReferences } from '../sources/links/read-related.ts';
import type { Awaitable, CollectionQuery, SourcePage } from '../sources/port/data-source.ts';
import type { ReadingOperation, SourceToCall } from './context.ts';

const noMembers: SourcePage<Reference> = { records: [], hasMore: false, total: 0, positions: [] };

/** One relationship of one resource, with the relationship value of the resource's record. */
export interface OneRelationship {
  readonly type: ResourceType;
  readonly id: string;
  readonly record: object;
  readonly relationship: RelationshipDefinition;
}

/** The related resources: all, or the requested page of a to-many relationship. */
export interface LoadedLinkage {
  readonly references: References;
  readonly found: PageOf<Reference> | undefined;
}

/**
 * Loads one page of a to-many relationship, or a to-one relationship. If the source has `related`, the source applies
 * sort, filter, and page. Otherwise, the server divides the record's linkage into pages.
 *
 * @throws {JsonApiError} 400 for a sort or filter that cannot be applied, 404 if the relationship cannot be read.
 */
export function loadLinkage(
  { request, source, call, parameters }: ReadingOperation & SourceToCall & { readonly parameters: URLSearchParams },
  { type, id, record, relationship }: OneRelationship,
  query: Omit<CollectionQuery, 'page' | 'total'>,
  page: ReadPage,
): Awaitable<LoadedLinkage> {
  const { api } = request;
  const carried = memberOf(record, relationship.name);
  const toOne = (value: unknown): LoadedLinkage => ({
    references: readReferences(api, type, id, relationship, value),
    found: undefined,
  });
  const toMany = (sourcePage: SourcePage<Reference>): LoadedLinkage => {
    const found = toPageResult(sourcePage, page, `\`${type.name}.related\` for \`${relationship.name}\``);
    return { references: found.members, found };
  };
  if (relationship.kind === 'to-one' && carried !== undefined) return toOne(carried);
  if (source.related === undefined) {
    if (carried === undefined) throw rejection('NOT_FOUND.linkage', {});
    assertNoFamilies(parameters, ['sort', 'filter'], 'linkage');
    const { records } = readMembers(api, type, id, relationship, carried);
    return toMany({ ...pageOfMembers(records, identitiesOf(records), page.asked), total: records.length });
  }
  const asked = {
    ...query,
    page: page.asked,
    // Members of one resource are counted: there is no statistic of them.
    total: relationship.kind === 'to-many' && page.total !== false,
  };
  return andThen(source.related(relationship.name, [id], asked, call), (found) => {
    const value = found.get(id);
    if (relationship.kind === 'to-one') return toOne(value);
    // A relationship without members does not need to be counted.
    if (value === undefined) return toMany(noMembers);
    return toMany(readPageOfMembers(api, type, id, relationship, value, page.asked.limit));
  });
}
