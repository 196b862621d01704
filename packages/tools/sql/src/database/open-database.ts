import { existsSync } from 'node:fs';
import { usageError } from '@linkage/core/internal';
import { createNodeSqliteDialect } from '@linkage/kysely';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  Kysely,
  type Logger,
  MysqlDialect,
  type MysqlPool,
  PGliteDialect,
  PostgresDialect,
  type PostgresPool,
  sql,
} from 'kysely';
import type { DatabaseKind } from '../model/model.ts';
import type { DatabaseAddress } from './database-address.ts';
import { loadDriver, loadSqlite } from './load-driver.ts';

/** How a database is opened. */
export interface OpenOptions {
  /** Whether statements can write. */
  readonly writes: boolean;
  /** The role of PostgreSQL whose rights each connection has. */
  readonly role?: string | undefined;
  /** The roles of PostgreSQL of which each request has one. Default: requests have no role of their own. */
  readonly roles?: readonly string[] | undefined;
  /** Receives the statements, and what the database says if they fail. */
  readonly log?: Logger | undefined;
}

type Listen = (channel: string, heard: () => void) => Promise<() => Promise<void>>;

/** An open database. */
export interface OpenDatabase {
  readonly db: Kysely<unknown>;
  readonly kind: DatabaseKind;
  /** The product and its version, such as `PostgreSQL 15.18`. */
  readonly version: string;
  /** The schema that statements use by default. */
  readonly schema: string;
  /** Whether tables have row-level security, and it does not apply to the account. */
  readonly bypassesSecurity: boolean;
  readonly roles: OpenOptions['roles'];
  /** Calls a function for each notification of a channel, until the returned function ends this. Undefined if the database has none. */
  readonly listen: Listen | undefined;
  readonly close: () => Promise<void>;
}

/** The number of connections: few, because the database can be that of an application that runs. */
const CONNECTIONS = 4;
/** How long a connection, or a statement, can take. */
const MAX_MILLISECONDS = 10_000;

/** Runs statements in each new connection before any other statement. */
function first(statements: readonly string[]): (connection: DatabaseConnection) => Promise<void> {
  return async (connection) => {
    for (const statement of statements) await connection.executeQuery(CompiledQuery.raw(statement));
  };
}

function postgresStart({ writes, role }: OpenOptions): readonly string[] {
  return [
    ...(role === undefined ? [] : [`set role "${role.replaceAll('"', '""')}"`]),
    ...(writes ? [] : ['set default_transaction_read_only = on']),
    `set statement_timeout = ${MAX_MILLISECONDS}`,
  ];
}

/** A way to a database. */
interface Way {
  readonly dialect: Dialect;
  readonly listen?: Listen;
}

async function postgresOf({ location }: DatabaseAddress, options: OpenOptions): Promise<Way> {
  const { Pool } = ((await loadDriver('pg')) as { readonly default: typeof import('pg') }).default;
  const pool = new Pool({ connectionString: location, max: CONNECTIONS, connectionTimeoutMillis: MAX_MILLISECONDS });
  // A connection that ends while it is not in use is replaced.
  pool.on('error', () => undefined);
  const listen: Listen = async (channel, heard) => {
    const client = await pool.connect();
    client.on('error', () => undefined);
    client.on('notification', heard);
    await client.query(`listen "${channel}"`);
    return async () => client.release(true);
  };
  const onCreateConnection = first(postgresStart(options));
  return { dialect: new PostgresDialect({ pool: pool as PostgresPool, onCreateConnection }), listen };
}

function mysqlStart({ writes }: OpenOptions): readonly string[] {
  return [
    "set time_zone = '+00:00'",
    // MariaDB runs the first comment as a statement, and MySQL the second one.
    `set session /*M!100101 max_statement_time = ${MAX_MILLISECONDS / 1000} */ /*!50708 max_execution_time = ${MAX_MILLISECONDS} */`,
    ...(writes ? [] : ['set session transaction read only']),
  ];
}

async function mysqlOf({ location }: DatabaseAddress, options: OpenOptions): Promise<Way> {
  const { createPool } = ((await loadDriver('mysql2')) as { readonly default: typeof import('mysql2') }).default;
  const uri = location.replace(/^mariadb:/i, 'mysql:');
  const pool = createPool({ uri, connectionLimit: CONNECTIONS, connectTimeout: MAX_MILLISECONDS, dateStrings: true });
  const onCreateConnection = first(mysqlStart(options));
  return { dialect: new MysqlDialect({ pool: pool as unknown as MysqlPool, onCreateConnection }) };
}

