import type { ColumnForm } from '../columns/column-type.ts';
import type { SearchMapping } from '../dialects/word-search.ts';

/** The storage of one attribute. NULL is null in both; the two functions are never called with it. */
export interface ColumnMapping<Value = unknown, Column extends string = string> {
  /** The name of the column. Default: the name of the attribute. */
  readonly column?: Column;
  /**
   * The type of the column as SQL writes it, for example `varchar(40)` or `numeric(8, 2)`. A value that the column cannot
   * store is then rejected before it reaches the database. `json` is read as text. Default: the type from the database schema.
   */
  readonly type?: string;
  /**
   * The form of the values in records, which `arrayColumn`, `base64Column`, `instantColumn`, and `localDateTimeColumn` set. Default: the
   * form in which the sources read the type of the column.
   */
  readonly form?: ColumnForm;
  /** Where the operator `search` looks for words. Default: in the column, whose strings PostgreSQL reads without an index. */
  readonly search?: SearchMapping;
  /** Converts a database value to the attribute's value. Default: unchanged. */
  decode?(stored: unknown): Value;
  /** Converts the attribute's value, which is never null or undefined, to a database value. Default: unchanged. */
  encode?(value: Exclude<Value, null | undefined>): unknown;
}
