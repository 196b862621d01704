import { createOrmDialect, type OrmConnector, type OrmStatement } from '@linkage/kysely/internal';
import { is, type SQL } from 'drizzle-orm';
import { MySqlDatabase } from 'drizzle-orm/mysql-core';
import { PgDatabase } from 'drizzle-orm/pg-core';
import { BaseSQLiteDatabase } from 'drizzle-orm/sqlite-core';
import type { Dialect, QueryResult, TransactionSettings } from 'kysely';
import { toSql } from './to-sql.ts';

// biome-ignore lint/suspicious/noExplicitAny: the database of any driver, with any schema
type Any = any;

/** A database of Drizzle, of any driver for PostgreSQL, SQLite, MySQL, or MariaDB. */
export type DrizzleDatabase =
  | PgDatabase<Any, Any, Any>
  | BaseSQLiteDatabase<'sync' | 'async', Any, Any, Any>
  | MySqlDatabase<Any, Any, Any, Any>;

/** Returns the database that `withReplicas` writes to; any other database itself. A copy on a replica can lack what a request has written. */
export function primaryOf<Database extends DrizzleDatabase>(db: Database): Database {
  return (db as { readonly $primary?: Database }).$primary ?? db;
}

const proxied = 'its rows do not have the names of columns';
const noTransactions = 'it has no transactions that a request can keep open';

/** Drivers whose databases the sources cannot use, by the names of their databases in Drizzle. */
const rejected: ReadonlyMap<string, string> = new Map([
  ...['D1Database', 'DrizzleSqliteDODatabase', 'NeonHttpDatabase', 'XataHttpDatabase'].map((name): [string, string] => [
    name,
    noTransactions,
  ]),
  ...['SqliteRemoteDatabase', 'PgRemoteDatabase', 'MySqlRemoteDatabase'].map((name): [string, string] => [
    name,
    proxied,
  ]),
]);

const kind = Symbol.for('drizzle:entityKind');

/** Returns the name that Drizzle gives the databases of a driver. */
function nameOf(db: object): string {
  return String((db.constructor as { readonly [kind]?: unknown })[kind] ?? db.constructor.name);
}

/** Runs a statement. Drizzle wraps the error of a driver, and adds the parameters to its text. */
async function unwrapped<Result>(run: () => PromiseLike<Result> | Result): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    const isWrapped = error instanceof Error && 'query' in error && error.cause instanceof Error;
    throw isWrapped ? error.cause : error;
  }
}

type Numbers = Readonly<Record<string, unknown>>;

/** Returns the first member of the result of a driver that is a number of rows. */
function countIn(result: Numbers, ...names: readonly string[]): bigint | undefined {
  const count = names.map((name) => result[name]).find((it) => typeof it === 'number' || typeof it === 'bigint');
  return count === undefined ? undefined : BigInt(count as number);
}

function resultOf(rows: readonly unknown[], count?: bigint, id?: bigint): QueryResult<unknown> {
  return {
    rows: [...rows],
    ...(count !== undefined && { numAffectedRows: count }),
    ...(id !== undefined && { insertId: id }),
  };
}

type Transaction = OrmConnector<Any>['transaction'];

/** Runs a transaction of Drizzle. Each statement after `begin` belongs to it. */
const transactionOf =
  (db: Any): NonNullable<Transaction> =>
  (run, { isolationLevel }: TransactionSettings) =>
    unwrapped(() => db.transaction(run, isolationLevel === undefined ? undefined : { isolationLevel }));

function postgres(db: Any): OrmConnector<Any> {
  return {
    database: nameOf(db) === 'PgliteDatabase' ? 'pglite' : 'postgres',
    executor: db,
    async run(on, { sql, parameters }) {
      const result = await unwrapped<Any>(() => on.execute(toSql(sql, parameters, 'numbered')));
      const rows = Array.isArray(result) ? result : result.rows;
      return resultOf(rows, countIn(result, 'rowCount', 'affectedRows', 'count'));
    },
    transaction: transactionOf(db),
  };
}

function mysql(db: Any): OrmConnector<Any> {
  return {
    database: 'mysql',
    executor: db,
    async run(on, { sql, parameters }) {
      const result = await unwrapped<Any>(() => on.execute(toSql(sql, parameters, 'marked')));
      // The rows and their columns, or the numbers of a write.
      const first = Array.isArray(result) ? result[0] : result;
      if (Array.isArray(first)) return resultOf(first);
      const id = countIn(first, 'insertId');
      return resultOf([], countIn(first, 'affectedRows'), id === 0n ? undefined : id);
    },
    transaction: transactionOf(db),
  };
}

function sqlite(db: Any): OrmConnector<Any> {
  /** Older drivers reject booleans, because SQLite does not have them. */
  const statementOf = ({ sql, parameters }: OrmStatement): SQL =>
    toSql(
      sql,
      parameters.map((it) => (typeof it === 'boolean' ? Number(it) : it)),
      'marked',
    );
  const isSync = db.resultKind === 'sync';
  return {
    database: nameOf(db) === 'LibSQLDatabase' ? 'libsql' : 'sqlite',
    executor: db,
    async run(on, statement) {
      const text = statementOf(statement);
      if (statement.returnsRows) return resultOf(await unwrapped<Any>(() => on.all(text)));
      const result = await unwrapped<Any>(() => on.run(text));
      return resultOf([], countIn(Object(result), 'changes', 'rowsAffected'));
    },
    ...(!isSync && { transaction: transactionOf(db) }),
  };
}

function connectorOf(db: DrizzleDatabase): OrmConnector<Any> {
  const name = nameOf(db);
  const reason = rejected.get(name);
  if (reason !== undefined) throw new TypeError(`The sources cannot use the database ${name}: ${reason}.`);
  if (is(db, PgDatabase)) return postgres(db);
  if (is(db, BaseSQLiteDatabase)) return sqlite(db);
  if (is(db, MySqlDatabase)) return mysql(db);
  throw new TypeError(`The database must be one of Drizzle for PostgreSQL, SQLite, or MySQL, but it is ${name}.`);
}

/**
 * Creates a dialect of Kysely whose statements Drizzle runs.
 *
 * @throws {TypeError} If the driver has no transactions that stay open, or does not name the columns of rows.
 */
export function createDrizzleDialect(db: DrizzleDatabase): Dialect {
  return createOrmDialect(connectorOf(db));
}
