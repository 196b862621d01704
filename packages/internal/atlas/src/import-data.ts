import type { DatabaseSync } from 'node:sqlite';
import { dataVersion, otherTables } from './data-version.ts';
import type { Progress } from './progress.ts';
import { readRows, type TableRows } from './read-rows.ts';
import { createIndexes, createTables, dropTables } from './tables.ts';

/** Marks a file as a database of the demo ("atls"), so that other tables are never dropped. */
const APPLICATION_ID = 0x61746c73;
/** The number of rows between two progress reports. */
const STEP = 2000;

function pragma(database: DatabaseSync, name: 'application_id' | 'user_version'): unknown {
  return database.prepare(`pragma ${name}`).get()?.[name];
}

function isImported(database: DatabaseSync, version: number): boolean {
  return pragma(database, 'application_id') === APPLICATION_ID && pragma(database, 'user_version') === version;
}

function assertOurs(database: DatabaseSync): void {
  const tables = database.prepare('select count(*) as count from sqlite_schema').get()?.['count'];
  if (tables !== 0 && pragma(database, 'application_id') !== APPLICATION_ID) {
    throw new Error(otherTables);
  }
}

function insertRows(database: DatabaseSync, { table, rows }: TableRows, progress: Progress): void {
  const places = rows[0]?.map(() => '?').join(', ');
  const insert = database.prepare(`insert into ${table} values (${places})`);
  for (const [index, row] of rows.entries()) {
    insert.run(...row);
    if (index % STEP === STEP - 1) progress.advance(STEP);
  }
  progress.advance(rows.length % STEP);
}

/**
 * Fills a database, unless it already contains these data. Returns whether it imported them. Uses one transaction, so
 * an interrupted import has no effect. A second process waits for the first.
 *
 * @throws {Error} If the file is another application's database.
 */
export async function importData(database: DatabaseSync, progress: Progress): Promise<boolean> {
  const version = dataVersion();
  if (isImported(database, version)) return false;
  assertOurs(database);
  progress.say('Reading countries and cities');
  const tables = await readRows();
  database.exec('pragma foreign_keys = off');
  database.exec('begin exclusive');
  try {
    // Another process may have finished while this process waited for the lock.
    if (!isImported(database, version)) {
      database.exec(dropTables + createTables);
      progress.start(tables.reduce((sum, { rows }) => sum + rows.length, 0));
      for (const rows of tables) insertRows(database, rows, progress);
      progress.stop();
      progress.say('Making indexes');
      database.exec(createIndexes);
      database.exec(`analyze; pragma application_id = ${APPLICATION_ID}; pragma user_version = ${version}`);
    }
    database.exec('commit');
  } catch (error) {
    progress.stop();
    database.exec('rollback');
    throw error;
  }
  database.exec('pragma foreign_keys = on');
  return true;
}
