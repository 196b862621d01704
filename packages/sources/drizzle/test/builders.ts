import * as mysql from 'drizzle-orm/mysql-core';
import * as postgres from 'drizzle-orm/pg-core';
import * as sqlite from 'drizzle-orm/sqlite-core';
import type { DatabaseName } from '../../kysely/test/databases.ts';

/** The builders of columns of one database, as those of PostgreSQL: tests describe their tables once. */
export type Builders = Pick<
  typeof postgres,
  | 'boolean'
  | 'date'
  | 'foreignKey'
  | 'integer'
  | 'jsonb'
  | 'numeric'
  | 'pgTable'
  | 'primaryKey'
  | 'text'
  | 'uuid'
  | 'varchar'
> & { readonly bigintText: (name?: string) => ReturnType<typeof postgres.text>; readonly id: typeof postgres.text };

const bigint = { dataType: () => 'bigint', fromDriver: String, toDriver: (it: unknown) => it };

const ofPostgres = { ...postgres, bigintText: postgres.customType(bigint as never), id: postgres.text };
const ofSqlite = {
  ...sqlite,
  boolean: () => sqlite.integer({ mode: 'boolean' }),
  jsonb: () => sqlite.text({ mode: 'json' }),
  ...{
    date: sqlite.text,
    uuid: sqlite.text,
    varchar: (name?: unknown) => (typeof name === 'string' ? sqlite.text(name) : sqlite.text()),
    pgTable: sqlite.sqliteTable,
    id: sqlite.text,
  },
  numeric: () => sqlite.text(),
  bigintText: sqlite.customType(bigint as never),
};
const ofMysql = {
  ...mysql,
  ...{ integer: mysql.int, jsonb: mysql.json, pgTable: mysql.mysqlTable },
  date: (name?: string) => mysql.date(name as string, { mode: 'string' }),
  numeric: (config: object) => mysql.decimal(config),
  uuid: mysql.customType({ dataType: () => 'uuid' }),
  text: mysql.mediumtext,
  id: (name?: string) => mysql.varchar(name as string, { length: 255 }),
  bigintText: mysql.customType(bigint as never),
};

/** Returns the builders of a database. */
export function buildersOf(name: DatabaseName): Builders {
  if (name === 'SQLite') return ofSqlite as never;
  return (name === 'MariaDB' ? ofMysql : ofPostgres) as never;
}
