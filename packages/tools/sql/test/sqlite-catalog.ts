import { DatabaseSync } from 'node:sqlite';
import { type Catalog, createNodeSqliteDialect, readCatalog } from '@linkage/kysely';
import { Kysely } from 'kysely';

/** Returns the catalog of a database of SQLite that a script creates. */
export async function sqliteCatalog(script: string): Promise<Catalog> {
  const database = new DatabaseSync(':memory:');
  database.exec(script);
  const db = new Kysely<unknown>({ dialect: createNodeSqliteDialect(database) });
  try {
    return await readCatalog(db);
  } finally {
    await db.destroy();
  }
}
