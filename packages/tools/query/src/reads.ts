import type {
  Answer,
  Client,
  CollectionQuery,
  Known,
  LinkName,
  Page,
  QueriedResource,
  RelatedIdentifiers,
  RelatedQuery,
  RelatedResources,
  ResourceQuery,
} from '@linkage/client';
import type { Api, TypeName } from '@linkage/core';
import { checkKind, pickMembers } from '@linkage/core/internal';
import type { DataTag, InfiniteData, QueryClient } from '@tanstack/query-core';
import { canonicalQuery, type ReadKey, type ReadOperation } from './read-key.ts';

interface Signal {
  readonly signal?: AbortSignal | undefined;
}

/** The members that a query passes to its function. The cache contains the earlier answer, which the server can confirm with 304. */
interface ReadContext extends Signal {
  readonly client?: Pick<QueryClient, 'getQueryData'> | undefined;
}

interface UntypedOptions extends Signal {
  readonly previous?: unknown;
}

/** Options for `useQuery`, `prefetchQuery`, and every other function that takes the options of a query. */
export interface ReadQuery<Data> {
  readonly queryKey: DataTag<ReadKey, Data>;
  readonly queryFn: (context: ReadContext) => Promise<Data>;
  /** Answers contain functions, and resources that contain each other: they must not be compared value by value. */
  readonly structuralSharing: false;
  /** The client itself sends reads again. */
  readonly retry: false;
}

/** A page from which the next or the previous one is read. Undefined for the first one. */
export type PageParam<Item> = { readonly page: Page<Item>; readonly direction: 'next' | 'prev' } | undefined;

/** Options for `useInfiniteQuery`. */
export interface InfiniteReadQuery<Item> {
  readonly queryKey: DataTag<ReadKey, InfiniteData<Page<Item>, PageParam<Item>>>;
  readonly queryFn: (context: Signal & { readonly pageParam: PageParam<Item> }) => Promise<Page<Item>>;
  readonly initialPageParam: undefined;
  readonly getNextPageParam: (last: Page<Item>) => PageParam<Item>;
  readonly getPreviousPageParam: (first: Page<Item>) => PageParam<Item>;
  readonly structuralSharing: false;
  readonly retry: false;
}

type None = Record<never, never>;

// The signatures repeat those of `Client`: TypeScript cannot derive generic functions with other results from them.
/** The reads of a client as options of queries. */
export interface Reads<A extends Api> {
  /** A collection. */
  list<Type extends TypeName<A>, const Query extends CollectionQuery<A, Type> = None>(
    type: Type,
    query?: Query & Known<Query, CollectionQuery<A, Type>>,
  ): ReadQuery<Page<QueriedResource<A, Type, Query>>>;
  /** A collection whose pages are read one after the other, by their links. */
  infiniteList<Type extends TypeName<A>, const Query extends CollectionQuery<A, Type> = None>(
    type: Type,
    query?: Query & Known<Query, CollectionQuery<A, Type>>,
  ): InfiniteReadQuery<QueriedResource<A, Type, Query>>;
  /** A resource. */
  get<Type extends TypeName<A>, const Query extends ResourceQuery<A, Type> = None>(
    type: Type,
    id: string,
    query?: Query & Known<Query, ResourceQuery<A, Type>>,
  ): ReadQuery<Answer<QueriedResource<A, Type, Query>>>;
  /** The related resources of a relationship. */
  related<
    Type extends TypeName<A>,
    Name extends LinkName<A, Type>,
    const Query extends RelatedQuery<A, Type, Name> = None,
  >(
    type: Type,
    id: string,
    relationship: Name,
    query?: Query & Known<Query, RelatedQuery<A, Type, Name>>,
  ): ReadQuery<RelatedResources<A, Type, Name, Query>>;
  /** The identifiers of a relationship. */
  relationship<Type extends TypeName<A>, Name extends LinkName<A, Type>>(
    type: Type,
    id: string,
    relationship: Name,
    query?: Omit<RelatedQuery<A, Type, Name>, 'include'> & Pick<ResourceQuery<A, Type>, 'include'>,
  ): ReadQuery<RelatedIdentifiers<A, Type, Name>>;
}

