// Drafted by @linkage/sql from app.db (SQLite 3.53.4). This file is yours: edit it.
// A second draft does not overwrite it: it prints how the database differs.
import { createKyselySources, defineMapping, type KyselySourceOptions, readDatabaseSchema } from '@linkage/kysely';
import type { Kysely } from 'kysely';
import { api } from './api.ts';

// biome-ignore lint/performance/noBarrelFile: as the command writes it
export { api } from './api.ts';

/** Where the resources are stored. */
export const mapping = defineMapping(api, {
  articles: { table: 'article', idType: 'integer', relationships: { author: { column: 'author_id' } } },
  people: { table: 'person', idType: 'integer', relationships: { articles: { foreignKey: 'author_id' } } },
});

/** Tables and columns that the API does not contain on purpose: `linkage-sql check` does not report them. */
export const ignored = [];

/** Creates the sources for `createServer`. Fails if the database contradicts the mapping. */
export async function createSources<Database, Context = unknown>(
  db: Kysely<Database>,
  options: Omit<KyselySourceOptions<Context>, 'databaseSchema'> = {},
) {
  const databaseSchema = await readDatabaseSchema(db);
  return createKyselySources(api, db as unknown as Kysely<unknown>, mapping, { ...options, databaseSchema });
}
