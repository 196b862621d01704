import { type Dialect, SqliteDialect, type SqliteStatement } from 'kysely';
import { shareConnections } from './dialects/direct-statements.ts';

/** The required part of a prepared statement of `node:sqlite`. */
interface NodeSqliteStatement {
  all(...parameters: unknown[]): unknown[];
  run(...parameters: unknown[]): { readonly changes: number | bigint; readonly lastInsertRowid: number | bigint };
  iterate(...parameters: unknown[]): IterableIterator<unknown>;
  columns(): readonly { readonly name: string }[];
  /** Absent before Node 24: rows are then read as objects. */
  setReturnArrays?(returnArrays: boolean): void;
  setReadBigInts?(readBigInts: boolean): void;
}

/** The required part of a `DatabaseSync` of `node:sqlite`. */
export interface NodeSqliteDatabase {
  prepare(sql: string): NodeSqliteStatement;
  close(): void;
  /** Whether a transaction is open. Absent in versions that cannot tell. */
  readonly isTransaction?: boolean;
}

/**
 * Half of the maximum number of cached prepared statements. Preparing a statement takes longer than running most statements.
 */
const GENERATION_SIZE = 50;

/** SQLite does not have booleans, and older versions of Node reject them. */
function bindable(parameters: readonly unknown[]): readonly unknown[] {
  if (!parameters.includes(true) && !parameters.includes(false)) return parameters;
  return parameters.map((value) => (typeof value === 'boolean' ? Number(value) : value));
}

type Row = Readonly<Record<string, unknown>>;

/** An integer that a number holds exactly, as a number. */
function narrowed(value: unknown): unknown {
  return typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

/** Whether a statement failed because a number does not hold one of the integers that it read. */
function isTooLarge(error: unknown): boolean {
  return error instanceof RangeError && (error as { readonly code?: unknown }).code === 'ERR_OUT_OF_RANGE';
}

/**
 * Returns a function that makes objects of rows that are arrays. Cloning a template is faster than the objects of Node, also for
 * reads.
 */
function rowReader(names: readonly string[], readValue?: (value: unknown) => unknown): (row: unknown) => Row {
  const template = Object.fromEntries(names.map((name) => [name, null]));
  return (row) => {
    const values = row as readonly unknown[];
    const object: Record<string, unknown> = { ...template };
    for (let index = 0; index < names.length; index++) {
      object[names[index] as string] = readValue === undefined ? values[index] : readValue(values[index]);
    }
    return object;
  };
}

/**
 * Keeps statements out of a transaction that nothing ends any more: one that could not be rolled back, or whose `begin` failed after
 * it took effect. Otherwise a later write would be confirmed and never committed.
 */
interface LeftOver {
  /** Rolls back a transaction that was left open. Throws if it cannot. */
  readonly end: () => void;
  /** Runs `begin`, `commit`, or `rollback`. */
  readonly run: (sql: string, execute: () => SqliteResult) => SqliteResult;
}

type SqliteResult = ReturnType<SqliteStatement['run']>;

const unchanged: SqliteResult = Object.freeze({ changes: 0, lastInsertRowid: 0 });

function watchTransactions(database: NodeSqliteDatabase): LeftOver {
  let isLeft = false;
  const end = (): void => {
    if (!isLeft) return;
    if (database.isTransaction === true) database.prepare('rollback').run();
    isLeft = false;
  };
  return {
    end,
    run(sql, execute) {
      // SQLite rolls back by itself if the disk is full or cannot be read. A second rollback would fail and hide the reason.
      if (sql === 'rollback' && database.isTransaction === false) return unchanged;
      try {
        return execute();
      } catch (error) {
        // After a failed `commit`, Kysely rolls back itself.
        isLeft = sql !== 'commit' && database.isTransaction === true;
        try {
          end();
        } catch {
          // The next statement tries again.
        }
        throw error;
      }
    },
  };
}

const boundaries: ReadonlySet<string> = new Set(['begin', 'commit', 'rollback']);

function adapt(database: NodeSqliteDatabase, leftOver: LeftOver, sql: string): SqliteStatement {
  // A transaction that first reads and then writes cannot wait for another process that did the same: it fails
  // immediately. With the write lock from the start, it waits for at most the database's `timeout`.
  const statement = database.prepare(sql === 'begin' ? 'begin immediate' : sql);
  const names = statement.columns().map(({ name }) => name);
  const isWrite = names.length > 0 && !/^\s*(?:select|with|pragma|explain)\b/i.test(sql);
  // A change of a table can give a star other columns, and two columns of one name are one member.
  const isFixed = !sql.includes('*') && new Set(names).size === names.length;
  const hasArrays = isFixed && names.length > 0 && statement.setReturnArrays !== undefined;
  if (hasArrays) statement.setReturnArrays?.(true);
  // A write cannot be repeated, so its integers are read as bigints: also the number of the last row that was inserted.
  if (isWrite || names.length === 0) statement.setReadBigInts?.(true);
  const narrow = hasArrays
    ? rowReader(names, narrowed)
    : (row: unknown): Row =>
        Object.fromEntries(Object.entries(row as Row).map(([name, value]) => [name, narrowed(value)]));
  const readRow = hasArrays ? rowReader(names) : undefined;
  const rowOf = (row: unknown): unknown => (readRow === undefined ? row : readRow(row));
  /** Reads again with integers as bigints, and makes numbers of those that fit. */
  function readExactly(parameters: readonly unknown[]): unknown[] {
    statement.setReadBigInts?.(true);
    try {
      return statement.all(...bindable(parameters)).map(narrow);
    } finally {
      statement.setReadBigInts?.(false);
    }
  }
  const run = (parameters: readonly unknown[]): SqliteResult => statement.run(...bindable(parameters));
  return {
    reader: names.length > 0,
    all: (parameters) => {
      leftOver.end();
      try {
        const rows = statement.all(...bindable(parameters));
        if (isWrite) return rows.map(narrow);
        return readRow === undefined ? rows : rows.map(readRow);
      } catch (error) {
        if (isWrite || !isTooLarge(error)) throw error;
        return readExactly(parameters);
      }
    },
    run: (parameters) => {
      leftOver.end();
      return boundaries.has(sql) ? leftOver.run(sql, () => run(parameters)) : run(parameters);
    },
    *iterate(parameters) {
      leftOver.end();
      for (const row of statement.iterate(...bindable(parameters))) yield isWrite ? narrow(row) : rowOf(row);
    },
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
  let young = new Map<string, SqliteStatement>();
  let old = young;
  const leftOver = watchTransactions(database);
  function prepare(sql: string): SqliteStatement {
    const known = young.get(sql);
    if (known !== undefined) return known;
    // Statements that were not used for a generation are dropped.
    const statement = old.get(sql) ?? adapt(database, leftOver, sql);
    if (young.size >= GENERATION_SIZE) {
      old = young;
      young = new Map();
    }
    young.set(sql, statement);
    return statement;
  }
  const own = { prepare, close: () => database.close() };
  return shareConnections(new SqliteDialect({ database: own }), own, database);
}
