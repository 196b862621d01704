/**
 * The APIs and servers that are measured, made with the modules of any checkout: the gate also measures those of an older commit. This
 * file must not import the packages of this checkout, except for types: calls of a second API make those of the first one slower.
 */
import type * as Core from '@linkage/core';
import type * as ServerModule from '@linkage/server';
import { z } from 'zod';
import { articleAttributes } from './article.ts';
import { type Article, makeArticles } from './data.ts';

/** The modules of a checkout, which can be an older one. */
export interface Modules {
  readonly core: typeof Core;
  readonly server: typeof ServerModule;
}

const personAttributes = { firstName: z.string(), lastName: z.string(), email: z.string(), karma: z.number() };

/** Fresh options for each call, as an application passes them. */
export const compoundOptions = () => ({ jsonapi: { version: '1.1' }, include: ['author', 'comments.author'] }) as const;

/** The API of articles with authors and comments. */
export function blogOf({ defineApi, toMany, toOne }: typeof Core) {
  return defineApi({
    articles: {
      attributes: articleAttributes,
      relationships: { author: toOne('people'), comments: toMany('comments') },
    },
    people: { attributes: personAttributes },
    comments: {
      attributes: { body: z.string(), likes: z.number(), createdAt: z.iso.datetime() },
      relationships: { author: toOne('people') },
    },
  });
}

/** The API whose query parameters are parsed. */
export function queriedOf({ attribute, defineApi, toMany, toOne }: typeof Core) {
  return defineApi({
    articles: {
      attributes: {
        title: attribute(z.string(), { sort: true, filter: true }),
        createdAt: attribute(z.iso.datetime(), { sort: true }),
      },
      relationships: { author: toOne('people', { filter: true }), comments: toMany('comments'), tags: toMany('tags') },
    },
    people: { attributes: { name: attribute(z.string(), { filter: true }), email: z.string() } },
    comments: { attributes: { body: z.string() }, relationships: { author: toOne('people') } },
    tags: { attributes: { label: z.string() } },
  });
}

/** Three relationship paths, three fieldsets, an order, a page, and two filters, as a client writes them. */
export const filteredQueryText: string = (
  'include=author,comments.author,tags&fields[articles]=title,createdAt,author&fields[people]=name,email' +
  '&fields[comments]=body,author&sort=-createdAt,title&page[number]=2&page[size]=10' +
  '&filter[author.name]=Ada,Bo&filter[title][ge]=M'
)
  .replaceAll('[', '%5B')
  .replaceAll(']', '%5D');

/** The records of the server. */
export const storedArticles: readonly Article[] = makeArticles(50, 0, 10);

/** Creates an API, and fifty articles by ten people in memory. What is created is deleted, so that each request costs the same. */
export function articlesOf({ core, server }: Modules) {
  const { attribute, defineApi, toOne } = core;
  const api = defineApi({
    articles: {
      attributes: { ...articleAttributes, title: attribute(z.string().min(1), { sort: true, filter: true }) },
      relationships: { author: toOne('people') },
    },
    people: { attributes: personAttributes },
  });
  const sources = server.createMemorySources(api, {
    articles: storedArticles.map(({ author, comments: _, ...article }) => ({
      ...article,
      publishedAt: '2024-01-01T00:00:00Z',
      author: author.id,
    })),
    people: [...new Map(storedArticles.map(({ author }) => [author.id, author])).values()],
  });
  const memory = sources.articles as Required<NonNullable<typeof sources.articles>>;
  const create: typeof memory.create = (input, call) => {
    const remove = (record: Awaited<ReturnType<typeof memory.create>>) => {
      const removed = 'id' in record ? memory.delete(String(record.id), call) : true;
      return removed instanceof Promise ? removed.then(() => record) : record;
    };
    const record = memory.create(input, call);
    return record instanceof Promise ? record.then(remove) : remove(record);
  };
  // As far as a response tells, this `create` does what the source declares of its own.
  const articles: typeof memory = {
    ...memory,
    create,
    returnsWritten: [...(memory.returnsWritten ?? []), create],
    atomicWrites: [...(memory.atomicWrites ?? []), create],
    ...(memory.checksLinks && { checksLinks: { ...memory.checksLinks, methods: [create] } }),
  };
  return { api, sources: { ...sources, articles } };
}

/** Creates a server of these articles. */
export function articlesServerOf(modules: Modules): ServerModule.Server {
  const { api, sources } = articlesOf(modules);
  return modules.server.createServer(api, sources);
}
