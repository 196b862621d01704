import type { Awaitable } from '@linkage/core/internal';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Kysely,
  type QueryExecutor,
  type QueryResult,
  SqliteDriver,
  type SqliteStatement,
  Transaction,
} from 'kysely';
import { sendStatement } from './sent-statements.ts';

// A driver that blocks the thread has the rows when its function returns. The promises of Kysely around it take longer than the statement.

/** The connection of a driver that blocks the thread. */
interface DirectConnection {
  /**
   * Runs a statement. Returns undefined if it must wait for the connection, or if something reports the statements.
   *
   * @param isInside Whether the statement belongs to the transaction that `begin` has begun.
   */
  readonly run: (statement: CompiledQuery, isInside: boolean) => QueryResult<unknown> | undefined;
  /** Begins a transaction. Until it ends, others wait for the connection. Returns false if it must wait, like `run`. */
  readonly begin: () => boolean;
  /** Commits or rolls back. What fails to be committed is rolled back. */
  readonly end: (isKept: boolean) => void;
  /** Returns a transaction for statements that Kysely executes. */
  readonly transactionOf: <Database>(db: Pick<Kysely<Database>, 'getExecutor'>) => Transaction<Database>;
}

/** The connections that drivers offer. */
const offered = new WeakMap<DatabaseConnection, DirectConnection>();
/** The connections of databases, by their adapter. Undefined if there is none. */
const known = new WeakMap<object, DirectConnection | undefined>();
/** The member of an executor with the connection of its transaction, which has begun directly and is open. */
const openOn = Symbol('open');

interface MaybeOpen {
  [openOn]?: DirectConnection | undefined;
}

/**
 * Executes a statement: directly if the driver offers it and nothing else uses the connection. The first statement of a database shows whether
 * the connection that Kysely provides is that of the driver, and not one that the application wraps.
 */
export function executeDirectly<Row>(
  db: Pick<Kysely<never>, 'getExecutor' | 'executeQuery' | 'isTransaction'>,
  statement: CompiledQuery<Row>,
): Awaitable<QueryResult<Row>> {
  const executor = db.getExecutor();
  const { adapter, plugins } = executor;
  const inside = (executor as MaybeOpen)[openOn];
  // Plugins can change rows.
  if (inside === undefined && (db.isTransaction || plugins.length > 0)) return sendStatement(db, statement);
  if (inside !== undefined || known.has(adapter)) {
    const rows = (inside ?? known.get(adapter))?.run(statement, inside !== undefined);
    return (rows as QueryResult<Row> | undefined) ?? sendStatement(db, statement);
  }
  return executor.provideConnection((connection) => {
    known.set(adapter, offered.get(connection));
    return connection.executeQuery<Row>(statement);
  });
}

/** A transaction that has begun. */
interface Begun<Database> {
  readonly transaction: Kysely<Database>;
  readonly end: DirectConnection['end'];
}

/** Begins a transaction directly. Returns undefined if Kysely must begin it. */
export function beginDirectly<Database>(db: Pick<Kysely<Database>, 'getExecutor'>): Begun<Database> | undefined {
  const { adapter, plugins } = db.getExecutor();
  const direct = plugins.length === 0 ? known.get(adapter) : undefined;
  if (direct?.begin() !== true) return undefined;
  const transaction = direct.transactionOf(db);
  const executor: QueryExecutor & MaybeOpen = transaction.getExecutor();
  executor[openOn] = direct;
  const end = (isKept: boolean): void => {
    executor[openOn] = undefined;
    direct.end(isKept);
  };
  return { transaction, end };
}

/** The required part of a database. */
interface SqliteDatabase {
  readonly prepare: (sql: string) => SqliteStatement;
  readonly close: () => void;
}

/** Whether a transaction is open. Absent in versions that cannot tell. */
interface SqliteState {
  readonly isTransaction?: boolean;
}

const begin: CompiledQuery = CompiledQuery.raw('begin');
const commit: CompiledQuery = CompiledQuery.raw('commit');
const rollback: CompiledQuery = CompiledQuery.raw('rollback');

/** A driver whose connection can also be taken directly, while nobody has it through Kysely. */
class SharedDriver extends SqliteDriver {
  /** How many have the connection through Kysely, or wait for it. */
  #users = 0;
  /** Those that wait for the end of the transaction that has begun directly. */
  #waiting: (() => void)[] | undefined;
  #isClosed = false;

  constructor(dialect: Dialect, database: SqliteDatabase, state: SqliteState) {
    super({
      database,
      onCreateConnection: async (connection) => {
        offered.set(connection, this.#directOf(connection, dialect, database, state));
      },
    });
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    while (this.#waiting !== undefined) await new Promise<void>((resolve) => this.#waiting?.push(resolve));
    this.#users++;
    return super.acquireConnection();
  }

  override async releaseConnection(): Promise<void> {
    this.#users--;
    return super.releaseConnection();
  }

  override async destroy(): Promise<void> {
    this.#isClosed = true;
    return super.destroy();
  }

  #directOf(
    connection: DatabaseConnection,
    dialect: Dialect,
    { prepare }: SqliteDatabase,
    state: SqliteState,
  ): DirectConnection {
    const run: DirectConnection['run'] = ({ sql, parameters }, isInside) => {
      // The rows of a transaction are those of another request, which can still roll back. Kysely logs by a method of the connection's own.
      const waits = this.#isClosed || state.isTransaction !== false || Object.hasOwn(connection, 'executeQuery');
      if (waits && !isInside) return undefined;
      const statement = prepare(sql);
      if (statement.reader) return { rows: statement.all(parameters) };
      const { changes, lastInsertRowid } = statement.run(parameters);
      return { rows: [], insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes) };
    };
    return {
      run,
      begin: () => {
        if (this.#users > 0 || run(begin, false) === undefined) return false;
        this.#waiting = [];
        return true;
      },
      end: (isKept) => {
        try {
          run(isKept ? commit : rollback, true);
        } catch (error) {
          if (isKept) run(rollback, true);
          throw error;
        } finally {
          const waiting = this.#waiting ?? [];
          this.#waiting = undefined;
          for (const resume of waiting) resume();
        }
      },
      transactionOf: <Database>(db: Pick<Kysely<Database>, 'getExecutor'>) => {
        const executor: QueryExecutor & MaybeOpen = db.getExecutor().withConnectionProvider({
          provideConnection: async (consumer) => {
            if (executor[openOn] === undefined) throw new Error('The transaction of this statement has ended.');
            return consumer(connection);
          },
        });
        return new Transaction<Database>({ config: { dialect }, dialect, driver: this, executor });
      },
    };
  }
}

/** Makes the drivers of a dialect offer their connections for direct use. */
export function shareConnections(dialect: Dialect, database: SqliteDatabase, state: SqliteState): Dialect {
  dialect.createDriver = () => new SharedDriver(dialect, database, state);
  return dialect;
}
