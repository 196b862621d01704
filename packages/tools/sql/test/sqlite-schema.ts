import { DatabaseSync } from 'node:sqlite';
import { createNodeSqliteDialect, type DatabaseSchema, readDatabaseSchema } from '@linkage/kysely';
import { Kysely } from 'kysely';

/** Returns the database schema of SQLite that a script creates. */
export async function sqliteSchema(script: string): Promise<DatabaseSchema> {
  const database = new DatabaseSync(':memory:');
  database.exec(script);
  const db = new Kysely<unknown>({ dialect: createNodeSqliteDialect(database) });
  try {
    return await readDatabaseSchema(db);
  } finally {
    await db.destroy();
  }
}
