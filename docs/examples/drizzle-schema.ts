import type { ToManyTables } from '@linkage/storage';
import {
  type AnyPgColumn,
  boolean,
  customType,
  date,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import type { Tables } from './drizzle-source.ts';

/** Integers of 64 bits as text: JSON does not have them. */
const bigintText = customType<{ data: string }>({ dataType: () => 'bigint', fromDriver: String });

// The properties have the names of the fields in the API. A foreign key has the name of its relationship.
const people = pgTable('person', {
  id: integer().primaryKey().generatedByDefaultAsIdentity({ startWith: 1000 }),
  name: text().notNull(),
  boss: integer('boss_id').references((): AnyPgColumn => people.id),
});
const articles = pgTable('article', {
  id: text().primaryKey(),
  title: text('headline').notNull(),
  words: integer(),
  open: boolean().notNull(),
  labels: jsonb().notNull(),
  author: integer('author_id').references(() => people.id),
});
const tags = pgTable('tag', {
  id: text()
    .primaryKey()
    .$defaultFn(() => crypto.randomUUID()),
  name: text().notNull(),
});
const articleTags = pgTable(
  'article_tag',
  {
    article: text('article_id')
      .notNull()
      .references(() => articles.id, { onDelete: 'cascade' }),
    tag: text('tag_id')
      .notNull()
      .references(() => tags.id, { onDelete: 'cascade' }),
  },
  (row) => [primaryKey({ columns: [row.article, row.tag] })],
);
const comments = pgTable('comment', {
  id: integer().primaryKey().generatedByDefaultAsIdentity({ startWith: 1000 }),
  body: text().notNull(),
  article: text('article_id').references(() => articles.id, { onDelete: 'set null' }),
});
const samples = pgTable('sample', {
  id: text().primaryKey(),
  note: text(),
  code: varchar({ length: 10 }),
  count: integer(),
  big: bigintText(),
  token: uuid(),
  day: date(),
  rate: numeric({ precision: 8, scale: 2 }),
});

// #region mapping
export const tables: Tables = { articles, articleTags, comments, people, samples, tags };

/** The key of the resource is in the related row, or both keys are in a table between them. */
export const toMany: ToManyTables = {
  articles: {
    tags: { through: 'articleTags', from: 'article', to: 'tag' },
    comments: { foreignKey: 'article' },
  },
  people: { articles: { foreignKey: 'author' } },
  tags: { articles: { through: 'articleTags', from: 'tag', to: 'article' } },
};
// #endregion
