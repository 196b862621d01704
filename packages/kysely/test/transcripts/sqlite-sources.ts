import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { api, records } from '../../../server/test/transcripts/blog-world.ts';
import type { SourcesByType } from '../../../server/test/transcripts/recorder.ts';
import type { OpenSources } from '../../../server/test/transcripts/transcript.ts';
import { createKyselySources, createNodeSqliteDialect } from '../../src/index.ts';

const tables = `
  create table person (id text primary key, name text not null default '', status text not null default 'shown');
  create table tag (id text primary key, name text not null default '', status text not null default 'shown');
  create table article (
    id text primary key, title text not null default '', words integer not null default 0,
    status text not null default 'shown', author_id text references person (id) on delete set null
  );
  create table comment (
    id text primary key, text text not null default '', status text not null default 'shown',
    article_id text references article (id) on delete cascade
  );
  create table article_tag (
    article_id text not null references article (id) on delete cascade,
    tag_id text not null references tag (id) on delete cascade, primary key (article_id, tag_id)
  );`;

const textOf = (value: string | number | null): string =>
  value === null ? 'null' : typeof value === 'number' ? String(value) : `'${value}'`;
const insert = (table: string, rows: readonly (readonly (string | number | null)[])[]): string =>
  `insert into ${table} values ${rows.map((row) => `(${row.map(textOf).join(', ')})`).join(', ')};`;
const script = [
  tables,
  insert(
    'person',
    records.people.map(({ id, name, status }) => [id, name, status]),
  ),
  insert(
    'tag',
    records.tags.map(({ id, name, status }) => [id, name, status]),
  ),
  insert(
    'article',
    records.articles.map(({ id, title, words, status, author }) => [id, title, words, status, author]),
  ),
  insert(
    'comment',
    records.comments.map(({ id, text, status, article }) => [id, text, status, article]),
  ),
  insert(
    'article_tag',
    records.articles.flatMap(({ id, tags }) => tags.map((tag) => [id, tag.id])),
  ),
].join('\n');

/** Opens sources over a new database with the records of the transcripts, after a script has changed them. */
export function openSqlite(changes = ''): OpenSources {
  const database = new DatabaseSync(':memory:');
  database.exec(`${script}${changes}`);
  const statements: string[] = [];
  const db = new Kysely<never>({
    dialect: createNodeSqliteDialect(database),
    log: ({ query }) => void statements.push(query.sql),
  });
  let made = 0;
  const newId = (): string => `new-${++made}`;
  const sources = createKyselySources(api, db, {
    people: {
      ...{ table: 'person', newId },
      relationships: { articles: { foreignKey: 'author_id', onDelete: 'set null' } },
    },
    tags: {
      ...{ table: 'tag', newId },
      relationships: { articles: { through: 'article_tag', from: 'tag_id', to: 'article_id' } },
    },
    articles: {
      ...{ table: 'article', newId },
      relationships: {
        author: { column: 'author_id' },
        tags: { through: 'article_tag', from: 'article_id', to: 'tag_id' },
        comments: { foreignKey: 'article_id', onDelete: 'cascade' },
      },
    },
    comments: { table: 'comment', newId, relationships: { article: { column: 'article_id' } } },
  });
  return { sources: sources as unknown as SourcesByType, statements, close: () => db.destroy() };
}
