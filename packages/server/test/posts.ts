import { defineApi, toMany, toOne } from '@linkage/core';
import { z } from 'zod';
import { createServer } from '../src/pipeline/create-server.ts';
import type { Server } from '../src/pipeline/server.ts';
import type { ServerOptions } from '../src/pipeline/server-options.ts';
import type { RelatedQuery, Sources } from '../src/sources/port/data-source.ts';
import type { AnyDocument } from './support.ts';
import { withRest } from './with-rest.ts';

const named = { attributes: { name: z.string() } };
/** Posts by users, with tags: the API of tests about what is loaded, and how often. */
const api = defineApi({
  posts: {
    ...named,
    relationships: {
      author: toOne('users'),
      editor: toOne('users'),
      tags: toMany('tags'),
      parts: toMany(['posts', 'tags']),
    },
  },
  users: { ...named, relationships: { friend: toOne('users'), posts: toMany('posts') } },
  tags: named,
});

type Carried = Readonly<Record<string, AnyDocument>>;

/** Posts 1 to `count`; what their records carry, and what `related` gives for the rest, is up to the test. */
export function postsServer(
  {
    count = 3,
    carry = {},
    related = () => new Map(),
    ...sources
  }: { count?: number; carry?: Carried; related?: AnyDocument } & AnyDocument,
  options: ServerOptions<unknown, typeof api> = {},
): { readonly server: Server; readonly calls: string[]; readonly queries: RelatedQuery[] } {
  const calls: string[] = [];
  const queries: RelatedQuery[] = [];
  const recordsOf = (type: string) => (ids: readonly string[]) => {
    calls.push(`${type}.find ${ids.join()}`);
    return ids.map((id) => ({ id, name: `${type} ${id}` }));
  };
  const relatedOf = (type: string) => (name: string, ids: readonly string[], query: RelatedQuery) => {
    calls.push(`${type}.related ${name} of ${ids.join()}`);
    queries.push(query);
    return related(name, ids);
  };
  const ids = Array.from({ length: count }, (_, index) => index + 1);
  const list = () => ({ records: ids.map((id) => ({ id, name: `post ${id}`, ...carry })) });
  const all = {
    posts: { list, find: recordsOf('posts'), related: relatedOf('posts') },
    users: { find: recordsOf('users'), related: relatedOf('users') },
    tags: { find: recordsOf('tags') },
    ...sources,
  };
  return { server: createServer(api, withRest(api, all as Sources<typeof api>), options), calls, queries };
}

/** The same related resources for each parent. */
export const toAll = (ids: readonly string[], value: unknown) => new Map(ids.map((id) => [id, value]));
