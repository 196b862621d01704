/** Drizzle runs the statements that Kysely runs, for every request of the transcripts: their strings, their number, and their order. */
import { DatabaseSync } from 'node:sqlite';
import { createNodeSqliteDialect } from '@linkage/kysely';
import { foreignKey, integer, primaryKey, sqliteTable as table, text } from 'drizzle-orm/sqlite-core';
import { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { isLong, skippedInShort, someOf } from '../../../core/test/runs.ts';
import { api } from '../../../server/test/transcripts/blog-world.ts';
import type { SourcesByType } from '../../../server/test/transcripts/recorder.ts';
import { requests } from '../../../server/test/transcripts/requests.ts';
import { type OpenSources, transcriptOf } from '../../../server/test/transcripts/transcript.ts';
import { createSources, rows, tables } from '../../kysely/test/transcripts/blog-sources.ts';
import { overNodeSqlite } from '../test/databases.ts';
import { createDrizzleSources, kyselyOf } from './index.ts';

const own = () => ({ id: text().primaryKey(), status: text().notNull().default('shown') });
const people = table('person', { ...own(), name: text().notNull().default('') });
const tags = table('tag', { ...own(), name: text().notNull().default('') });
const articles = table('article', {
  ...own(),
  ...{ title: text().notNull().default(''), words: integer().notNull().default(0) },
  authorId: text('author_id').references(() => people.id, { onDelete: 'set null' }),
});
const comments = table(
  'comment',
  { ...own(), text: text().notNull().default(''), articleId: text('article_id') },
  (row) => [foreignKey({ columns: [row.articleId], foreignColumns: [articles.id] }).onDelete('cascade')],
);
const articleTags = table(
  'article_tag',
  {
    articleId: text('article_id')
      .notNull()
      .references(() => articles.id, { onDelete: 'cascade' }),
    tagId: text('tag_id')
      .notNull()
      .references(() => tags.id, { onDelete: 'cascade' }),
  },
  (row) => [primaryKey({ columns: [row.articleId, row.tagId] })],
);

function openDrizzle(all: string[]): OpenSources {
  const database = new DatabaseSync(':memory:');
  database.exec(`${tables}${rows}`);
  const statements: string[] = [];
  const logger = {
    logQuery: (query: string) => {
      all.push(query);
      // Those of Kysely do not contain the ends of transactions.
      if (!/^(?:begin|commit|rollback)/.test(query)) statements.push(query);
    },
  };
  const db = overNodeSqlite(database, { logger });
  let made = 0;
  const newId = (): string => `new-${++made}`;
  const sources = createDrizzleSources(api, db, {
    people: {
      table: people,
      newId,
      relationships: { articles: { foreignKey: articles.authorId, onDelete: 'set null' } },
    },
    tags: { table: tags, newId, relationships: { articles: { from: articleTags.tagId, to: articleTags.articleId } } },
    articles: {
      ...{ table: articles, newId },
      relationships: {
        author: { column: articles.authorId },
        tags: { from: articleTags.articleId, to: articleTags.tagId },
        comments: { foreignKey: comments.articleId, onDelete: 'cascade' },
      },
    },
    comments: { table: comments, newId, relationships: { article: { column: comments.articleId } } },
  });
  return { sources: sources as unknown as SourcesByType, statements, close: async () => database.close() };
}

function openKysely(all: string[]): OpenSources {
  const database = new DatabaseSync(':memory:');
  database.exec(`${tables}${rows}`);
  const statements: string[] = [];
  const log = ({ query }: { readonly query: { readonly sql: string } }): void => {
    all.push(query.sql);
    if (!/^(?:begin|commit|rollback)/.test(query.sql)) statements.push(query.sql);
  };
  const db = new Kysely<never>({ dialect: createNodeSqliteDialect(database), log });
  return { sources: createSources(db), statements, close: () => db.destroy() };
}

test.skipIf(!isLong)(
  `the calls and the statements of all requests are those of Kysely${skippedInShort}`,
  async () => {
    const [ofDrizzle, ofKysely]: [string[], string[]] = [[], []];
    const tried = someOf(requests, 2);
    const drizzle = await transcriptOf(api, tried, () => openDrizzle(ofDrizzle));
    expect(drizzle).toBe(await transcriptOf(api, tried, () => openKysely(ofKysely)));
    const plain = (it: string): string => it.replace('begin immediate', 'begin');
    expect(ofDrizzle.map(plain)).toEqual(ofKysely);
    expect(ofDrizzle.length).toBeGreaterThan(1000);
  },
  120_000,
);

test('one database of Drizzle has one instance of Kysely', () => {
  const db = overNodeSqlite(new DatabaseSync(':memory:'));
  expect(kyselyOf(db)).toBe(kyselyOf(db));
});
