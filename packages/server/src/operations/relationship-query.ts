import type { Turn } from '../door/turn.ts';
import { type PagedQuery, readPagedQuery } from '../request/pagination/read-paged-query.ts';
import { type AnyQuery, readCollectionQuery, readRelationshipQuery, readResourceQuery } from '../request/read-query.ts';
import { urlOf } from '../request/route.ts';
import type { Awaitable } from '../sources/data-source.ts';

/** A request to the URL of a relationship, or of its related resources. */
export type RelationshipTurn = Turn<'related' | 'relationship'>;

/** Reads the query of related resources. */
export function readRelated(turn: RelationshipTurn, parameters: URLSearchParams): Awaitable<PagedQuery> {
  const { targets, kind } = turn.route.relationship;
  const readQuery = kind === 'to-many' ? readCollectionQuery : readResourceQuery;
  const collection = { types: targets, url: urlOf(turn), kind };
  return readPagedQuery(turn, collection, parameters, () => readQuery(turn, targets, parameters));
}

/** Reads the query of resource linkage. */
export function readLinkage(turn: RelationshipTurn, parameters: URLSearchParams): Awaitable<PagedQuery> {
  const { type, relationship } = turn.route;
  const collection = { types: relationship.targets, url: urlOf(turn), kind: relationship.kind };
  const read = (): AnyQuery => readRelationshipQuery(turn, type.name, relationship, parameters);
  return readPagedQuery(turn, collection, parameters, read);
}
