import { type Kysely, MysqlAdapter, PostgresAdapter, SqliteAdapter } from 'kysely';
import type { SqlDialect } from './dialect.ts';
import { canCancel, LaterPGliteAdapter } from './later-kysely.ts';
import { mysqlDialect } from './mysql.ts';
import {
  LibsqlAdapter,
  libsqlDialect,
  OrmPgliteAdapter,
  PrismaPostgresAdapter,
  prismaPostgresDialect,
} from './orm-dialects.ts';
import { pgliteDialect, postgresDialect } from './postgres.ts';
import { sqliteDialect } from './sqlite.ts';

/** The adapters of Kysely, and the names by which those of another copy of Kysely are recognized. */
const dialects = [
  // Before the adapters that they extend.
  [LibsqlAdapter, /libsql/i, libsqlDialect],
  [SqliteAdapter, /sqlite/i, sqliteDialect],
  [LaterPGliteAdapter ?? OrmPgliteAdapter, /pglite/i, pgliteDialect],
  [OrmPgliteAdapter, /pglite/i, pgliteDialect],
  [PrismaPostgresAdapter, /prismapostgres/i, prismaPostgresDialect],
  [PostgresAdapter, /postgres/i, postgresDialect],
  [MysqlAdapter, /mysql|mariadb/i, mysqlDialect],
] as const;

const known = new WeakMap<object, SqlDialect>();

/**
 * Returns what is particular to the database of a Kysely instance.
 *
 * @throws {TypeError} If the database is none of those that the sources know.
 */
export function dialectOf(db: Pick<Kysely<never>, 'getExecutor'>): SqlDialect {
  const { adapter } = db.getExecutor();
  const kept = known.get(adapter);
  if (kept !== undefined) return kept;
  const name = adapter.constructor.name;
  const found =
    dialects.find(([adapterClass]) => adapter instanceof adapterClass) ??
    dialects.find(([, names]) => names.test(name));
  if (found === undefined) {
    throw new TypeError(
      `createKyselySources: the database must be SQLite, PostgreSQL, MySQL or MariaDB, but its adapter is ${name}.`,
    );
  }
  // After a rollback that a server rejects, the connection must be closed: the next request would write into its transaction.
  if (found[2] === mysqlDialect && !canCancel)
    throw new TypeError('createKyselySources: MySQL and MariaDB require Kysely 0.29 or later.');
  known.set(adapter, found[2]);
  return found[2];
}
