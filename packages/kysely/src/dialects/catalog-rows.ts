/** The table of a row of a catalog. */
interface TableRow {
  readonly schema: string;
  readonly table: string;
}

/** Columns, constraints, and foreign keys of a database as its catalog lists them. */
export interface CatalogRows {
  /** The rows of a table that statements find without the name of its schema are before those of tables that it hides. */
  readonly columns: readonly (TableRow & {
    /** Whether statements find the table without the name of its schema: 1 or 0 on databases without booleans. */
    readonly found: boolean | number;
    readonly column: string;
    readonly type: string;
    readonly nullable: boolean;
    /** Whether the table is a view: 1 or 0 on databases without booleans. */
    readonly view: boolean | number;
    /** Whether statements find the column, but do not list it: 1 or 0 on databases without booleans. */
    readonly hidden: boolean | number;
  })[];
  readonly constraints: readonly (TableRow & { readonly constraint: string; readonly column: string })[];
  /** Each column of each foreign key, in its order. */
  readonly references: readonly (TableRow & {
    /** The name of the foreign key, or its number. */
    readonly constraint: string | number | bigint;
    readonly column: string;
    readonly targetSchema: string;
    readonly targetTable: string;
    /** Null for a column of the primary key. */
    readonly targetColumn: string | null;
  })[];
}
