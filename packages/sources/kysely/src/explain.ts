import type { CompiledQuery, DatabaseConnection, Dialect, Driver } from 'kysely';
import { markReported, missingIndexesOf } from './dialects/reported-statements.ts';

/** A statement that was executed. Its parameters are not part of it, so that it can be logged. */
export interface ExecutedStatement {
  readonly sql: string;
  /** The types of the parameters, for example `string`, `null` or `array of 3`. */
  readonly parameterTypes: readonly string[];
  /** The number of rows that the statement returned or changed. Undefined if it failed. */
  readonly rows: number | undefined;
  readonly milliseconds: number;
  /**
   * The indexes without which a list reads or sorts all rows of a table, each as `create index` writes it: `article (status, created, id)`.
   * Known for statements of sources with a database schema, also if a table is still small. Empty for others.
   */
  readonly missingIndexes: readonly string[];
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return `array of ${value.length}`;
  if (value instanceof Date) return 'date';
  return value instanceof Uint8Array ? `bytes of ${value.length}` : typeof value;
}

type Report = (statement: ExecutedStatement) => void;

/** A connection that reports each statement. Other methods need the connection itself: drivers keep private members in it. */
function reporting(connection: DatabaseConnection, report: Report): DatabaseConnection {
  async function executeQuery<Row>(query: CompiledQuery, options?: Parameters<DatabaseConnection['executeQuery']>[1]) {
    const begin = performance.now();
    let rows: number | undefined;
    try {
      const result = await connection.executeQuery<Row>(query, options);
      rows = result.rows.length > 0 ? result.rows.length : Number(result.numAffectedRows ?? 0);
      return result;
    } finally {
      const milliseconds = performance.now() - begin;
      const missingIndexes = missingIndexesOf(query);
      report({ sql: query.sql, parameterTypes: query.parameters.map(typeOf), rows, milliseconds, missingIndexes });
    }
  }
  const { cancelQuery, collectSessionInfo, killSession } = connection;
  return {
    executeQuery,
    streamQuery: connection.streamQuery.bind(connection),
    ...(cancelQuery && { cancelQuery: cancelQuery.bind(connection) }),
    ...(collectSessionInfo && { collectSessionInfo: collectSessionInfo.bind(connection) }),
    ...(killSession && { killSession: killSession.bind(connection) }),
  };
}

function reportingDriver(driver: Driver, report: Report): Driver {
  const connections = new WeakMap<DatabaseConnection, DatabaseConnection>();
  const own = (connection: DatabaseConnection): DatabaseConnection => connections.get(connection) ?? connection;
  /** The driver executes these statements itself. */
  async function timed(sql: string, executed: Promise<void>): Promise<void> {
    const begin = performance.now();
    await executed.finally(() => {
      report({ sql, parameterTypes: [], rows: 0, milliseconds: performance.now() - begin, missingIndexes: [] });
    });
  }
  const { savepoint, rollbackToSavepoint, releaseSavepoint } = driver;
  return {
    init: (options) => driver.init(options),
    async acquireConnection(options) {
      const connection = await driver.acquireConnection(options);
      const reported = reporting(connection, report);
      connections.set(reported, connection);
      return reported;
    },
    beginTransaction: (connection, settings) => timed('begin', driver.beginTransaction(own(connection), settings)),
    commitTransaction: (connection) => timed('commit', driver.commitTransaction(own(connection))),
    rollbackTransaction: (connection) => timed('rollback', driver.rollbackTransaction(own(connection))),
    ...(savepoint && { savepoint: (connection, ...given) => savepoint.call(driver, own(connection), ...given) }),
    ...(rollbackToSavepoint && {
      rollbackToSavepoint: (connection, ...given) => rollbackToSavepoint.call(driver, own(connection), ...given),
    }),
    ...(releaseSavepoint && {
      releaseSavepoint: (connection, ...given) => releaseSavepoint.call(driver, own(connection), ...given),
    }),
    releaseConnection: (connection, options) => driver.releaseConnection(own(connection), options),
    destroy: (options) => driver.destroy(options),
  };
}

/**
 * Returns a dialect that reports every statement with the types of its parameters, its rows, its time, and the indexes that it lacks, but without
 * values. `report` runs in the asynchronous context of the request, so an `AsyncLocalStorage` finds the request.
 *
 * @param report Called after each statement, also a failed one. It must not throw.
 * @example
 * const db = new Kysely({ dialect: explainStatements(new PostgresDialect({ pool }), (statement) => log(statement)) });
 */
export function explainStatements(dialect: Dialect, report: (statement: ExecutedStatement) => void): Dialect {
  return {
    createAdapter: () => markReported(dialect.createAdapter()),
    createDriver: () => reportingDriver(dialect.createDriver(), report),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  };
}
