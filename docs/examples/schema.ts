import { attribute, type CreateInput, defineApi, type ResourceRecord, toMany, toOne } from '@linkage/core';
import { z } from 'zod';

export const api = defineApi({
  articles: {
    attributes: {
      // A schema alone: clients can read and write the attribute.
      title: z.string().min(1),
      // With options: clients can sort and filter by the attribute.
      words: attribute(z.int().min(0).default(0), { sort: true, filter: true }),
      // Only the server writes this attribute.
      createdAt: attribute(z.iso.datetime(), { write: false, sort: true }),
    },
    relationships: {
      author: toOne('people', { sort: true, filter: true }),
      comments: toMany('comments', { write: false }),
      // Several types: each identifier names its type.
      attachments: toMany(['images', 'files'], { include: false }),
    },
    // Clients can choose the ids of new articles.
    clientGeneratedIds: true,
  },
  people: { attributes: { name: attribute(z.string(), { sort: true, filter: true }) } },
  comments: { attributes: { body: z.string() } },
  images: { attributes: { url: z.url() } },
  files: { attributes: { url: z.url() } },
});

// #region types
/** The result of `parseCreate` for an article. */
export type NewArticle = CreateInput<typeof api, 'articles'>;

/** A record that `serialize` accepts as an article. */
export type ArticleRecord = ResourceRecord<typeof api, 'articles'>;
// #endregion
