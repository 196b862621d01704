import { defineApi, defineQueryParameters } from '@linkage/core';
import { createKyselySources } from '@linkage/kysely';
import { createServer, extendSource } from '@linkage/server';
import { z } from 'zod';
import { createArticleDatabase } from './memory-database.ts';

const { database, db } = createArticleDatabase();

// #region search
const api = defineApi({ articles: { attributes: { title: z.string(), body: z.string() } } });
const parameters = defineQueryParameters({ searchText: z.string().min(2) }); // GET /articles?searchText=trees
const { articles } = createKyselySources(api, db, { articles: { table: 'article', idType: 'integer' } });

/** Returns the ids of at most 1,000 articles that contain the text. Replace this with a request to a search server. */
function searchIds(text: string): readonly string[] {
  const statement = database.prepare("select id from article where instr(title || ' ' || body, ?) limit 1000");
  return statement.all(text).map(({ id }) => String(id));
}

const searchable = extendSource(
  articles,
  {
    list(query, call) {
      const text = query.parameters?.searchText;
      if (text === undefined) return articles.list(query, call);
      // One more condition: pages, totals, and the client's own filters stay correct.
      const found = { field: 'id', operator: 'eq', values: searchIds(text) } as const;
      return articles.list({ ...query, filter: [...query.filter, found] }, call);
    },
  },
  // It passes everything else on, so it applies the same operators and groups. Only `list` reads the text: at every
  // other URL, such as /people/1/articles, the parameter is 400.
  { applies: ['list'], parameters: { list: parameters } },
);

export const server = createServer(api, { articles: searchable }, { parameters });
// #endregion
