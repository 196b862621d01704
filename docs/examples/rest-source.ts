import { attribute, defineApi, errorObject, JsonApiError, toMany, toOne } from '@linkage/core';
import { type CollectionQuery, createServer, type DataSource, type SourceCall } from '@linkage/server';
import { z } from 'zod';

export const api = defineApi({
  users: {
    attributes: { name: attribute(z.string(), { sort: true, filter: true }), email: z.email() },
    relationships: { posts: toMany('posts') },
  },
  posts: { attributes: { title: z.string() }, relationships: { author: toOne('users') } },
});

/** The result of `context`, which every call contains. */
interface Context {
  readonly token: string;
}
type User = { readonly id: number; readonly name: string; readonly email: string };
type Post = { readonly id: number; readonly title: string; readonly userId: number };
type Answer<Row> = { readonly rows: readonly Row[]; readonly count: number };

/** Creates sources over a service without JSON:API: `/users` and `/posts`, with ids, skip, take, and so on. */
export function createRestSources(service: string) {
  async function get<Row>(path: string, query: Record<string, string | number>, call: SourceCall<Context>) {
    const parameters = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
    // The signal aborts when the client disconnects. The token of the user comes from the context.
    const headers = { Authorization: `Bearer ${call.context.token}` };
    const response = await fetch(`${service}${path}?${parameters}`, { headers, signal: call.signal });
    // The client receives a 500 with an id, and `onError` receives this error.
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    return (await response.json()) as Answer<Row>;
  }

  /** Returns the names to filter by. Rejects conditions that the service does not support: they must not be ignored. */
  function namesOf({ filter }: CollectionQuery): Record<string, string> {
    const [condition, ...others] = filter;
    if (condition === undefined) return {};
    // A source that does not declare more receives no groups, and only the operators `eq`, `lt`, `le`, `gt`, and `ge`.
    const isNames = 'field' in condition && condition.field === 'name' && condition.operator === 'eq';
    if (isNames && others.length === 0) return { names: condition.values.join('|') };
    const rejected = others[0] ?? condition;
    const source = { parameter: 'field' in rejected ? `filter[${rejected.field}]` : 'filter' };
    throw new JsonApiError(errorObject('FILTER_NOT_SUPPORTED', 'Users are filtered by names alone.', { source }));
  }

  const users: DataSource<typeof api, 'users', Context> = {
    async list(query, call) {
      const { page, sort, selection, total } = query;
      const parameters = {
        ...namesOf(query),
        skip: page.offset,
        take: page.limit,
        columns: ['id', ...selection.attributes].join(),
        order: [...sort.map(({ field, descending }) => (descending ? `${field}:desc` : field)), 'id'].join(),
      };
      const { rows, count } = await get<User>('/users', parameters, call);
      // The service always counts. If counting needs a second request, send one only if `total` is true.
      return { records: rows, ...(total ? { total: count } : {}) };
    },

    async find(ids, selection, call) {
      const columns = ['id', ...selection.attributes].join();
      return (await get<User>('/users', { ids: ids.join(), columns, take: ids.length }, call)).rows;
    },

    // One request for all parents. `posts` is the only relationship that the records do not contain.
    async related(_relationship, parentIds, query, call) {
      // A page is for one parent. For several parents, return all posts: the server cuts them.
      const { offset, limit } = query.page ?? { offset: 0, limit: query.atMost };
      const parameters = { userIds: parentIds.join(), skip: offset, take: limit, order: 'id' };
      const { rows, count } = await get<Post>('/posts', parameters, call);
      const ofUser = (id: string) => rows.filter(({ userId }) => String(userId) === id).map(toRecord);
      const total = query.page !== undefined && query.total ? { total: count } : {};
      return new Map(parentIds.map((id) => [id, { records: ofUser(id), ...total }]));
    },
  };

  const toRecord = ({ id, title, userId }: Post) => ({ id, title, author: userId });
  // Without `list`, GET /posts is 405. The foreign key in a record is linkage without a call.
  const posts: DataSource<typeof api, 'posts', Context> = {
    find: async (ids, _selection, call) =>
      (await get<Post>('/posts', { ids: ids.join(), take: ids.length }, call)).rows.map(toRecord),
  };

  return { users, posts };
}

export function createRestServer(service: string, onError?: (error: unknown) => void) {
  return createServer(api, createRestSources(service), {
    context: ({ headers }) => ({ token: String(headers['x-token'] ?? 'anonymous') }),
    pagination: { types: { posts: { includedSize: 2 } } },
    onError,
  });
}
