import { suiteApi } from '@linkage/server/source-suite';
import type { DatabaseName } from '../../kysely/test/databases.ts';
import { createDrizzleSources, type DrizzleDatabase, type DrizzleSourceOptions } from '../src/index.ts';
import { buildersOf } from './builders.ts';

/** Creates the sources of the suite over the tables of `suiteSchema`. */
export function createSuiteSources(name: DatabaseName, db: DrizzleDatabase, options: DrizzleSourceOptions = {}) {
  const { boolean, date, id, integer, jsonb, numeric, pgTable, primaryKey, text, uuid, varchar, bigintText } =
    buildersOf(name);
  const people = pgTable('person', {
    id: integer().primaryKey(),
    name: text().notNull(),
    bossId: integer('boss_id').references((): never => people.id as never),
  });
  const articles = pgTable('article', {
    id: id().primaryKey(),
    headline: text().notNull(),
    words: integer(),
    open: boolean().notNull(),
    labels: jsonb().notNull(),
    authorId: integer('author_id').references(() => people.id),
  });
  const tags = pgTable('tag', { id: id().primaryKey(), name: text().notNull() });
  const articleTags = pgTable(
    'article_tag',
    {
      articleId: id('article_id')
        .notNull()
        .references(() => articles.id, { onDelete: 'cascade' }),
      tagId: id('tag_id')
        .notNull()
        .references(() => tags.id, { onDelete: 'cascade' }),
    },
    (row) => [primaryKey({ columns: [row.articleId, row.tagId] })],
  );
  const comments = pgTable('comment', {
    id: integer().primaryKey(),
    body: text().notNull(),
    articleId: id('article_id').references(() => articles.id, { onDelete: 'set null' }),
  });
  const samples = pgTable('sample', {
    ...{ id: id().primaryKey(), note: text(), code: varchar({ length: 10 }), count: integer(), big: bigintText() },
    ...{ token: uuid(), day: date(), rate: numeric({ precision: 8, scale: 2 }), place: jsonb() },
  });
  const shelves = pgTable('shelf', {
    ...{ id: id().primaryKey(), label: text().notNull() },
    ...{ pinnedType: varchar('pinned_type', { length: 20 }), pinnedId: id('pinned_id') },
  });
  const shelfItems = pgTable(
    'shelf_item',
    {
      shelfId: id('shelf_id')
        .notNull()
        .references(() => shelves.id, { onDelete: 'cascade' }),
      itemType: varchar('item_type', { length: 20 }).notNull(),
      itemId: id('item_id').notNull(),
    },
    (row) => [primaryKey({ columns: [row.shelfId, row.itemType, row.itemId] })],
  );
  const mapping = {
    articles: {
      table: articles,
      attributes: { title: articles.headline },
      relationships: {
        author: { column: articles.authorId },
        tags: { from: articleTags.articleId, to: articleTags.tagId },
        comments: { foreignKey: comments.articleId },
      },
    },
    people: {
      table: people,
      relationships: { boss: { column: people.bossId }, articles: { foreignKey: articles.authorId } },
    },
    tags: { table: tags, relationships: { articles: { from: articleTags.tagId, to: articleTags.articleId } } },
    comments: { table: comments, relationships: { article: { column: comments.articleId } } },
    samples: { table: samples },
    shelves: {
      table: shelves,
      relationships: {
        items: { from: shelfItems.shelfId, to: shelfItems.itemId, typeColumn: shelfItems.itemType },
        pinned: { column: shelves.pinnedId, typeColumn: shelves.pinnedType },
      },
    },
  } as const;
  return createDrizzleSources(suiteApi, db, mapping as never, options);
}
