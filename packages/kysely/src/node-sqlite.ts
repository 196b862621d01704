import { type Dialect, SqliteDialect, type SqliteStatement } from 'kysely';

/** The required part of a prepared statement of `node:sqlite`. */
interface NodeSqliteStatement {
  all(...parameters: unknown[]): unknown[];
  run(...parameters: unknown[]): { readonly changes: number | bigint; readonly lastInsertRowid: number | bigint };
  iterate(...parameters: unknown[]): IterableIterator<unknown>;
  columns(): readonly unknown[];
}

/** The required part of a `DatabaseSync` of `node:sqlite`. */
export interface NodeSqliteDatabase {
  prepare(sql: string): NodeSqliteStatement;
  close(): void;
}

/**
 * The maximum number of cached prepared statements. Preparing a statement takes longer than running most statements.
 */
const CACHE_SIZE = 100;

/** SQLite does not have booleans, and older versions of Node reject them. */
function bindable(parameters: readonly unknown[]): unknown[] {
  return parameters.map((value) => (typeof value === 'boolean' ? Number(value) : value));
}

function adapt(database: NodeSqliteDatabase, sql: string): SqliteStatement {
  // A transaction that first reads and then writes cannot wait for another process that did the same: it fails
  // immediately. With the write lock from the start, it waits for at most the database's `timeout`.
  const statement = database.prepare(sql === 'begin' ? 'begin immediate' : sql);
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...bindable(parameters)),
    run: (parameters) => statement.run(...bindable(parameters)),
    iterate: (parameters) => statement.iterate(...bindable(parameters)),
  };
}

/**
 * Creates a Kysely dialect for the SQLite of Node, version 22.16 or later. Requires an open `DatabaseSync`, so your
 * application controls its pragmas, its file, and its lifetime; `destroy()` of Kysely closes it.
 *
 * @example
 * const db = new Kysely({ dialect: createNodeSqliteDialect(new DatabaseSync('app.db')) });
 */
export function createNodeSqliteDialect(database: NodeSqliteDatabase): Dialect {
  const kept = new Map<string, SqliteStatement>();
  function prepare(sql: string): SqliteStatement {
    const statement = kept.get(sql) ?? adapt(database, sql);
    // The least recently used statement is first.
    kept.delete(sql);
    kept.set(sql, statement);
    if (kept.size > CACHE_SIZE) kept.delete(kept.keys().next().value as string);
    return statement;
  }
  return new SqliteDialect({ database: { prepare, close: () => database.close() } });
}
