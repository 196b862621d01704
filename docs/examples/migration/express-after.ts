import { defineApi, errorObject, JsonApiError, toOne } from '@linkage/core';
import { toNodeHandler } from '@linkage/node';
import { createServer } from '@linkage/server';
import { z } from 'zod';
import { countArticles, findArticles, findPeople, insertArticle, listArticles } from './article-store.ts';
import { app } from './express-before.ts';

// #region server
const api = defineApi({
  articles: {
    attributes: { title: z.string() },
    relationships: { author: toOne('people', { required: true }) },
  },
  people: { attributes: { name: z.string() } },
});

const server = createServer(
  api,
  {
    articles: {
      list: ({ page, total }) => ({
        records: listArticles(page.offset, page.limit),
        ...(total && { total: countArticles() }),
      }),
      find: (ids) => findArticles(ids.map(Number)),
      create: ({ attributes, relationships }) => {
        const article = insertArticle(attributes.title, Number(relationships.author.id));
        if (article === undefined) {
          const source = { pointer: '/data/relationships/author' };
          throw new JsonApiError(errorObject('NOT_FOUND', 'The author does not exist.', { source }));
        }
        return article;
      },
    },
    people: { find: (ids) => findPeople(ids.map(Number)) },
  },
  { baseUrl: '/api' },
);

// The old routes stay, until no client calls them.
app.use(toNodeHandler(server, { prefix: '/api' }));

// #endregion

export { api, app };
