import type { SourceCall } from '@linkage/server';
import type { Expression, ExpressionBuilder, InsertType, RawBuilder, SelectType } from 'kysely';
import type { WrittenInput } from './call-value.ts';
import type { ColumnName } from './column-name.ts';
import type { AnyDatabase } from './table.ts';

/** The type of a column in the interface of the database. Unknown if the interface does not declare it. */
type DeclaredColumn<Database, Table extends string, Column extends string> = [Database] extends [never]
  ? unknown
  : Table extends keyof Database
    ? Column extends keyof Database[Table]
      ? Database[Table][Column]
      : unknown
    : unknown;

/** The type of the values of a column, as statements return them. */
export type ColumnValue<Database, Table extends string, Column extends string> = SelectType<
  DeclaredColumn<Database, Table, Column>
>;

/** Returns a column of the row. Statements use different aliases of the table, and this function contains the right one. */
export type RowColumn<Database = unknown, Table extends string = string> = <Column extends ColumnName<Database, Table>>(
  column: Column,
) => RawBuilder<ColumnValue<Database, Table, Column>>;

/** The interface of the database, or of one with any tables if there is none. */
export type KnownDatabase<Database> = [Database] extends [never]
  ? AnyDatabase
  : [keyof Database] extends [never]
    ? AnyDatabase
    : Database;

/** The expression builder of Kysely without a table, so that every column comes from `row`, or from a subquery. */
export type RowExpressionBuilder<Database = unknown> = ExpressionBuilder<KnownDatabase<Database>, never>;

/**
 * An SQL expression of one row. The function is called at start, so that a column that does not exist is an error at start,
 * and for each statement that is built. The statements of a `where` that is an expression, and of an expression with values, are
 * built for each request.
 *
 * @example
 * (row, eb) => eb.fn<number>('length', [row('title')])
 */
export type RowExpression<Database = unknown, Table extends string = string, Value = unknown> = (
  row: RowColumn<Database, Table>,
  eb: RowExpressionBuilder<Database>,
) => Expression<Value>;

/** A function of a call. Declared as a method, so that a function of a call with a specific context is assignable. */
type OfCall<Value, Context> = { of(call: SourceCall<Context>): Value }['of'];
/** Declared as a method, so that a function can declare the fields of its own type. */
type OfWrite<Value, Context> = { of(call: SourceCall<Context>, input: WrittenInput): Value }['of'];

/** The values that every driver can bind. */
type Bound = string | number | bigint | boolean | Date | Uint8Array | null;

/** The value of a column, or a function that returns it for a call. */
export type WrittenValue<Value = unknown, Context = unknown> = unknown extends Value
  ? Bound | OfCall<unknown, Context>
  : Value | OfCall<Value, Context>;

/** The value of a column, or a function that returns it for a call and the written fields. One kind of function, so that its parameters have types. */
type DerivedValue<Value, Context> = unknown extends Value
  ? Bound | OfWrite<unknown, Context>
  : Value | OfWrite<Value, Context>;

/** The type of the values that statements write into a column. */
type InsertedValue<Database, Table extends string, Column extends string> = Exclude<
  InsertType<DeclaredColumn<Database, Table, Column>>,
  undefined
>;

/** Values that the server writes, by column. */
export type WrittenValues<Database = unknown, Table extends string = string, Context = unknown> = {
  readonly [Column in ColumnName<Database, Table>]?: WrittenValue<InsertedValue<Database, Table, Column>, Context>;
};

/** Values that the server writes together with the fields of a document, by column. */
export type DerivedValues<Database = unknown, Table extends string = string, Context = unknown> = {
  readonly [Column in ColumnName<Database, Table>]?: DerivedValue<InsertedValue<Database, Table, Column>, Context>;
};

/** Values that columns have, by name. */
export type ColumnValues<Database = unknown, Table extends string = string, Context = unknown> = {
  readonly [Column in ColumnName<Database, Table>]?: WrittenValue<ColumnValue<Database, Table, Column>, Context>;
};
