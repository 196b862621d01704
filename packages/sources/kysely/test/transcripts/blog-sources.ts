import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { api, records } from '../../../../server/test/transcripts/blog-world.ts';
import type { SourcesByType } from '../../../../server/test/transcripts/recorder.ts';
import type { OpenSources } from '../../../../server/test/transcripts/transcript.ts';
import { createKyselySources, createNodeSqliteDialect, type KyselySourceOptions } from '../../src/index.ts';

/** The tables of the transcripts, for every database. */
export const tables = `
  create table person (id varchar(40) primary key, name varchar(40) not null default '', status varchar(40) not null default 'shown');
  create table tag (id varchar(40) primary key, name varchar(40) not null default '', status varchar(40) not null default 'shown');
  create table article (
    id varchar(40) primary key, title varchar(40) not null default '', words integer not null default 0,
    status varchar(40) not null default 'shown', author_id varchar(40) references person (id) on delete set null
  );
  create table comment (
    id varchar(40) primary key, text varchar(40) not null default '', status varchar(40) not null default 'shown',
    article_id varchar(40) references article (id) on delete cascade
  );
  create table article_tag (
    article_id varchar(40) not null references article (id) on delete cascade,
    tag_id varchar(40) not null references tag (id) on delete cascade, primary key (article_id, tag_id)
  );`;

const textOf = (value: string | number | null): string =>
  value === null ? 'null' : typeof value === 'number' ? String(value) : `'${value}'`;
const insert = (table: string, rows: readonly (readonly (string | number | null)[])[]): string =>
  `insert into ${table} values ${rows.map((row) => `(${row.map(textOf).join(', ')})`).join(', ')};`;
/** The records of the transcripts. */
export const rows = [
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

/** Creates the sources of the transcripts. The ids that they make are the same in each run. */
export function createSources(db: Kysely<never>, options: KyselySourceOptions = {}): SourcesByType {
  let made = 0;
  const newId = (): string => `new-${++made}`;
  const mapping = {
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
  } as const;
  return createKyselySources(api, db, mapping, options) as unknown as SourcesByType;
}

/** Opens sources over a new database with the records of the transcripts. */
export function openSqlite(): OpenSources {
  const database = new DatabaseSync(':memory:');
  database.exec(`${tables}${rows}`);
  const statements: string[] = [];
  const db = new Kysely<never>({
    dialect: createNodeSqliteDialect(database),
    log: ({ query }) => void statements.push(query.sql),
  });
  return { sources: createSources(db), statements, close: () => db.destroy() };
}
