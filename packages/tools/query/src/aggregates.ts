import { type AggregatesGroup, type AggregatesQuery, type Client, type Known, readAggregates } from '@linkage/client';
import type { Api, TypeName } from '@linkage/core';
import { ownMembers } from '@linkage/core/internal';
import { canonicalQuery, checkClient, type ReadKey } from './read-key.ts';

/** Options for `useQuery` whose data are the groups of `readAggregates`. */
export interface AggregatesReadQuery<Data> {
  readonly queryKey: ReadKey;
  readonly queryFn: (context: { readonly signal?: AbortSignal | undefined }) => Promise<Data>;
  /** The client itself sends reads again. */
  readonly retry: false;
}

/** Returns options of a query that summarizes a collection. Every write makes it stale. */
export type Aggregates<A extends Api> = <Type extends TypeName<A>, const Query extends AggregatesQuery<A, Type>>(
  type: Type,
  query: Query & Known<Query, AggregatesQuery<A, Type>>,
) => AggregatesReadQuery<readonly AggregatesGroup<A, Type, Query>[]>;

/**
 * Creates options of queries for counts, sums, and extreme values. A function of its own, so that a bundle contains it only if you call it.
 *
 * @throws {TypeError} If the client is not an object with `baseUrl`.
 * @example
 * const aggregates = createAggregates(client);
 * const { data: groups } = useQuery(aggregates('issues', { groupBy: ['status'], sum: ['points'] }));
 */
export function createAggregates<A extends Api>(client: Client<A>): Aggregates<A> {
  checkClient('createAggregates', client);
  return (type, query) => {
    const { groupBy = [], sum, min, max, parameters, ...others } = ownMembers(query);
    // A parameter other than those of pages: the query can have another answer after every write.
    const named = { ...ownMembers(parameters), groupBy: String(groupBy), sum, min, max };
    return {
      queryKey: [client.baseUrl, type, 'aggregates', null, null, canonicalQuery({ ...others, parameters: named })],
      queryFn: ({ signal }) => readAggregates(client, type, query, { signal }),
      retry: false,
    };
  };
}