async function sqliteOf({ location }: DatabaseAddress, { writes }: OpenOptions): Promise<Way> {
  if (!existsSync(location)) throw usageError(`The file ${location} does not exist.`);
  const { DatabaseSync } = await loadSqlite();
  return { dialect: createNodeSqliteDialect(new DatabaseSync(location, { readOnly: !writes, timeout: 1000 })) };
}

async function pgliteOf({ location }: DatabaseAddress, options: OpenOptions): Promise<Way> {
  if (!existsSync(location)) throw usageError(`The folder ${location} does not exist.`);
  const { PGlite } = (await loadDriver('@electric-sql/pglite')) as typeof import('@electric-sql/pglite');
  const pglite = await PGlite.create(location);
  for (const statement of postgresStart(options)) await pglite.exec(statement);
  return { dialect: new PGliteDialect({ pglite }), listen: (channel, heard) => pglite.listen(channel, heard) };
}

const dialects = { postgres: postgresOf, mysql: mysqlOf, sqlite: sqliteOf, pglite: pgliteOf } as const;

/** The facts of a database that its database schema does not contain. */
interface Facts {
  readonly version: string;
  readonly schema: string | null;
  readonly bypasses: boolean | number;
}

async function factsOf(db: Kysely<unknown>, kind: DatabaseKind): Promise<Facts> {
  const statements = {
    postgres: sql<Facts>`select 'PostgreSQL ' || current_setting('server_version') as "version", current_schema() as "schema",
      exists (select from pg_roles where rolname = current_user and (rolsuper or rolbypassrls))
      and exists (select from pg_class where relrowsecurity) as "bypasses"`,
    mysql: sql<Facts>`select case when version() like '%MariaDB%' then concat('MariaDB ', version())
      else concat('MySQL ', version()) end as version, database() as \`schema\`, 0 as bypasses`,
    sqlite: sql<Facts>`select 'SQLite ' || sqlite_version() as "version", 'main' as "schema", 0 as "bypasses"`,
  } as const;
  const [facts] = (await statements[kind].execute(db)).rows;
  if (facts === undefined) throw new Error('The database does not say what it is.');
  return facts;
}

/** Returns what a user can do about a failed connection. */
function adviceOf(error: unknown): string {
  const { code } = error as { readonly code?: unknown };
  const advice: Readonly<Record<string, string>> = {
    ECONNREFUSED: 'Nothing listens there. Is the database running, and are the host and the port right?',
    ENOTFOUND: 'The host does not exist.',
    '28P01': 'The user or the password is wrong.',
    '28000': 'The user or the password is wrong.',
    ER_ACCESS_DENIED_ERROR: 'The user or the password is wrong.',
    '3D000': 'The database does not exist.',
    ER_BAD_DB_ERROR: 'The database does not exist.',
    ERR_SQLITE_ERROR: 'The file must be a database of SQLite that this user can read.',
  };
  return advice[String(code)] ?? '';
}

function messageOf(error: unknown): string {
  // The error of several addresses of a host has no string.
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}

/**
 * Opens a database.
 *
 * @throws {Error} If the driver is not installed, or the database cannot be reached. The message contains no password.
 */
export async function openDatabase(address: DatabaseAddress, options: OpenOptions): Promise<OpenDatabase> {
  const kind = address.kind === 'pglite' ? 'postgres' : address.kind;
  const own = (['role', 'roles'] as const).find((it) => options[it] !== undefined && kind !== 'postgres');
  if (own !== undefined) throw usageError(`--${own} needs PostgreSQL.`);
  let db: Kysely<unknown> | undefined;
  try {
    const { dialect, listen } = await dialects[address.kind](address, options);
    const opened = new Kysely<unknown>({ dialect, log: options.log ?? [] });
    db = opened;
    const { version, schema, bypasses } = await factsOf(db, kind);
    if (schema === null) throw usageError('The URL must contain the name of the database, or of a schema that exists.');
    return {
      db,
      kind,
      version: version.split(' (', 1).join(''),
      schema,
      bypassesSecurity: bypasses === true,
      roles: options.roles,
      listen,
      close: () => opened.destroy(),
    };
  } catch (error) {
    await db?.destroy();
    if (Object.hasOwn(error as object, 'isUsage')) throw error;
    throw new Error(`${address.text} cannot be opened: ${messageOf(error)}. ${adviceOf(error)}`.trim());
  }
}
