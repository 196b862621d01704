import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  MysqlAdapter,
  MysqlIntrospector,
  MysqlQueryCompiler,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type TransactionSettings,
} from 'kysely';
import { LibsqlAdapter, OrmPgliteAdapter, PrismaPostgresAdapter } from './dialects/orm-dialects.ts';

/** A statement of Kysely, which an ORM runs. */
export interface OrmStatement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  /** Whether the statement returns rows. Otherwise, it returns the number of rows that it changed. */
  readonly returnsRows: boolean;
}

/** The databases whose statements an ORM can run. */
export type OrmDatabase = 'postgres' | 'prismaPostgres' | 'pglite' | 'sqlite' | 'libsql' | 'mysql';

/** The functions with which an ORM runs statements. `Executor` is its database, and its transaction. */
export interface OrmConnector<Executor> {
  readonly database: OrmDatabase;
  readonly executor: Executor;
  readonly run: (on: Executor, statement: OrmStatement) => Promise<QueryResult<unknown>>;
  /**
   * Runs a function in a transaction, which it rolls back if the function throws. Without it, `begin immediate`, `commit`, and
   * `rollback` are statements: for a driver with one connection that blocks the thread.
   */
  readonly transaction?: (run: (on: Executor) => Promise<void>, settings: TransactionSettings) => Promise<void>;
}

const databases = {
  postgres: [PostgresAdapter, PostgresQueryCompiler, PostgresIntrospector],
  prismaPostgres: [PrismaPostgresAdapter, PostgresQueryCompiler, PostgresIntrospector],
  pglite: [OrmPgliteAdapter, PostgresQueryCompiler, PostgresIntrospector],
  sqlite: [SqliteAdapter, SqliteQueryCompiler, SqliteIntrospector],
  libsql: [LibsqlAdapter, SqliteQueryCompiler, SqliteIntrospector],
  mysql: [MysqlAdapter, MysqlQueryCompiler, MysqlIntrospector],
} as const satisfies Readonly<Record<OrmDatabase, unknown>>;

/** Statements that Kysely does not build itself, and that return rows. */
const READS = /^(?:select|with|pragma|explain|show|values)\b/i;
const RETURNS = /\breturning\b/i;

function returnsRows({ query, sql }: CompiledQuery): boolean {
  if (SelectQueryNode.is(query)) return true;
  if (query.kind !== 'RawNode') return Object(query).returning !== undefined;
  return READS.test(sql.trimStart()) || RETURNS.test(sql);
}

/** The error with which a transaction is rolled back on purpose. */
const rolledBack = new Error('The transaction is rolled back.');

/** A transaction whose function waits for its end. */
interface OpenTransaction {
  readonly commit: () => void;
  readonly rollback: (reason: Error) => void;
}

class OrmConnection<Executor> implements DatabaseConnection {
  readonly #connector: OrmConnector<Executor>;
  #on: Executor;
  #open: OpenTransaction | undefined;
  /** Settles after the transaction. */
  #end: Promise<void> = Promise.resolve();
  /** Whether a statement of the transaction can have failed. PostgreSQL then rolls back at the end, and reports no error. */
  #isSuspect = false;

  constructor(connector: OrmConnector<Executor>) {
    this.#connector = connector;
    this.#on = connector.executor;
  }

  /** Returns what runs the statements of this connection: the transaction, or the database. Undefined for another database. */
  executorOver(database: unknown): Executor | undefined {
    this.#isSuspect = true;
    return this.#connector.executor === database ? this.#on : undefined;
  }

  async executeQuery<Row>(compiled: CompiledQuery): Promise<QueryResult<Row>> {
    const { sql, parameters } = compiled;
    const statement = { sql, parameters, returnsRows: returnsRows(compiled) };
    try {
      return (await this.#connector.run(this.#on, statement)) as QueryResult<Row>;
    } catch (error) {
      this.#isSuspect = true;
      throw error;
    }
  }

  // biome-ignore lint/correctness/useYield: ORMs return all rows of a statement at once
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('An ORM does not stream the rows of a statement.');
  }

  async begin(settings: TransactionSettings): Promise<void> {
    const { transaction } = this.#connector;
    this.#isSuspect = false;
    if (transaction === undefined) {
      await this.executeQuery(CompiledQuery.raw('begin immediate'));
      return;
    }
    await new Promise<void>((begun, failed) => {
      const end = transaction(async (on) => {
        this.#on = on;
        const closed = new Promise<void>((commit, rollback) => {
          this.#open = { commit, rollback };
        });
        begun();
        await closed;
      }, settings);
      this.#end = end;
      end.catch(failed);
    });
  }

  async finish(name: 'commit' | 'rollback'): Promise<void> {
    if (this.#connector.transaction === undefined) {
      await this.executeQuery(CompiledQuery.raw(name));
      return;
    }
    if (name === 'commit' && this.#isSuspect) await this.executeQuery(CompiledQuery.raw('select 1'));
    const open = this.#open;
    this.#open = undefined;
    this.#on = this.#connector.executor;
    if (open === undefined) return;
    if (name === 'commit') {
      open.commit();
      await this.#end;
      return;
    }
    open.rollback(rolledBack);
    await this.#end.catch((error: unknown) => {
      if (error !== rolledBack) throw error;
    });
  }
}

const nothing = async (): Promise<void> => {};

/** Creates a dialect whose statements an ORM runs, in its own transactions. */
export function createOrmDialect<Executor>(connector: OrmConnector<Executor>): Dialect {
  const [Adapter, QueryCompiler, Introspector] = databases[connector.database];
  return {
    createAdapter: () => new Adapter(),
    createDriver: () => ({
      init: nothing,
      acquireConnection: async () => new OrmConnection(connector),
      beginTransaction: (on: OrmConnection<Executor>, settings: TransactionSettings) => on.begin(settings),
      commitTransaction: (on: OrmConnection<Executor>) => on.finish('commit'),
      rollbackTransaction: (on: OrmConnection<Executor>) => on.finish('rollback'),
      releaseConnection: nothing,
      // The application owns the database of the ORM.
      destroy: nothing,
    }),
    createQueryCompiler: () => new QueryCompiler(),
    createIntrospector: (db) => new Introspector(db),
  };
}

/** Returns what runs the statements of a connection: a transaction of the database of an ORM, or this database itself. */
export function ormExecutorOf<Executor>(connection: DatabaseConnection, database: Executor): Executor {
  const executor = connection instanceof OrmConnection ? connection.executorOver(database) : undefined;
  return (executor as Executor | undefined) ?? database;
}
