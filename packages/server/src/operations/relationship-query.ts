import { urlOf } from '../answer/links.ts';
import { type PagedQuery, readPagedQuery } from '../request/pagination/read-paged-query.ts';
import { type AnyQuery, readCollectionQuery, readRelationshipQuery, readResourceQuery } from '../request/read-query.ts';
import type { Awaitable } from '../sources/data-source.ts';
import type { OperationContext } from './operation-context.ts';

/** A request to the URL of a relationship, or of its related resources. */
export type RelationshipContext = OperationContext<'related' | 'relationship'>;

/** Reads the query of related resources. */
export function readRelated(context: RelationshipContext): Awaitable<PagedQuery> {
  const { setup, parameters, route } = context;
  const { targets, kind } = route.relationship;
  const readQuery = kind === 'to-many' ? readCollectionQuery : readResourceQuery;
  const collection = { types: targets, url: urlOf(context), kind };
  return readPagedQuery(setup, collection, parameters, () => readQuery(setup, targets, parameters));
}

/** Reads the query of resource linkage. */
export function readLinkage(context: RelationshipContext): Awaitable<PagedQuery> {
  const { setup, parameters, route } = context;
  const { type, relationship } = route;
  const collection = { types: relationship.targets, url: urlOf(context), kind: relationship.kind };
  const read = (): AnyQuery => readRelationshipQuery(setup, type.name, relationship, parameters);
  return readPagedQuery(setup, collection, parameters, read);
}
