import type { DatabaseSchema } from '@linkage/kysely';
import { dialectOf, parseColumnType } from '@linkage/kysely/internal';
import { type Column, getTableColumns, is, Table } from 'drizzle-orm';
import { MySqlTable } from 'drizzle-orm/mysql-core';
import { PgTable } from 'drizzle-orm/pg-core';
import { MysqlAdapter, PostgresAdapter, SqliteAdapter } from 'kysely';
import { databaseSchemaOfTables } from './database-schema-rows.ts';
import { plainNames } from './names.ts';

/** A column of a table that a schema exports. */
export interface SchemaColumn {
  /** The property of the table. */
  readonly property: string;
  /** The values of the column in JSON, if they do not follow from its type in SQL; `unknown` if they are only known at run time. */
  readonly values: 'boolean' | 'decimal' | 'instant' | 'integer' | 'json' | 'number' | 'unknown' | undefined;
  /** Whether a function of the schema computes the value of new rows. */
  readonly isComputed: boolean;
}

/** A table that a schema exports. */
export interface SchemaTable {
  /** The name of the export. */
  readonly name: string;
  readonly columns: ReadonlyMap<string, SchemaColumn>;
}

/** The module of a schema of Drizzle. */
export interface DrizzleSchema {
  readonly database: 'sqlite' | 'postgres' | 'mysql';
  readonly databaseSchema: DatabaseSchema;
  /** The exported tables by their names in statements. */
  readonly tables: ReadonlyMap<string, SchemaTable>;
}

const valuesByType: ReadonlyMap<string, SchemaColumn['values']> = new Map([
  ...(['SQLiteBoolean', 'MySqlBoolean'] as const).map((it) => [it, 'boolean'] as const),
  ...(['SQLiteTextJson', 'MySqlJson', 'PgJson', 'PgJsonb'] as const).map((it) => [it, 'json'] as const),
  ...(['SQLiteTimestamp', 'PgTimestamp', 'PgTimestampString', 'MySqlTimestamp', 'MySqlTimestampString'] as const).map(
    (it) => [it, 'instant'] as const,
  ),
  ...(['MySqlDateTime', 'MySqlDateTimeString'] as const).map((it) => [it, 'instant'] as const),
]);

function valuesOf(column: Column): SchemaColumn['values'] {
  const { columnType, dataType } = column;
  const known = valuesByType.get(columnType);
  if (known !== undefined || columnType === 'PgArray') return known;
  // SQLite reads a number, and the type in Drizzle is a string or a bigint.
  if (columnType === 'SQLiteNumeric' || columnType === 'SQLiteNumericBigInt') return 'decimal';
  // The values of a point are a string in SQL, and a list or an object in Drizzle.
  if (dataType === 'custom' || dataType === 'array' || dataType === 'json') return 'unknown';
  const { kind } = parseColumnType(column.getSQLType());
  if (dataType !== 'number') return undefined;
  return kind === 'numeric' ? 'number' : kind === 'integer' ? 'integer' : undefined;
}

function adapterOf(table: Table) {
  if (is(table, PgTable)) return new PostgresAdapter();
  return is(table, MySqlTable) ? new MysqlAdapter() : new SqliteAdapter();
}

function schemaTable(name: string, table: Table): SchemaTable {
  const columns = Object.entries(getTableColumns(table)).map(([property, column]) => {
    const isComputed = column.defaultFn !== undefined || column.onUpdateFn !== undefined;
    return [plainNames.column(column), { property, values: valuesOf(column), isComputed }] as const;
  });
  return { name, columns: new Map(columns) };
}

/**
 * Reads the tables that the module of a schema exports, without a database.
 *
 * @throws {TypeError} If it exports no table.
 */
export function readSchema(module: object): DrizzleSchema {
  const exported = Object.entries(module).filter((it): it is [string, Table] => is(it[1], Table));
  const [first] = exported;
  if (first === undefined) throw new TypeError('the module exports no table of Drizzle');
  const adapter = adapterOf(first[1]);
  const dialect = dialectOf({ getExecutor: () => ({ adapter }) } as never);
  const databaseSchema = databaseSchemaOfTables(
    exported.map(([, table]) => table),
    dialect,
    plainNames,
  );
  const tables = exported.map(([name, table]) => [plainNames.table(table), schemaTable(name, table)] as const);
  return { database: dialect.name, databaseSchema, tables: new Map(tables) };
}
