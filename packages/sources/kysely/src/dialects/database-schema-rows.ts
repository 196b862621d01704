import type { DatabaseColumn, DatabaseTable } from './database-schema.ts';

/** The table of a row of a database schema. */
export interface TableRow {
  readonly schema: string;
  readonly table: string;
}

/** A boolean, or 1 or 0 in databases without booleans. */
export type Flag = boolean | number | bigint;

/** The tables of a database, and what belongs to them, as its database schema lists them. */
export interface SchemaRows {
  /** A table that statements find without the name of its schema is before those that it hides. */
  readonly tables: readonly (TableRow & {
    /** Whether statements find the table without the name of its schema. */
    readonly found: Flag;
    readonly kind: DatabaseTable['kind'];
    readonly comment: string | null;
    /** Absent in databases without extensions. */
    readonly extension?: string | null;
    readonly partitioned: Flag;
    /** Whether the table is a partition of its parent. */
    readonly partition: Flag;
    /** The tables whose rows include those of this one. */
    readonly parents: readonly string[];
    /** Whether the table has the columns `system`. */
    readonly numbered: Flag;
    /**
     * Whether the database schema shows that nothing runs when rows of the table are written: no trigger, and no rule. It does not show this of
     * views, and not where the account cannot see triggers.
     */
    /** Undefined for the schema of an ORM, which does not know triggers. */
    readonly quiet: Flag | undefined;
    /** Whether inserts return rows. Only of dialects that do not declare it. */
    readonly returns?: Flag;
  })[];
  /** The columns that statements find, but do not list, in tables that are `numbered`. */
  readonly system: readonly { readonly column: string; readonly type: string }[];
  readonly columns: readonly (TableRow & {
    readonly column: string;
    readonly type: string;
    readonly nullable: Flag;
    /** Whether statements find the column, but do not list it. */
    readonly hidden: Flag;
    readonly default: string | null;
    readonly generated: NonNullable<DatabaseColumn['generated']> | null;
    readonly identity: NonNullable<DatabaseColumn['identity']> | null;
    /** See `DatabaseColumn`. */
    readonly isRenewed?: boolean;
    readonly labels: readonly string[];
    readonly comment: string | null;
    /** Whether the collation takes different strings for equal. Absent if it is not known. */
    readonly spellings?: Flag;
    /** See `ColumnType`. */
    readonly characters?: RegExp | undefined;
    /** Whether the database can compare the values. Absent or null where only the name of the type says so. */
    readonly comparable?: Flag | null;
  })[];
  /** The views, and what the database can do with them. Empty where it does not say so. */
  readonly views: readonly (TableRow & {
    /** Whether a row of the view is a row of one table. */
    readonly simple: Flag;
    /** Whether triggers can write what the database cannot. */
    readonly triggered: Flag;
    readonly insert: Flag;
    readonly update: Flag;
    readonly delete: Flag;
  })[];
  /** The columns of tables or views whose values the columns of views contain. */
  readonly origins: readonly (TableRow & {
    readonly column: string;
    readonly targetSchema: string;
    readonly targetTable: string;
    readonly targetColumn: string;
  })[];
  /** Each column of each primary key, in its order. */
  readonly keys: readonly (TableRow & { readonly column: string })[];
  /** Each column of each constraint, or null if they are not known. Those of unique indexes follow from `indexes`. */
  readonly constraints: readonly (TableRow & { readonly constraint: string; readonly column: string | null })[];
  /** Each column of each index, in its order. */
  readonly indexes: readonly (TableRow & {
    readonly index: string;
    /** Null for an expression. */
    readonly column: string | null;
    readonly unique: Flag;
    readonly partial: Flag;
    readonly method: string;
    /** Whether the index orders the column as if NULL were less than all values. Absent in databases where it is. */
    readonly least?: Flag;
  })[];
  /** Each column of each foreign key, in its order. */
  readonly references: readonly (TableRow & {
    /** The name of the foreign key, or its number. */
    readonly constraint: string | number | bigint;
    readonly column: string;
    readonly targetSchema: string;
    readonly targetTable: string;
    /** Null for a column of the primary key. */
    readonly targetColumn: string | null;
    /** As SQL writes it, in any letter case. */
    readonly onDelete: string;
    readonly onUpdate: string;
    /** See `DatabaseForeignKey`. */
    readonly findsRow?: boolean;
    readonly isEnforced?: boolean | number | bigint;
  })[];
}
