/** Columns and constraints of a database as its catalog lists them. */
export interface CatalogRows {
  readonly columns: readonly {
    readonly schema: string;
    /** Whether statements find the table without the name of its schema: 1 or 0 on databases without booleans. */
    readonly found: boolean | number;
    readonly table: string;
    readonly column: string;
    readonly type: string;
    readonly nullable: boolean;
  }[];
  readonly constraints: readonly {
    readonly schema: string;
    /** Whether statements find the table without the name of its schema: 1 or 0 on databases without booleans. */
    readonly found: boolean | number;
    readonly table: string;
    readonly constraint: string;
    readonly column: string;
  }[];
}
