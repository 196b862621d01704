import type { CollectionQuery, RelatedQuery, StreamQuery } from './data-source.ts';

const lackedByQueries = {
  page: undefined,
  atMost: undefined,
  pagePerParent: undefined,
  filter: undefined,
  total: undefined,
  parameters: undefined,
  positions: undefined,
};

/** Returns a query in which every member is an own member. */
export function ownQuery<Query extends CollectionQuery | RelatedQuery | StreamQuery>(query: Query): Query {
  return { ...lackedByQueries, ...query };
}
