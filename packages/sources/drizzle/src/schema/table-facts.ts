import { type Column, getTableName, is, type Table } from 'drizzle-orm';
import { MySqlTable, getTableConfig as mysqlConfig } from 'drizzle-orm/mysql-core';
import { PgTable, getTableConfig as postgresConfig } from 'drizzle-orm/pg-core';
import { SQLiteTable, getTableConfig as sqliteConfig } from 'drizzle-orm/sqlite-core';

/** A foreign key of a table of Drizzle. */
interface ForeignKeyFacts {
  readonly reference: () => {
    readonly columns: readonly Column[];
    readonly foreignColumns: readonly Column[];
    readonly foreignTable: Table;
  };
  readonly onDelete: string | undefined;
  readonly onUpdate: string | undefined;
  getName(): string;
}

/** An index of a table of Drizzle. Its parts are columns or expressions. */
interface IndexFacts {
  readonly config: {
    readonly name?: string | undefined;
    readonly columns: readonly unknown[];
    readonly unique?: boolean | undefined;
    readonly where?: unknown;
    readonly method?: string | undefined;
  };
}

/** The facts about a table in the schema of Drizzle, in the same form for all databases. */
export interface TableFacts {
  readonly columns: readonly Column[];
  readonly indexes: readonly IndexFacts[];
  readonly foreignKeys: readonly ForeignKeyFacts[];
  readonly primaryKeys: readonly { readonly columns: readonly Column[] }[];
  readonly uniqueConstraints: readonly {
    readonly columns: readonly Column[];
    readonly name?: string | undefined;
    getName(): string | undefined;
  }[];
}

/** Reads the table of a schema of Drizzle. */
export function factsOf(table: Table): TableFacts {
  if (is(table, PgTable)) return postgresConfig(table) as unknown as TableFacts;
  if (is(table, SQLiteTable)) return sqliteConfig(table) as unknown as TableFacts;
  if (is(table, MySqlTable)) return mysqlConfig(table) as unknown as TableFacts;
  throw new TypeError(`The table "${getTableName(table)}" must be one of PostgreSQL, SQLite, or MySQL.`);
}

/**
 * Returns the column of a part of a key or of an index; undefined for an expression. PostgreSQL passes copies of columns to the functions
 * that declare keys and indexes.
 */
export function partColumn({ columns }: TableFacts, part: unknown): Column | undefined {
  const { name } = Object(part) as { readonly name?: unknown };
  return columns.find((column) => column.name === name);
}

/** Returns the columns of the primary key in its order. Empty if there is none. */
export function primaryKeyOf(facts: TableFacts): readonly Column[] {
  const { columns, primaryKeys } = facts;
  const parts = primaryKeys.at(0)?.columns ?? columns.filter(({ primary }) => primary);
  return parts.map((part) => partColumn(facts, part)).filter((it) => it !== undefined);
}
