import { defineApi, defineQueryParameters, type FilterTerm, toMany, toOne } from '@linkage/core';
import { createKyselySources, transactionOf } from '@linkage/kysely';
import { createServer, extendSource, type SourceCall } from '@linkage/server';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { z } from 'zod';

const api = defineApi({
  articles: { attributes: { title: z.string(), body: z.string() }, relationships: { author: toOne('people') } },
  people: { attributes: { name: z.string() }, relationships: { articles: toMany('articles') } },
});

// #region statements
type Search = (text: string) => RawBuilder<{ readonly id: number }>;

// alter table article add search tsvector generated always as (to_tsvector('english', title || ' ' || body)) stored;
// create index article_search on article using gin (search);
export const searchPostgres: Search = (text) =>
  sql`select id from article where search @@ websearch_to_tsquery('english', ${text}) limit 1000`;

// Each word in quotation marks, because other signs are operators of these searches. All words must occur.
const quotedWords = (text: string): readonly string[] =>
  text.match(/[\p{L}\p{N}]+/gu)?.map((word) => `"${word}"`) ?? ['""'];

// create virtual table article_search using fts5 (title, body, content = 'article', content_rowid = 'id');
// with triggers that keep it up to date: https://www.sqlite.org/fts5.html#external_content_tables
export const searchSqlite: Search = (text) =>
  sql`select rowid as id from article_search where article_search match ${quotedWords(text).join(' ')} limit 1000`;

// create fulltext index article_search on article (title, body);
export const searchMariadb: Search = (text) => {
  const words = quotedWords(text).map((word) => `+${word}`);
  return sql`select id from article where match (title, body) against (${words.join(' ')} in boolean mode) limit 1000`;
};
// #endregion

// #region server
const parameters = defineQueryParameters({ searchText: z.string().min(2).max(200) });

export function createSearchServer(db: Kysely<never>, search: Search) {
  const { articles, people } = createKyselySources(api, db, {
    articles: { table: 'article', idType: 'integer', relationships: { author: { column: 'author_id' } } },
    people: { table: 'person', idType: 'integer', relationships: { articles: { foreignKey: 'author_id' } } },
  });

  /** One more condition: pages, totals, access rules, and the client's own filters stay correct. */
  async function found(text: string, call: SourceCall): Promise<FilterTerm> {
    // The list of an action is read in its transaction: a statement outside of it would wait in SQLite.
    const { rows } = await search(text).execute(transactionOf(db, call));
    return { field: 'id', operator: 'eq', values: rows.map(({ id }) => String(id)) };
  }

  const searchable = extendSource(
    articles,
    {
      async list(query, call) {
        const text = query.parameters?.searchText;
        if (text === undefined) return articles.list(query, call);
        return articles.list({ ...query, filter: [...query.filter, await found(text, call)] }, call);
      },
    },
    { applies: ['list'], parameters: { list: parameters } },
  );
  // The source of people reads /people/1/articles.
  const withArticles = extendSource(
    people,
    {
      async related(relationship, ids, query, call) {
        const text = query.page === undefined ? undefined : query.parameters?.searchText;
        if (text === undefined || query.page === undefined) return people.related(relationship, ids, query, call);
        return people.related(
          relationship,
          ids,
          { ...query, filter: [...query.filter, await found(text, call)] },
          call,
        );
      },
    },
    { applies: ['related'], parameters: { related: parameters } },
  );
  return createServer(
    api,
    { articles: searchable, people: withArticles },
    // Only where the primary data are articles. At other URLs, such as /people, the parameter is an error: 400.
    { typeParameters: { articles: parameters } },
  );
}
// #endregion
