import type { SelectType } from 'kysely';

/** The names of the tables of a Kysely database; any name if its interface does not declare them. */
export type TableName<Database> = [keyof Database] extends [never]
  ? string
  : string extends keyof Database
    ? string
    : keyof Database & string;

/** The names of the columns of a table; any name if the interface does not declare them. */
export type ColumnName<Database, Table extends string> = [keyof Database] extends [never]
  ? string
  : string extends keyof Database
    ? string
    : Table extends keyof Database
      ? [keyof Database[Table]] extends [never]
        ? string
        : keyof Database[Table] & string
      : never;

/** What sources can read from a column, for attributes that are strings, numbers, and booleans. */
type ReadAs<Stored> = [Stored] extends [string]
  ? string
  : [Stored] extends [boolean]
    ? boolean
    : [Stored] extends [number]
      ? number | boolean
      : unknown;

/** Whether an attribute can have the values of a column. Objects, and columns of other types, are compared at start only. */
type Fits<Value, Stored> = [Value] extends [string | number | boolean]
  ? [Value & ReadAs<NonNullable<Stored>>] extends [never]
    ? false
    : true
  : true;

/** The names of the columns whose values an attribute can have without a conversion. */
export type FittingColumn<Database, Table extends string, Value> =
  string extends ColumnName<Database, Table>
    ? string
    : Table extends keyof Database
      ? {
          [Name in ColumnName<Database, Table>]: Name extends keyof Database[Table]
            ? Fits<Value, SelectType<Database[Table][Name]>> extends true
              ? Name
              : never
            : never;
        }[ColumnName<Database, Table>]
      : never;
