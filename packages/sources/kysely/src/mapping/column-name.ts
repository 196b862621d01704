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
