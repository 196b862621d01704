import { DatabaseSync } from 'node:sqlite';
import { attribute, defineApi, parseCreate, parseUpdate, serialize, toMany, toOne, toRow } from '@linkage/core';
import { z } from 'zod';

// #region declaration
export const api = defineApi({
  articles: {
    id: 'article_id',
    attributes: {
      title: attribute(z.string(), { from: 'head_line' }),
      publishedAt: attribute(z.iso.datetime().nullish(), { from: 'published_at' }),
    },
    relationships: {
      // The related row if the query joined it, else the foreign key.
      author: toOne('people', { from: ['author', 'author_id'] }),
      comments: toMany('comments'),
    },
  },
  comments: { id: 'comment_id', attributes: { body: attribute(z.string(), { from: 'text' }) } },
  people: { id: 'person_id', attributes: { name: attribute(z.string(), { from: 'full_name' }) } },
});
// #endregion

const database = new DatabaseSync(':memory:');
database.exec(`
  create table person (person_id integer primary key, full_name text not null, password_hash text);
  create table article (article_id integer primary key, head_line text not null, published_at text,
    author_id integer references person);
  insert into person values (4, 'Dan', 'stays here');
  insert into article values (1, 'Hello', '2026-01-01T00:00:00Z', 4);
`);

// #region read
type ArticleRow = { article_id: number; head_line: string; published_at: string | null; author_id: number | null };

export function listArticles(): string {
  const rows = database.prepare('select * from article order by article_id').all() as ArticleRow[];
  return serialize(api, 'articles', rows);
}

// A row with related rows, as Prisma, Drizzle, and other ORMs return it.
const joined = {
  ...{ article_id: 1, head_line: 'Hello', published_at: new Date(0), author_id: 4 },
  author: { person_id: 4, full_name: 'Dan', password_hash: 'stays here' },
  comments: [{ comment_id: 5, text: 'First' }],
};
export const text: string = serialize(api, 'articles', joined, { include: ['author', 'comments'] });
// #endregion

// #region write
export function createArticle(body: string): void {
  const {
    head_line,
    published_at = null,
    author_id = null,
  } = toRow(api, 'articles', parseCreate(api, 'articles', body));
  const insert = 'insert into article (head_line, published_at, author_id) values (?, ?, ?)';
  database.prepare(insert).run(head_line, published_at, author_id);
}

export function updateArticle(body: string, id: string): void {
  // `changes` contains only fields of the request.
  const { article_id, ...changes } = toRow(api, 'articles', parseUpdate(api, 'articles', body, { id }));
  const columns = Object.keys(changes);
  if (columns.length === 0) return;
  const update = `update article set ${columns.map((column) => `${column} = ?`).join(', ')} where article_id = ?`;
  database.prepare(update).run(...(Object.values(changes) as (string | null)[]), article_id);
}
// #endregion
