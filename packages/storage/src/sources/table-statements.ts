import type { CommonStatements, RowQuery, Running } from './model-statements.ts';
import type { ConditionBuilder } from './storage-condition.ts';

/**
 * The columns of a to-many relationship: a property of the related rows that contains the key of the resource, or a table
 * between both. `through` is a name of your choice for this table; `from` and `to` are its properties with the keys of the
 * resource and of the related resource.
 */
export type ToManyTable =
  | { readonly foreignKey: string }
  | { readonly through: string; readonly from: string; readonly to: string };

/** The tables of the to-many relationships, by type and relationship. */
export type ToManyTables = Readonly<Record<string, Readonly<Record<string, ToManyTable>>>>;

/** The functions with which a library writes conditions on tables. A table is named like its resource type, or like `through`. */
export interface TableConditions<Condition> extends Omit<ConditionBuilder<Condition>, 'anyRelated'> {
  /** Whether a column has a value that a column of another table has in the rows that match a condition. */
  readonly inRows: (
    table: string,
    property: string,
    other: string,
    otherProperty: string,
    where: Condition | undefined,
  ) => Condition;
}

/** The rows of a table that a statement reads. */
export interface TableQuery<Condition> extends Omit<RowQuery<Condition>, 'type' | 'include'> {
  readonly table: string;
}

type Rows = Running<readonly object[]>;
type Values = Record<string, unknown>;

/**
 * The statements of a library with tables: a query builder such as Drizzle. Rows are objects with the properties of columns.
 * `on` is the database, or the transaction.
 */
export interface TableStatements<Executor, Condition> extends CommonStatements<Executor> {
  /** The tables of the to-many relationships. */
  readonly toMany: ToManyTables;
  readonly conditions: TableConditions<Condition>;
  /** Returns rows. */
  readonly select: (on: Executor, query: TableQuery<Condition>) => Rows;
  /** Counts rows. */
  readonly count: (on: Executor, table: string, where: Condition | undefined) => Running<number>;
  /** Inserts rows and returns them. Must ignore rows whose `key`, a list of properties, another row has already. */
  readonly insert: (on: Executor, table: string, rows: Values[], key: readonly string[]) => Rows;
  /** Updates the rows that match, and returns them. */
  readonly update: (on: Executor, table: string, where: Condition, values: Values) => Rows;
  /** Deletes the rows that match, and returns them: an object for each. */
  readonly delete: (on: Executor, table: string, where: Condition) => Rows;
}
