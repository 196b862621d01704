/// <reference path="../../sql-js.d.ts" />
import { type Dialect, SqliteDialect, type SqliteStatement } from 'kysely';
import type { Database, Statement } from 'sql.js';

type Row = Readonly<Record<string, unknown>>;

/** Runs a statement once. */
function* rowsOf(statement: Statement, values: readonly unknown[]): Generator<Row> {
  // SQLite does not have booleans.
  statement.bind(values.map((value) => (typeof value === 'boolean' ? Number(value) : value)));
  const names = statement.getColumnNames();
  while (statement.step()) {
    const row = statement.get();
    yield Object.fromEntries(names.map((name, index) => [name, row[index]]));
  }
}

function adapt(database: Database, sql: string): SqliteStatement {
  const statement = database.prepare(sql);
  return {
    reader: statement.getColumnNames().length > 0,
    all: (values) => {
      try {
        return [...rowsOf(statement, values)];
      } finally {
        statement.free();
      }
    },
    run: (values) => {
      try {
        for (const _ of rowsOf(statement, values));
        return { changes: database.getRowsModified(), lastInsertRowid: 0 };
      } finally {
        statement.free();
      }
    },
    iterate: (values) => rowsOf(statement, values),
  };
}

/** Creates a Kysely dialect for SQLite in WebAssembly. */
export function createSqlJsDialect(database: Database): Dialect {
  return new SqliteDialect({
    database: { prepare: (sql: string) => adapt(database, sql), close: () => database.close() },
  });
}
