import { type Api, attribute, defineApi, type StandardSchema, toMany, toOne } from '@linkage/core';
import {
  atomicOperations,
  createMemoryIdempotencyStore,
  createMemorySources,
  createServer,
  cursorPagination,
  idempotencyKeys,
  type Server,
  type ServerOptions,
} from '@linkage/server';
import { z } from 'zod';

/** A schema that costs next to nothing: what a schema library takes for itself is not ours to measure. */
const number: StandardSchema<number> = {
  '~standard': {
    version: 1,
    vendor: 'bench',
    validate: (value) => (typeof value === 'number' ? { value } : { issues: [{ message: 'no number' }] }),
  },
};
const on = { sort: true, filter: true } as const;

/** The API that reads the hostile inputs: documents are about nodes, queries about articles. */
export const hostileApi: Api = defineApi({
  nodes: {
    attributes: { name: z.string().optional(), any: z.unknown().optional(), list: z.array(z.string()).optional() },
    relationships: { parent: toOne('nodes'), children: toMany('nodes') },
  },
  articles: {
    attributes: { title: attribute(z.string(), on), words: attribute(number, on) },
    relationships: { author: toOne('people', on), related: toMany('articles', { filter: true }) },
  },
  people: { attributes: { name: attribute(z.string(), on) }, relationships: { friend: toOne('people', on) } },
});

/** Creates a server of this API with a few records in memory. */
export function createHostileServer(options: Partial<ServerOptions> = {}): Server {
  const nodes = [1, 2, 3].map((id) => ({ id, name: 'a', any: 1, list: [], parent: null, children: [] }));
  const people = [{ id: 1, name: 'Ada', friend: 1 }];
  const articles = [1, 2].map((id) => ({ id, title: 'a', words: id, author: 1, related: [1, 2] }));
  return createServer(hostileApi, createMemorySources(hostileApi, { nodes, people, articles } as never), {
    extensions: [atomicOperations()],
    profiles: [cursorPagination({ key: 'a key of thirty-two bytes or more' })],
    idempotency: { keys: idempotencyKeys({ store: createMemoryIdempotencyStore() }), user: () => 'all' },
    errors: { localize: (errors: readonly unknown[]) => errors },
    ...options,
  } as never) as Server;
}
