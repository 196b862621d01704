/** Servers of an API with inverse relationships, for the sentences about access rules and writes. */

import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { createMemorySources, createServer } from '@linkage/server';
import { z } from 'zod';

const linkedApi = defineApi({
  articles: {
    attributes: { title: attribute(z.string(), { filter: true, sort: true }) },
    relationships: { author: toOne('people', { inverse: 'articles', filter: true, sort: true }), tags: toMany('tags') },
    clientGeneratedIds: true,
  },
  people: {
    attributes: { name: attribute(z.string(), { filter: true, sort: true }) },
    relationships: { articles: toMany('articles', { inverse: 'author' }) },
  },
  tags: { attributes: { name: z.string() } },
});

/** Sources with two articles of person 7: the first one has two tags. */
export const linked = () =>
  createMemorySources(linkedApi, {
    articles: [
      { id: '1', title: 'One', author: '7', tags: ['1', '2'] },
      { id: '2', title: 'Two', author: '7', tags: [] },
    ],
    people: [
      { id: '7', name: 'Ada' },
      { id: '9', name: 'Bo' },
    ],
    tags: ['1', '2'].map((id) => ({ id, name: id })),
  });

/** Sources whose articles do not contain their tags. */
export function separate(more: object = {}) {
  const sources = linked();
  const find = async (...given: Parameters<typeof sources.articles.find & {}>) =>
    ((await sources.articles.find?.(...given)) ?? []).map((record) => ({ ...record, tags: undefined }));
  return { ...sources, articles: { ...sources.articles, find, storage: {}, ...more } };
}

export const all = { read: () => true, create: () => true, update: () => true, delete: () => true };
/** Access rules that allow everything, with others for articles. */
export const open = (rules: object = {}) => ({ articles: { ...all, ...rules }, people: all, tags: all });
export const patch = { type: 'articles', id: '1', attributes: { title: 'New' } };

type Options = NonNullable<Parameters<typeof createServer<typeof linkedApi>>[2]>;
export const serveLinked = (options: object = {}, sources: object = linked()) =>
  createServer(linkedApi, sources as never, { onError: () => undefined, ...options } as Options);
