/** A server with links of every kind, a client of it, and 30 kinds of queries and all kinds of writes of it. */
import { type Client, createClient } from '@linkage/client';
import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { toFetchHandler } from '@linkage/fetch';
import { createMemorySources, createServer } from '@linkage/server';
import { z } from 'zod';
import { createReads, createWrites } from '../src/index.ts';

const both = { sort: true, filter: true } as const;
const api = defineApi({
  articles: {
    attributes: {
      title: attribute(z.string(), both),
      words: attribute(z.number().default(0), both),
    },
    relationships: {
      author: toOne('people', { inverse: 'articles', filter: ['name', 'id'], sort: ['name'] }),
      tags: toMany('tags', { inverse: 'articles', filter: true }),
      parent: toOne('articles', { inverse: 'children', filter: true }),
      children: toMany('articles'),
      comments: toMany('comments'),
    },
  },
  people: {
    attributes: { name: attribute(z.string(), both) },
    relationships: { articles: toMany('articles', { filter: true }), comments: toMany('comments') },
  },
  tags: { attributes: { label: z.string() }, relationships: { articles: toMany('articles') } },
  comments: {
    attributes: { body: z.string() },
    relationships: { on: toOne(['articles', 'people'], { inverse: 'comments', onDelete: 'cascade' }) },
  },
});
export type ModelApi = typeof api;

export type Random = (below: number) => number;

