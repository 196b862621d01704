import { DatabaseSync } from 'node:sqlite';
import { createNodeSqliteDialect } from '@linkage/kysely';

/** Tests have a database of their own, in memory. */
export const testAddress = ':memory:';

/** Opens the file of the database. `node:sqlite` is part of Node. */
export function createDialect(file = process.env['DATABASE_FILE'] ?? 'app.db') {
  return createNodeSqliteDialect(new DatabaseSync(file));
}

export const tables = [
  `create table if not exists person (
    id integer primary key autoincrement,
    name text not null
  )`,
  `create table if not exists article (
    id integer primary key autoincrement,
    title text not null,
    words integer not null default 0,
    author_id integer references person (id) on delete set null
  )`,
];
