import { mariadbTables, openDatabase, type Place, postgresTables, sqliteTables } from './atomic-world.ts';
import type { DatabaseName, TestDatabase } from './databases.ts';

const tables: Readonly<Record<DatabaseName, string>> = {
  SQLite: sqliteTables,
  PGlite: postgresTables,
  PostgreSQL: postgresTables,
  MariaDB: mariadbTables,
};

const names = ['idempotency_key', 'line_label', 'line', 'label', 'purchase'];
const emptied = names.map((name) => `drop table if exists ${name};`).join(' ');

/** Places on one database, of which one is used at a time. */
export interface PlacesOnDatabase {
  /** Creates all tables anew. `close` of the place leaves the database open. */
  readonly open: () => Promise<Place>;
  readonly close: () => Promise<void>;
}

/** Returns places on a database, which starts with the first of them. */
export function placesOn({ name, open }: TestDatabase): PlacesOnDatabase {
  let started: Promise<{ place: Place; exec: (script: string) => Promise<void>; close: () => Promise<void> }>;
  const start = async () => {
    const { dialect, exec, close } = await open();
    return { place: openDatabase(dialect), exec, close };
  };
  return {
    async open() {
      started ??= start();
      const { place, exec } = await started;
      await exec(emptied + tables[name]);
      place.statements.length = 0;
      return { ...place, close: async () => undefined };
    },
    async close() {
      if (started === undefined) return;
      const { place, close } = await started;
      await place.close();
      await close();
    },
  };
}
