/** Columns and constraints of a database as its catalog lists them. `schema` is empty for the one that is searched first. */
export interface CatalogRows {
  readonly columns: readonly {
    readonly schema: string;
    readonly table: string;
    readonly column: string;
    readonly type: string;
    readonly nullable: boolean;
  }[];
  readonly constraints: readonly {
    readonly schema: string;
    readonly table: string;
    readonly constraint: string;
    readonly column: string;
  }[];
}
