import type { Expression, SqlBool } from 'kysely';

/** Returns an expression of the rows of an alias. */
export type ExpressionAt = (alias: string) => Expression<unknown>;

/** The rows of a table that are resources of a type. */
export interface RowFilter {
  /** Returns the conditions on the rows of an alias, except those on some columns. An expression is one condition. */
  readonly conditions: (alias: string, except?: Readonly<Record<string, unknown>>) => readonly Expression<SqlBool>[];
  /** The values of the columns of new rows: constants, or parameters that depend on the call. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Whether a write can change a row so that the filter excludes it, because the filter does not determine the values of columns. */
  readonly isExpression: boolean;
}
