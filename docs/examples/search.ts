import { defineApi } from '@linkage/core';
import { createKyselySources } from '@linkage/kysely';
import { type CollectionQuery, createServer, type SourceCall } from '@linkage/server';
import { z } from 'zod';
import { createArticleDatabase } from './memory-database.ts';

const { database, db } = createArticleDatabase();

// #region search
const api = defineApi({ articles: { attributes: { title: z.string(), body: z.string() } } });
const { articles } = createKyselySources(api, db, { articles: { table: 'article', idType: 'integer' } });

/** Returns the ids of at most 1,000 articles that contain the text. Replace this with a full-text index. */
function searchIds(text: string): readonly string[] {
  const statement = database.prepare("select id from article where instr(title || ' ' || body, ?) limit 1000");
  return statement.all(text).map(({ id }) => String(id));
}

function list(query: CollectionQuery, call: SourceCall) {
  const text = query.parameters?.['searchText'];
  if (text === undefined) return articles.list(query, call);
  // One more condition: pages, totals, and the client's own filters stay correct.
  const found = { field: 'id', operator: 'eq', values: searchIds(String(text)) } as const;
  return articles.list({ ...query, filter: [...query.filter, found] }, call);
}

// The new method applies the same operators and groups.
const methods = [list, articles.find, articles.related];
const appliesConditions = { ...articles.appliesConditions, types: ['articles'], methods } as const;
// Only `list` applies the text. At every other URL, such as /people/1/articles, the parameter is 400.
const readsParameters = [...(articles.readsParameters ?? []), { methods: [list], names: ['searchText'] }];
const searchable = { ...articles, list, appliesConditions, readsParameters };

export const server = createServer(
  api,
  { articles: searchable },
  { parameters: { searchText: z.string().min(2) } }, // GET /articles?searchText=trees
);
// #endregion
