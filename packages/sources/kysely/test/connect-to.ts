import { DatabaseSync } from 'node:sqlite';
import { type Dialect, MysqlDialect, PostgresDialect } from 'kysely';
import { createPool } from 'mysql2';
import { createNodeSqliteDialect } from '../src/index.ts';
import { openPool } from './counters-on-postgres.ts';
import type { DatabaseName } from './databases.ts';

/** A database that several processes can open. */
export type KilledDatabase = Exclude<DatabaseName, 'PGlite'>;

/** Connects to a database: with the options of its driver, or for SQLite with `{ file }`. */
export function connectTo(name: KilledDatabase, connection: object): Dialect {
  if (name === 'PostgreSQL') return new PostgresDialect({ pool: openPool(connection) });
  if (name === 'MariaDB') return new MysqlDialect({ pool: createPool({ ...connection, connectionLimit: 4 }) });
  return createNodeSqliteDialect(new DatabaseSync((connection as { readonly file: string }).file));
}
