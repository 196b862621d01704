import type {
  Answer,
  Client,
  GetQuery,
  Known,
  LinkName,
  ListQuery,
  MixedQuery,
  Page,
  QueriedResource,
  RelatedIdentifiers,
  RelatedReadQuery,
  RelatedResources,
  SavedAnswer,
} from '@linkage/client';
import { saveAnswer } from '@linkage/client';
import type { Api, Collection, TypeName } from '@linkage/core';
import { ownMembers } from '@linkage/core/internal';
import { type Pages, shareData, viewsOf } from './answer-views.ts';
import type { Cache } from './cache.ts';
import { canonicalQuery, checkClient, type ReadKey, type ReadOperation } from './read-key.ts';

interface Signal {
  readonly signal?: AbortSignal | undefined;
}

/** The members that a query passes to its function. The cache contains the earlier answer, which the server can confirm with 304. */
interface ReadContext extends Signal {
  readonly client?: Pick<Cache, 'getQueryData'> | undefined;
  readonly pageParam?: unknown;
}

/** Options that all queries have. The cache contains plain data, and the application receives answers. */
interface Shared<Data> {
  readonly queryKey: ReadKey;
  readonly queryFn: (context: ReadContext) => Promise<SavedAnswer<Data>>;
  /** Keeps equal parts of earlier data. */
  readonly structuralSharing: (before: unknown, after: unknown) => unknown;
  /** The client itself sends reads again. */
  readonly retry: false;
}

/** Options for `useQuery`, `prefetchQuery`, and every other function that takes the options of a query. */
export interface ReadQuery<Data> extends Shared<Data> {
  /** Makes an answer of the data, the same one for the same data. */
  readonly select: (saved: SavedAnswer<Data>) => Data;
}

/** Options for `useInfiniteQuery`. */
export interface InfiniteReadQuery<Item> extends Shared<Page<Item>> {
  readonly select: (data: Pages<SavedAnswer<Page<Item>>>) => { pages: Page<Item>[]; pageParams: unknown[] };
  readonly initialPageParam: undefined;
  readonly getNextPageParam: (last: SavedAnswer, all: readonly SavedAnswer[]) => string | undefined;
  readonly getPreviousPageParam: (first: SavedAnswer, all: readonly SavedAnswer[]) => string | undefined;
}

type None = Record<never, never>;

// The signatures repeat those of `Client`: TypeScript cannot derive generic functions with other results from them.
/** The reads of a client as options of queries. `skipToken` of TanStack Query in place of an id reads nothing. */
export interface Reads<A extends Api> {
  /** A collection. */
  list<Type extends TypeName<A>, const Query extends ListQuery<A, Type> = None>(
    type: Type,
    query?: Query & Known<Query, ListQuery<A, Type>>,
  ): ReadQuery<Page<QueriedResource<A, Type, Query>>>;
  /** A collection whose pages are read one after the other, by their links. */
  infiniteList<Type extends TypeName<A>, const Query extends ListQuery<A, Type> = None>(
    type: Type,
    query?: Query & Known<Query, ListQuery<A, Type>>,
  ): InfiniteReadQuery<QueriedResource<A, Type, Query>>;
  /** A collection of several types: a result of `defineCollection`. Every write makes it stale. */
  collection<
    Type extends TypeName<A>,
    Sort extends string,
    Filter extends string,
    const Query extends MixedQuery<A, Type, Sort, Filter> = None,
  >(
    collection: Collection<Type, Sort, Filter>,
    query?: Query & Known<Query, MixedQuery<A, Type, Sort, Filter>>,
  ): ReadQuery<Page<QueriedResource<A, Type, Query>>>;
  /** A collection of several types whose pages are read one after the other, by their links. */
  infiniteCollection<
    Type extends TypeName<A>,
    Sort extends string,
    Filter extends string,
    const Query extends MixedQuery<A, Type, Sort, Filter> = None,
  >(
    collection: Collection<Type, Sort, Filter>,
    query?: Query & Known<Query, MixedQuery<A, Type, Sort, Filter>>,
  ): InfiniteReadQuery<QueriedResource<A, Type, Query>>;
  /** A resource. */
  get<Type extends TypeName<A>, const Query extends GetQuery<A, Type> = None>(
    type: Type,
    id: string | symbol,
    query?: Query & Known<Query, GetQuery<A, Type>>,
  ): ReadQuery<Answer<QueriedResource<A, Type, Query>>>;
  /** The related resources of a relationship. */
  related<
    Type extends TypeName<A>,
    Name extends LinkName<A, Type>,
    const Query extends RelatedReadQuery<A, Type, Name> = None,
  >(
    type: Type,
    id: string | symbol,
    relationship: Name,
    query?: Query & Known<Query, RelatedReadQuery<A, Type, Name>>,
  ): ReadQuery<RelatedResources<A, Type, Name, Query>>;
  /** The identifiers of a relationship. */
  relationship<Type extends TypeName<A>, Name extends LinkName<A, Type>>(
    type: Type,
    id: string | symbol,
    relationship: Name,
    query?: Omit<RelatedReadQuery<A, Type, Name>, 'include'> & Pick<GetQuery<A, Type>, 'include'>,
  ): ReadQuery<RelatedIdentifiers<A, Type, Name>>;
}

