import type { ColumnType } from '../columns/column-type.ts';

/** A column as the database schema describes it. */
export interface DatabaseColumn {
  readonly type: ColumnType;
  /** The type as the database writes it, such as `numeric(8,2)`. Of a domain of PostgreSQL, the type below it. */
  readonly typeName: string;
  /** Whether the column can be NULL. A database says this of every column of a view. */
  readonly nullable: boolean;
  /** The default as SQL, for example `now()` or `'draft'`. Default: none. */
  readonly default?: string;
  /** Whether the value that the database computes from other columns is stored. Default: it does not compute the value. */
  readonly generated?: 'stored' | 'virtual';
  /** The expression of a generated column as SQL. Only PostgreSQL says it here. */
  readonly expression?: string;
  /** Whether each update of the row sets the value, unless it names the column: `on update current_timestamp`. Default: false. */
  readonly isRenewed?: boolean;
  /** Whether the database counts the values: `always`, or only if a row is inserted without one. Default: it does not. */
  readonly identity?: 'always' | 'by default';
  /** The values of an enumerated type, or of the elements of an array of it, in their order. Default: the type is another one. */
  readonly labels?: readonly string[];
  readonly comment?: string;
  /** Whether the collation takes different strings for equal, for example in upper and lower case. Default: false. */
  readonly hasSpellings?: boolean;
  /** Whether the database cannot compare the values, as those of the type `json` in PostgreSQL. Default: false. */
  readonly isIncomparable?: boolean;
}

/** The effect of a deletion or a change of a referenced row on the rows with a foreign key. */
export type DatabaseAction = 'no action' | 'restrict' | 'cascade' | 'set null' | 'set default';

/** A foreign key as the database schema describes it. */
export interface DatabaseForeignKey {
  /** Undefined in SQLite, which does not report it. */
  readonly name?: string;
  readonly columns: readonly string[];
  /** The referenced table, as `schema.table`. */
  readonly table: string;
  /** The referenced columns, in the order of `columns`. */
  readonly references: readonly string[];
  readonly onDelete: DatabaseAction;
  readonly onUpdate: DatabaseAction;
  /** Whether statements find a row for each value: the database has checked all of them, and hides no row. Default: unknown. */
  readonly findsRow?: boolean;
  /** Whether the database rejects each value that it writes without a row, and hides no row. Default: unknown. */
  readonly isEnforced?: boolean;
}

/** An index as the database schema describes it. */
export interface DatabaseIndex {
  readonly name: string;
  /** The columns in their order; null for an expression. */
  readonly columns: readonly (string | null)[];
  /** The columns that the index orders as if NULL were less than all values, in a database where it is greater. Default: none. */
  readonly nullsLeast?: readonly string[];
  readonly isUnique: boolean;
  /** Whether the index contains only the rows that match a condition. */
  readonly isPartial: boolean;
  /** The kind of index, for example `btree`, `hash`, `gin`, or `fulltext`. */
  readonly method: string;
}

/** The column of a table whose values a column of a view contains. */
export interface DatabaseOrigin {
  /** The table, as `schema.table`. */
  readonly table: string;
  readonly column: string;
}

/** A table or a view as the database schema describes it. */
export interface DatabaseTable {
  readonly schema: string;
  readonly name: string;
  readonly kind: 'table' | 'view' | 'materialized view' | 'foreign table' | 'virtual table';
  readonly columns: ReadonlyMap<string, DatabaseColumn>;
  /** The columns of the primary key in its order: of a view, those of the table whose rows it contains. Default: there is none. */
  readonly primaryKey?: readonly string[];
  /** The columns of each constraint and each unique index. */
  readonly constraints: ReadonlyMap<string, readonly string[]>;
  /** The valid indexes. SQLite has none for a primary key that is the number of the row. Default: there are none. */
  readonly indexes?: readonly DatabaseIndex[];
  /** Default: none is declared, or the database does not say so. */
  readonly foreignKeys?: readonly DatabaseForeignKey[];
  /** The columns of tables whose values the columns of a view contain, as PostgreSQL says it. Default: they are not known. */
  readonly origins?: ReadonlyMap<string, DatabaseOrigin>;
  /** The writes of rows of a view that the database can do: itself, or in a trigger `instead of`. Default: none. */
  readonly writes?: readonly ('insert' | 'update' | 'delete')[];
  readonly comment?: string;
  /** The extension of PostgreSQL that has created the table, such as `postgis`. */
  readonly extension?: string;
  /** Whether the rows are in partitions. MariaDB and MySQL do not list these as tables. Default: false. */
  readonly isPartitioned?: boolean;
  /** The table of which this one is a partition, as `schema.table`. */
  readonly partitionOf?: string;
  /** The tables whose rows include those of this one, as `schema.table`: inheritance of PostgreSQL. Default: none. */
  readonly inherits?: readonly string[];
  /** Columns that statements find but do not list, such as `rowid` in SQLite, and functions of one row in PostgreSQL. */
  readonly hidden?: ReadonlyMap<string, DatabaseColumn>;
  /** Whether statements find columns by their names in any letter case. */
  readonly ignoresCase?: boolean;
  /** Whether nothing runs when rows of the table are written: no trigger, and no rule. Default: unknown. */
  readonly isQuiet?: boolean;
  /** Whether inserts return rows although the dialect declares that statements do not, as in MariaDB. Default: false. */
  readonly returnsInserted?: boolean;
}

/** The features that the driver of a SQLite database lacks. */
export interface DatabaseDriver {
  /** Whether the driver cuts strings at U+0000, as that of libSQL. */
  readonly cutsStrings: boolean;
  /** The reason why the driver cannot begin a transaction, as that of Cloudflare D1. Default: it can. */
  readonly withoutTransactions?: string;
  /** Whether the driver is that of libSQL over a file, and does not wait for the lock of another process. Default: it waits, or has no file. */
  readonly withoutBusyTimeout?: boolean;
}

/**
 * The tables of a database by `schema.table`, and those that statements find without the name of a schema also by their name
 * alone: `new Set(databaseSchema.tables.values())` contains each table once.
 */
export interface DatabaseSchema {
  readonly tables: ReadonlyMap<string, DatabaseTable>;
  /** The features that the driver of a SQLite database lacks. Default: none. */
  readonly driver?: DatabaseDriver;
}
