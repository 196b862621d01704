import type { Kysely } from 'kysely';
import type { Catalog } from './catalog.ts';
import { catalogOf } from './catalog-of.ts';
import { dialectOf } from './dialect-of.ts';
import { readDriver } from './read-driver.ts';

/**
 * Reads the tables of a database from its catalog: columns, primary and foreign keys, indexes, comments, partitions, and triggers. Takes four
 * statements for any number of tables. In SQLite, it takes six, and finds out with one statement and an empty transaction whether the driver
 * keeps texts and can begin transactions. Pass the catalog to `createKyselySources`, so
 * that a mistake in a mapping is found at start, and a value that a column cannot hold is found before it reaches the database. The server also
 * reads rows without triggers less often: if you add a trigger later, restart the server.
 *
 * @example
 * const catalog = await readCatalog(db);
 * const sources = createKyselySources(api, db, mapping, { catalog });
 */
export async function readCatalog<Database>(db: Kysely<Database>): Promise<Catalog> {
  // The names of the catalog are those of the database, which a plugin can change in statements.
  const any = db.withoutPlugins() as unknown as Kysely<never>;
  const dialect = dialectOf(any);
  const catalog = catalogOf(await dialect.readCatalog(any), dialect);
  const driver = await readDriver(any, dialect);
  return driver === undefined ? catalog : Object.freeze({ ...catalog, driver });
}
