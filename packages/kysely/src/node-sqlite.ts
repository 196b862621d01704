import { type Dialect, SqliteDialect, type SqliteStatement } from 'kysely';

/** The part of a prepared statement of `node:sqlite` that is needed. */
interface NodeSqliteStatement {
  all(...parameters: unknown[]): unknown[];
  run(...parameters: unknown[]): { readonly changes: number | bigint; readonly lastInsertRowid: number | bigint };
  iterate(...parameters: unknown[]): IterableIterator<unknown>;
  columns(): readonly unknown[];
}

/** The part of a `DatabaseSync` of `node:sqlite` that is needed. */
export interface NodeSqliteDatabase {
  prepare(sql: string): NodeSqliteStatement;
  close(): void;
}

/** Prepared statements kept for their next use; preparing takes longer than most statements run. */
const KEPT = 100;

/** SQLite knows no booleans, and older versions of Node refuse them. */
function bindable(parameters: readonly unknown[]): unknown[] {
  return parameters.map((value) => (typeof value === 'boolean' ? Number(value) : value));
}

function adapt(database: NodeSqliteDatabase, sql: string): SqliteStatement {
  // A transaction that reads first and writes then cannot wait for another process that did the same: it fails at once.
  // With the write lock from the start it waits, as long as the database's `timeout` says.
  const statement = database.prepare(sql === 'begin' ? 'begin immediate' : sql);
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...bindable(parameters)),
    run: (parameters) => statement.run(...bindable(parameters)),
    iterate: (parameters) => statement.iterate(...bindable(parameters)),
  };
}

/**
 * A Kysely dialect for the SQLite that is built into Node, 22.16 or newer. Takes an open `DatabaseSync`, so that
 * pragmas, the file and its life are the application's; `destroy()` of the Kysely closes it.
 *
 * @example
 * const db = new Kysely({ dialect: createNodeSqliteDialect(new DatabaseSync('app.db')) });
 */
export function createNodeSqliteDialect(database: NodeSqliteDatabase): Dialect {
  const kept = new Map<string, SqliteStatement>();
  function prepare(sql: string): SqliteStatement {
    const statement = kept.get(sql) ?? adapt(database, sql);
    // The least recently used stands first.
    kept.delete(sql);
    kept.set(sql, statement);
    if (kept.size > KEPT) kept.delete(kept.keys().next().value as string);
    return statement;
  }
  return new SqliteDialect({ database: { prepare, close: () => database.close() } });
}
