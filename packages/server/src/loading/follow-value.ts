import { isPromiseLike } from '../internal/is-promise-like.ts';
import type { Awaitable } from '../source/data-source.ts';
import { type References, readPageOfMembers, readReferences } from '../source/read-related.ts';
import type { LoadingSetup } from './loading-context.ts';
import { firstPageOf, type PaginatedRelationship, type Parent, type ShownMembers } from './paginated-relationship.ts';

/** The related resources of one resource. */
export interface RelatedResources {
  readonly references: References;
  /** Undefined if all related resources are present. */
  readonly pagination?: PaginatedRelationship | undefined;
}

function toFollowed({ members, pagination }: ShownMembers): RelatedResources {
  return { references: members, pagination };
}

/**
 * Reads the value of a relationship from a source or a record, and reduces it to the page that the document shows.
 *
 * @param limit The limit of the page that the source received, if it did.
 */
export function followValue(
  setup: LoadingSetup,
  parent: Parent,
  value: unknown,
  limit: number | undefined,
): Awaitable<RelatedResources> {
  const { type, id, relationship } = parent;
  if (relationship.kind === 'to-one')
    return { references: readReferences(setup.api, type, id, relationship, value), pagination: undefined };
  const shown = firstPageOf(setup, parent, readPageOfMembers(setup.api, type, id, relationship, value, limit));
  return isPromiseLike(shown) ? shown.then(toFollowed) : toFollowed(shown);
}
