import { createKyselySources, readDatabaseSchema } from '@linkage/kysely';
import { Kysely, sql } from 'kysely';
import { api } from './api.ts';
import { createDialect, tables, testAddress } from './database.sqlite.ts';

export { testAddress };

/** Opens the database, creates the tables with two articles if they do not exist, and maps types to tables. */
export async function openSources(address?: string) {
  const db = new Kysely<unknown>({ dialect: createDialect(address) });
  for (const table of tables) await sql.raw(table).execute(db);
  const { rows } = await sql`select id from person`.execute(db);
  if (rows.length === 0) {
    await sql`insert into person (id, name) values (1, 'Dan')`.execute(db);
    await sql`insert into article (title, words, author_id) values ('Hello', 120, 1), ('Again', 800, 1)`.execute(db);
  }
  const sources = createKyselySources(
    api,
    db,
    {
      articles: { table: 'article', idType: 'integer', relationships: { author: { column: 'author_id' } } },
      people: { table: 'person', idType: 'integer', relationships: { articles: { foreignKey: 'author_id' } } },
    },
    // With the database schema, a mistake in the mapping is an error at start.
    { databaseSchema: await readDatabaseSchema(db) },
  );
  return { sources, close: () => db.destroy() };
}
