import type { CollectionQuery, RelatedQuery } from './data-source.ts';

const lackedByQueries = {
  page: undefined,
  atMost: undefined,
  eachPage: undefined,
  filter: undefined,
  total: undefined,
  parameters: undefined,
};

/** A query of a source that has every member itself. */
export function ownQuery<Query extends CollectionQuery | RelatedQuery>(query: Query): Query {
  return { ...lackedByQueries, ...query };
}