/** The client as the implementation calls it. */
interface UntypedClient {
  readonly baseUrl: string;
  list(type: string, query: object | undefined, options: UntypedOptions): Promise<Page<unknown>>;
  get(type: string, id: string, query: object | undefined, options: UntypedOptions): Promise<unknown>;
  related(type: string, id: string, name: string, query: object | undefined, options: UntypedOptions): Promise<unknown>;
  relationship: UntypedClient['related'];
}

interface UntypedQuery {
  readonly queryKey: ReadKey;
  readonly queryFn: (context: ReadContext & { readonly pageParam?: PageParam<unknown> }) => Promise<unknown>;
  readonly [option: string]: unknown;
}

/** Returns the pages of a list that was continued. If the server links to no other page, returns none. */
async function continued({ page, direction }: NonNullable<PageParam<unknown>>, signal: Signal): Promise<Page<unknown>> {
  const next = await (direction === 'next' ? page.next(signal) : page.prev(signal));
  if (next === undefined) throw new TypeError(`The page does not have a \`${direction}\` link.`);
  return next;
}

/**
 * Creates options of queries from a client: keys, and functions that read. Works with every adapter of TanStack Query.
 *
 * @throws {TypeError} If the client is not an object with `baseUrl`.
 * @example
 * const reads = createReads(client);
 * const { data: page } = useQuery(reads.list('articles', { include: ['author'] }));
 */
export function createReads<A extends Api>(client: Client<A>): Reads<A> {
  checkKind('createReads', 'client', 'object', client);
  const { baseUrl } = client;
  checkKind('createReads: client', 'baseUrl', 'string', baseUrl);
  const calls = client as unknown as UntypedClient;
  function queryOf(
    operation: ReadOperation,
    [type, id = null, name = null]: readonly [type: string, id?: string | null, name?: string | null],
    query: object | undefined,
    call: (options: UntypedOptions, pageParam?: PageParam<unknown>) => Promise<unknown>,
  ): UntypedQuery {
    const queryKey: ReadKey = [baseUrl, type, operation, id, name, canonicalQuery(query)];
    const queryFn: UntypedQuery['queryFn'] = (context) => {
      const { signal, pageParam, client: queryClient } = pickMembers(context, ['signal', 'pageParam', 'client']);
      if (operation === 'infiniteList') return call({ signal }, pageParam as PageParam<unknown>);
      return call({ signal, previous: queryClient?.getQueryData(queryKey) });
    };
    return { queryKey, queryFn, structuralSharing: false, retry: false };
  }
  const pageParam = (page: Page<unknown>, direction: 'next' | 'prev'): PageParam<unknown> =>
    (direction === 'next' ? page.hasNext : page.hasPrev) ? { page, direction } : undefined;
  const reads = {
    list: (type: string, query?: object) =>
      queryOf('list', [type], query, (options) => calls.list(type, query, options)),
    infiniteList: (type: string, query?: object) => ({
      ...queryOf('infiniteList', [type], query, (options, from) =>
        from === undefined ? calls.list(type, query, options) : continued(from, options),
      ),
      initialPageParam: undefined,
      getNextPageParam: (last: Page<unknown>) => pageParam(last, 'next'),
      getPreviousPageParam: (first: Page<unknown>) => pageParam(first, 'prev'),
    }),
    get: (type: string, id: string, query?: object) =>
      queryOf('get', [type, id], query, (options) => calls.get(type, id, query, options)),
    related: (type: string, id: string, name: string, query?: object) =>
      queryOf('related', [type, id, name], query, (options) => calls.related(type, id, name, query, options)),
    relationship: (type: string, id: string, name: string, query?: object) =>
      queryOf('relationship', [type, id, name], query, (options) => calls.relationship(type, id, name, query, options)),
  };
  return Object.freeze(reads) as unknown as Reads<A>;
}
