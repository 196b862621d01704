import { DatabaseSync } from 'node:sqlite';
import { createNodeSqliteDialect } from '@linkage/kysely';
import { Kysely } from 'kysely';

/** Creates a database in memory with one table of articles, for the recipes. */
export function createArticleDatabase() {
  const database = new DatabaseSync(':memory:');
  database.exec(`
    create table article (id integer primary key autoincrement, title text not null, body text, deletedAt text);
    insert into article (title, body) values ('Hello', 'A text about trees'), ('Again', 'A text about stones');
  `);
  return { database, db: new Kysely<{ article: object }>({ dialect: createNodeSqliteDialect(database) }) };
}
