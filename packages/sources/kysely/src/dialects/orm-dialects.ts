import { PostgresAdapter, SqliteAdapter } from 'kysely';
import { castTo } from './column-codec.ts';
import type { SqlDialect } from './dialect.ts';
import { postgresDialect } from './postgres.ts';
import { sqliteDialect } from './sqlite.ts';

/** The adapter of PostgreSQL for statements that Prisma runs. */
export class PrismaPostgresAdapter extends PostgresAdapter {}

/** PostgreSQL through Prisma, which makes an object of a decimal number, without the zeros at its end. */
export const prismaPostgresDialect: SqlDialect = {
  ...postgresDialect,
  codecOf(type) {
    const codec = postgresDialect.codecOf(type);
    return type.kind === 'numeric' ? { ...codec, read: castTo('text') } : codec;
  },
};

/** The adapter of PGlite for statements that an ORM runs: it has one connection. */
export class OrmPgliteAdapter extends PostgresAdapter {
  override get supportsMultipleConnections(): boolean {
    return false;
  }
}

/** The adapter of SQLite for statements that libsql runs. */
export class LibsqlAdapter extends SqliteAdapter {}

/** SQLite through libsql, whose driver cuts strings at U+0000. */
export const libsqlDialect: SqlDialect = {
  ...sqliteDialect,
  values: { ...sqliteDialect.values, storesNul: false },
};
