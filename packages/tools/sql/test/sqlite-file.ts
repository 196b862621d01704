import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Returns the script that creates a database, with some rows. */
export function schemaScript(name: 'chinook' | 'northwind' | 'pagila' | 'sakila' | 'wordpress'): string {
  return readFileSync(join(import.meta.dirname, `schemas/${name}.sql`), 'utf8');
}

/** A folder of a test, with a file of SQLite. */
export interface SqliteFile extends Disposable {
  readonly folder: string;
  readonly path: string;
  /** Runs a script in the file. */
  readonly exec: (script: string) => void;
}

/** Creates a file of SQLite. */
export function sqliteFile(script: string): SqliteFile {
  const folder = mkdtempSync(join(tmpdir(), 'linkage-sql-'));
  const path = join(folder, 'shop.db');
  const exec = (text: string): void => {
    using database = new DatabaseSync(path);
    database.exec(text);
  };
  exec(script);
  return { folder, path, exec, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}
