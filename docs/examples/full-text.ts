import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { createKyselySources, type SearchMapping } from '@linkage/kysely';
import { createServer } from '@linkage/server';
import type { Kysely } from 'kysely';
import { z } from 'zod';

// #region search
const api = defineApi({
  articles: {
    attributes: { title: z.string(), body: attribute(z.string(), { filter: ['search'] }) },
    relationships: { author: toOne('people', { filter: true }) },
  },
  people: {
    attributes: { name: z.string() },
    relationships: { articles: toMany('articles', { filter: true }) },
  },
});

// PostgreSQL: alter table article add words tsvector generated always as (to_tsvector('english', title || ' ' || body)) stored;
// create index article_words on article using gin (words);
export const inPostgres: SearchMapping = { columns: ['words'], language: 'english' };

// MariaDB and MySQL: create fulltext index article_words on article (title, body);
export const inMariadb: SearchMapping = { columns: ['title', 'body'] };

// SQLite: create virtual table article_words using fts5 (title, body, content = 'article', content_rowid = 'id');
// with triggers that keep it up to date: https://www.sqlite.org/fts5.html#external_content_tables
export const inSqlite: SearchMapping = { table: 'article_words' };

export function createSearchServer(db: Kysely<never>, search: SearchMapping) {
  const sources = createKyselySources(api, db, {
    articles: {
      table: 'article',
      idType: 'integer',
      attributes: { body: { search } },
      relationships: { author: { column: 'author_id' } },
    },
    people: { table: 'person', idType: 'integer', relationships: { articles: { foreignKey: 'author_id' } } },
  });
  return createServer(api, sources);
}
// #endregion