type Call = (...given: readonly unknown[]) => Promise<Answer<unknown>>;

/** The client as the implementation calls it. */
type UntypedClient = Pick<Client<Api>, 'baseUrl' | 'restore'> &
  Readonly<Record<Exclude<ReadOperation, keyof typeof firstPages | 'aggregates'> | 'follow', Call>>;

/** The reads of a first page, after which others follow. */
const firstPages = { infiniteList: 'list', infiniteCollection: 'collection' } as const;

/** Returns the URL of the page before or after another one, unless it has been read: links that form a circle would not end. */
function pageUrl(name: 'next' | 'prev', from: SavedAnswer, all: readonly SavedAnswer[]): string | undefined {
  const link = ownMembers(ownMembers(from.document).links)[name];
  const text = ownMembers(link).href ?? link;
  const url = typeof text === 'string' && URL.canParse(text, from.url) ? new URL(text, from.url).href : undefined;
  return all.some((it) => it.url === url) ? undefined : url;
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
  checkClient('createReads', client);
  const { baseUrl } = client;
  const calls = client as unknown as UntypedClient;
  const views = viewsOf(calls.restore);
  const queryOf =
    (operation: Exclude<ReadOperation, 'aggregates'>, length: number) =>
    (...given: readonly unknown[]): object => {
      const [type, id = null, name = null] = given.slice(0, length) as readonly (
        | string
        | symbol
        | object
        | undefined
      )[];
      const place = typeof type === 'object' ? ownMembers(type).path : type;
      const query = given.at(length) as object | undefined;
      const isInfinite = operation in firstPages;
      const call =
        calls[operation in firstPages ? firstPages[operation as keyof typeof firstPages] : (operation as 'list')];
      const queryKey = [baseUrl, place, operation, id, name, canonicalQuery(query)];
      return {
        queryKey,
        // `skipToken` of TanStack Query, in place of an id.
        queryFn:
          typeof id === 'symbol'
            ? id
            : async (context: ReadContext): Promise<SavedAnswer> => {
                const { signal, pageParam, client: cache } = ownMembers(context) as ReadContext;
                if (pageParam !== undefined) return saveAnswer(await calls.follow(pageParam, { signal }));
                const previous = isInfinite ? undefined : (cache?.getQueryData(queryKey) as SavedAnswer | undefined);
                const answer = await call(...given.slice(0, length), query, { signal, previous });
                return answer.notModified && previous ? previous : saveAnswer(answer);
              },
        select: isInfinite ? views.pages : views.one,
        structuralSharing: shareData,
        retry: false,
      };
    };
  const infinite =
    (operation: keyof typeof firstPages) =>
    (...given: readonly unknown[]) => ({
      ...queryOf(operation, 1)(...given),
      initialPageParam: undefined,
      getNextPageParam: pageUrl.bind(undefined, 'next'),
      getPreviousPageParam: pageUrl.bind(undefined, 'prev'),
    });
  const reads = {
    list: queryOf('list', 1),
    infiniteList: infinite('infiniteList'),
    collection: queryOf('collection', 1),
    infiniteCollection: infinite('infiniteCollection'),
    get: queryOf('get', 2),
    related: queryOf('related', 3),
    relationship: queryOf('relationship', 3),
  };
  return Object.freeze(reads) as unknown as Reads<A>;
}