/** Creates pseudo-random integers. */
export function createRandom(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

export interface ModelWorld {
  readonly client: Client<ModelApi>;
  /** The ids of the resources that the writes have created, by type. */
  readonly created: Map<string, string[]>;
  /** Holds the responses that follow, and returns the function that releases them in a random order. */
  hold(random: Random): () => Promise<void>;
}

export function createModelWorld(): ModelWorld {
  const sources = createMemorySources(api, {
    articles: [1, 2, 3, 4].map((id) => ({ id, title: `T${id}`, words: id, author: id < 3 ? '1' : null, tags: [] })),
    people: [1, 2, 3].map((id) => ({ id, name: `P${id}` })),
    tags: [1, 2].map((id) => ({ id, label: `L${id}` })),
    comments: [{ id: 1, body: 'B', on: { type: 'articles', id: '1' } }],
  });
  const server = createServer(api, sources, { baseUrl: '/api', pagination: { total: 'on-request' } });
  const handler = toFetchHandler(server, { prefix: '/api' });
  let held: (() => void)[] | undefined;
  const client = createClient<ModelApi>({
    baseUrl: 'http://localhost/api',
    async fetch(request) {
      const response = await handler(request);
      if (held) await new Promise<void>((resolve) => held?.push(resolve));
      return response;
    },
  });
  return {
    client,
    created: new Map(),
    hold(random) {
      held = [];
      return async () => {
        for (let idle = 0; idle < 3; ) {
          await new Promise((resolve) => setImmediate(resolve));
          const [release] = held?.splice(random(held.length), 1) ?? [];
          release?.();
          idle = release ? 0 : idle + 1;
        }
        held = undefined;
      };
    },
  };
}

/** The queries that the cache holds, by a description. */
export function modelQueries(client: Client<ModelApi>) {
  const reads = createReads(client);
  return [
    reads.list('articles'),
    reads.list('articles', { sort: ['title'] }),
    reads.list('articles', { filter: [{ field: 'title', values: ['T1'] }] }),
    reads.list('articles', { filter: [{ field: 'words', operator: 'gt', values: [2] }], page: { total: true } }),
    reads.list('articles', { filter: [{ field: 'author.name', values: ['P1'] }] }),
    reads.list('articles', { filter: [{ field: 'author', values: ['1'] }], include: ['author'] }),
    reads.list('articles', { filter: [{ field: 'tags', values: ['1'] }] }),
    reads.list('articles', { sort: ['author.name', '-words'] }),
    reads.list('articles', { page: { size: 2 } }),
    reads.list('articles', { page: { size: 1, total: true } }),
    reads.list('articles', { include: ['author', 'tags'] }),
    reads.list('articles', { include: ['author.articles', 'comments'] }),
    reads.list('articles', { fields: { articles: ['title'] } }),
    reads.list('articles', { fields: { articles: ['author'], people: ['name'] }, include: ['author'] }),
    reads.infiniteList('articles', { page: { size: 2 } }),
    reads.infiniteList('articles', { page: { size: 3 }, include: ['author', 'children'] }),
    reads.list('people'),
    reads.list('people', { include: ['articles', 'comments'], sort: ['name'] }),
    reads.list('people', { filter: [{ field: 'articles', values: ['1'] }] }),
    reads.list('tags'),
    reads.list('tags', { include: ['articles.author'] }),
    reads.list('comments', { include: ['on'] }),
    ...['1', '2'].flatMap((id) => [
      reads.get('articles', id),
      reads.get('articles', id, { include: ['author', 'parent', 'children', 'comments'] }),
      reads.get('articles', id, { fields: { articles: ['words'] } }),
      reads.get('people', id, { include: ['articles.tags'] }),
      reads.related('people', id, 'articles'),
      reads.related('people', id, 'articles', { sort: ['title'], page: { size: 1, total: true } }),
      reads.relationship('people', id, 'articles'),
      reads.related('articles', id, 'author'),
      reads.related('articles', id, 'tags'),
      reads.relationship('articles', id, 'tags'),
      reads.related('articles', id, 'children'),
      reads.related('comments', id, 'on'),
    ]),
  ];
}

type Mutation = { readonly mutationFn: unknown; readonly mutationKey: readonly unknown[] };

/** Returns a write of random resources, and its variables. */
export function randomWrite({ client, created }: ModelWorld, random: Random): readonly [Mutation, object] {
  const writes = createWrites(client);
  const id = (): string => `${1 + random(5)}`;
  const one = <Type extends string>(type: Type) => ({ type, id: `${1 + random(3)}` });
  const maybe = <Item>(item: Item): Item | null => (random(3) === 0 ? null : item);
  const some = <Type extends string>(type: Type) =>
    ['1', '2', '3'].filter(() => random(2) === 0).map((it) => ({ type, id: it }));
  const title = (): string => `T${random(5)}`;
  const on = () => one(random(2) === 0 ? 'articles' : 'people');
  /** Creates a resource, or deletes the oldest one of two. */
  function recreated(type: 'articles' | 'people' | 'tags' | 'comments', input: object): readonly [Mutation, object] {
    const ids = created.get(type) ?? [];
    created.set(type, ids);
    if (ids.length > 1) return [writes.delete(type), { id: ids.shift() }];
    const { mutationKey, mutationFn } = writes.create(type);
    const take: typeof mutationFn = async (...given) => {
      const answer = await mutationFn(...given);
      ids.push(answer.data.id);
      return answer;
    };
    return [{ mutationKey, mutationFn: take }, input];
  }
  const all: readonly (() => readonly [Mutation, object])[] = [
    () => [writes.update('articles'), { id: id(), attributes: { title: title() } }],
    () => [writes.update('articles'), { id: id(), attributes: { words: random(5) } }],
    () => [writes.update('people'), { id: id(), attributes: { name: `P${random(3)}` } }],
    () => [writes.update('tags'), { id: id(), attributes: { label: title() } }],
    () => [writes.update('articles'), { id: id(), relationships: { author: maybe(one('people')) } }],
    () => [writes.update('articles'), { id: id(), relationships: { tags: some('tags') } }],
    () => [writes.update('articles'), { id: id(), relationships: { parent: maybe(one('articles')) } }],
    () => [writes.update('people'), { id: id(), relationships: { articles: some('articles') } }],
    () => [writes.update('comments'), { id: id(), relationships: { on: maybe(on()) } }],
    () => [writes.updateRelationship('articles', 'author'), { id: id(), replace: maybe(one('people')) }],
    () => [writes.updateRelationship('articles', 'tags'), { id: id(), add: some('tags') }],
    () => [writes.updateRelationship('people', 'articles'), { id: id(), add: some('articles') }],
    () => [writes.updateRelationship('people', 'articles'), { id: id(), remove: some('articles') }],
    () => [writes.updateRelationship('articles', 'children'), { id: id(), replace: some('articles') }],
    () =>
      recreated('articles', {
        attributes: { title: title() },
        relationships: { author: maybe(one('people')), tags: some('tags') },
      }),
    () => recreated('people', { attributes: { name: title() }, relationships: { articles: some('articles') } }),
    () => recreated('tags', { attributes: { label: title() } }),
    () => recreated('comments', { attributes: { body: 'B' }, relationships: { on: on() } }),
  ];
  return (all[random(all.length)] as (typeof all)[0])();
}
