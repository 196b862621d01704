import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { importData } from './import-data.ts';
import type { Progress } from './progress.ts';

/** Creates a folder and its parents. `mkdirSync` with `recursive` never returns if /proc rejects a folder. */
function makeFolder(folder: string): void {
  const missing: string[] = [];
  for (let path = folder; !existsSync(path) && path !== dirname(path); path = dirname(path)) missing.unshift(path);
  for (const path of missing) mkdirSync(path);
}

/** Opens the database in a file. Creates and fills it if necessary. */
export async function openDatabase(file: string, progress: Progress): Promise<DatabaseSync> {
  makeFolder(dirname(file));
  const database = new DatabaseSync(file, { timeout: 30_000 });
  try {
    await importData(database, progress);
    database.exec('pragma journal_mode = wal; pragma synchronous = normal');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
