import { attribute, defineApi, JSON_API_MEDIA_TYPE, toMany, toOne } from '@linkage/core';
import { createMemorySources, createServer, type JsonApiRequest, type Server } from '@linkage/server';
import { z } from 'zod';
import { type Article, makeArticles } from '../data.ts';

const text = z.string().min(1);
const articleAttributes = {
  title: text,
  slug: text,
  body: text,
  summary: text,
  wordCount: z.int().min(0),
  rating: z.number(),
  published: z.boolean(),
  publishedAt: z.iso.datetime(),
  subtitle: z.string().nullable(),
  language: text,
};

/** The attributes of an article as one schema, for handlers written by hand. */
export const articleSchema: z.ZodType<Readonly<Record<string, unknown>>> = z.strictObject(articleAttributes);

const api = defineApi({
  articles: {
    attributes: { ...articleAttributes, title: attribute(text, { sort: true, filter: true }) },
    relationships: { author: toOne('people'), comments: toMany('comments') },
  },
  people: { attributes: { firstName: text, lastName: text, email: text, karma: z.int() } },
  comments: { attributes: { body: text } },
});

export const articles: readonly Article[] = makeArticles(50, 0, 10);

/** Fifty articles by ten people in memory. What is created is forgotten, so that the last request costs what the first did. */
export function createArticlesServer(): Server {
  const people = new Map(articles.map(({ author }) => [author.id, author]));
  const sources = createMemorySources(api, {
    articles: articles.map((article) => ({
      ...article,
      author: article.author.id,
      publishedAt: '2024-01-01T00:00:00Z',
    })),
    people: [...people.values()],
  });
  const memory = sources.articles as Required<NonNullable<typeof sources.articles>>;
  return createServer(api, {
    ...sources,
    articles: {
      ...memory,
      async create(input, call) {
        const record = await memory.create(input, call);
        if ('id' in record) await memory.delete(String(record.id), call);
        return record;
      },
    },
  });
}

const [{ title, slug, body, summary, wordCount, rating, published, subtitle, language }] = articles as [
  (typeof articles)[number],
];
const attributes = { title, slug, body, summary, wordCount, rating, published, subtitle, language };
const created = {
  type: 'articles',
  attributes: { ...attributes, publishedAt: '2024-01-01T00:00:00Z' },
  relationships: { author: { data: { type: 'people', id: articles[0]?.author.id } } },
};

/** The requests by the name of their row, with the maximum ratio to the bare handler with the finished document. */
export const exchanges: Readonly<Record<string, { readonly wanted: number; readonly request: JsonApiRequest }>> = {
  'collection of 50 with 10 included': {
    wanted: 0.55,
    request: { method: 'GET', url: '/articles?include=author&page[size]=50', headers: { accept: JSON_API_MEDIA_TYPE } },
  },
  'one resource': {
    wanted: 0.42,
    request: { method: 'GET', url: '/articles/7', headers: { accept: JSON_API_MEDIA_TYPE } },
  },
  create: {
    wanted: 0.36,
    request: {
      method: 'POST',
      url: '/articles',
      headers: { accept: JSON_API_MEDIA_TYPE, 'content-type': JSON_API_MEDIA_TYPE },
      body: JSON.stringify({ data: created }),
    },
  },
};
