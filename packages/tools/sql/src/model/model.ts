import type { FilterOperator } from '@linkage/core';
import type { WriteAction } from '@linkage/core/internal';
import type { DatabaseTable } from '@linkage/kysely';
import type { DraftSearch, DraftValue } from './draft-value.ts';
import type { DraftFunction, KnownFunction } from './function-model.ts';

/** The databases, as far as their types of columns differ. */
export type DatabaseKind = 'sqlite' | 'postgres' | 'mysql';
/** A right on a column, or on at least one column of a table. */
export type DraftRight = 'select' | 'insert' | 'update' | 'delete';
/** The function of `@linkage/kysely` that converts the values of a column, `number` for `Number`, or `expression` for a function of a row. */
export type DraftCodec = 'booleanColumn' | 'jsonColumn' | 'localDateTimeColumn' | 'number' | 'expression';

/** An attribute of a draft. */
export interface DraftAttribute {
  readonly name: string;
  readonly column: string;
  readonly value: DraftValue;
  readonly codec: DraftCodec | undefined;
  readonly nullable: boolean;
  /** Whether a new row can omit the column, because the database has a default for it. */
  readonly hasDefault: boolean;
  readonly write: boolean | 'create' | 'update';
  /** Whether responses contain it only if `fields` lists it. */
  readonly onDemand: boolean;
  readonly filter: boolean | readonly FilterOperator[];
  /** Where requests search for words. Default: they cannot. */
  readonly search?: DraftSearch | undefined;
  readonly sort: boolean;
  /** The comment of the column in the database. */
  readonly description: string | undefined;
  /** The type of the column, as the database writes it. */
  readonly typeName: string;
}

/** Where a relationship is stored, as `createKyselySources` expects it. */
export type DraftStorage =
  | {
      readonly column: string | readonly string[];
      /** The columns of the target that it references, if they are not its id. */
      readonly references?: string | readonly string[];
    }
  | {
      readonly foreignKey: string | readonly string[];
      /** The columns of the type's own table that it references, if they are not its id. */
      readonly references?: string | readonly string[];
    }
  | { readonly through: string; readonly from: string; readonly to: string }
  | {
      readonly column: string;
      readonly typeColumn: string;
      /** The value of the column for each type. */
      readonly types: Readonly<Record<string, string>>;
    };

/** A relationship of a draft. */
export interface DraftRelationship {
  readonly name: string;
  readonly kind: 'to-one' | 'to-many';
  /** The name of the target type, or of the first one. */
  readonly target: string;
  /** The names of all target types, if there are several. */
  readonly targets?: readonly string[];
  /** The name of the inverse relationship. */
  readonly inverse: string | undefined;
  readonly required: boolean;
  readonly write: boolean | 'create' | 'update';
  /** Whether `filter` accepts the relationship, and paths through it to the fields of the target that can be filtered. */
  readonly filter: boolean;
  readonly storage: DraftStorage;
  /** The data of each membership: the other columns of the join table. */
  readonly member?: readonly DraftAttribute[];
}

/** A resource type of a draft. */
export interface DraftType {
  readonly name: string;
  readonly table: DatabaseTable;
  /** The name of the table in statements, with its schema if they need it. */
  readonly tableName: string;
  /** The columns of the id. */
  readonly key: readonly string[];
  readonly idType: readonly ('text' | 'integer')[];
  /** The column that counts the writes of a row. */
  readonly version: string | undefined;
  /** Who makes the id of a new row. One of several columns consists of fields. */
  readonly idBy: 'database' | 'server' | 'client' | 'fields';
  /** The writes of rows that the account can do: new rows only if it can write all that they need. */
  readonly writes: readonly Exclude<WriteAction, 'updateRelationship'>[];
  /** Columns that the type does not contain, and without which the database rejects new rows. */
  readonly lacking: readonly string[];
  /** The check constraints of the table that the schemas of the attributes do not express. The database checks them. */
  readonly checks: readonly string[];
  readonly attributes: readonly DraftAttribute[];
  readonly relationships: readonly DraftRelationship[];
  readonly functions: readonly DraftFunction[];
}

/** A decision of a draft: each of its guesses is a note. */
export interface DraftNote {
  readonly kind:
    | 'hidden'
    /** The strings that clients read of a table about users, keys, or resets. */
    | 'shown'
    | 'left out'
    | 'guessed'
    | 'renamed'
    /** A relationship that requests cannot write, although the account can write its columns. */
    | 'read-only'
    /** A column that may reference another table, but has no foreign key. */
    | 'missing';
  /** The table, as `schema.table` unless statements find it by its name. */
  readonly table: string;
  readonly column?: string;
  readonly text: string;
  /** An option that changes the decision, such as `--show staff.password`. */
  readonly option?: string;
}

/** An index that an API needs: without it, each request for the inverse of a relationship, or for an order, reads the whole table. */
export interface MissingIndex {
  readonly table: string;
  readonly columns: readonly string[];
  /** Whether NULL is the first value of the first column. Default: the database decides. */
  readonly nullsFirst?: boolean;
}

/** A foreign key that a database lacks, although the names of its columns say what they reference. */
export interface MissingKey {
  readonly table: string;
  readonly columns: readonly string[];
  readonly target: string;
  readonly references: readonly string[];
}

/** An API for the tables of a database, as plain data. */
export interface DraftModel {
  readonly types: readonly DraftType[];
  readonly notes: readonly DraftNote[];
  readonly missingIndexes: readonly MissingIndex[];
  /** The foreign keys of guessed relationships, and of columns that `guess` would make relationships. */
  readonly missingKeys: readonly MissingKey[];
}

/** Options of `draftModel`. */
export interface DraftOptions {
  readonly database: DatabaseKind;
  /** The schemas of the tables. The tables of the first one have names without the schema. Default: the schemas whose tables statements find by their names. */
  readonly schemas?: readonly string[] | undefined;
  /** Patterns of the names of tables that are drafted, such as `sales.*`. Default: all. */
  readonly tables?: readonly string[] | undefined;
  /** Patterns of the names of tables that are not drafted. */
  readonly except?: readonly string[] | undefined;
  /** Patterns of the names of join tables that become types, and not relationships. */
  readonly types?: readonly string[] | undefined;
  /** Tables and columns that are drafted although their names or values say that they are secret: `table` and `table.column`. */
  readonly show?: readonly string[] | undefined;
  /** The functions of PostgreSQL that clients can call, each with the table whose type has its URL, unless the function says it. Default: none. */
  readonly functions?: readonly { readonly of?: string | undefined; readonly known: KnownFunction }[] | undefined;
  /** The columns of the id by table, for views and tables without a primary key. */
  readonly keys?: Readonly<Record<string, readonly string[]>> | undefined;
  /**
   * `short` (the default) names the inverse of a foreign key after its table if no other is between the tables; `stable` only if the column is named
   * after the target, so that a new key renames nothing. `database` keeps the names of tables and columns where they are legal.
   */
  readonly names?: 'short' | 'stable' | 'database' | undefined;
  /** A prefix that the names of types omit, such as `wp_`. */
  readonly strip?: string | undefined;
  /** Which attributes can be filtered and sorted: those of which an index begins with the column, all, or none. Default: `indexed`. */
  readonly filter?: 'indexed' | 'all' | 'none' | undefined;
  /** Whether `film_id`, which references no table, becomes a relationship if a table has its name and an id of the same kind. Default: false. */
  readonly guess?: boolean | undefined;
  /** Whether decimal numbers are numbers of JSON, which round more than 15 digits, and not strings. Default: false. */
  readonly numbers?: boolean | undefined;
  /**
   * Returns the values of a column such as `subject_type`, which say what `subject_id` references. If each of them is the name of a table, the
   * pair becomes a relationship; undefined leaves it out. Default: no pair does.
   */
  readonly sample?: ((table: DatabaseTable, typeColumn: string) => readonly string[] | undefined) | undefined;
  /** Whether the values of a column look like secrets. Default: only names decide. */
  readonly hasSecrets?: ((table: DatabaseTable, column: string) => boolean) | undefined;
  /** Returns a column whose values identify the rows of a table without a key, for the hint `--key`. Default: there is no hint. */
  readonly uniqueColumn?: ((table: DatabaseTable) => string | undefined) | undefined;
  /** Whether a table has so few rows that requests can filter and sort it without an index. Default: none has. */
  readonly isSmall?: ((table: DatabaseTable) => boolean) | undefined;
  /** Returns the expressions of the check constraints of a table. Default: none. */
  readonly checks?: ((table: DatabaseTable) => readonly string[]) | undefined;
  /**
   * Returns the values of a column, if other sources than those of `createKyselySources` read it; undefined leaves the column out.
   * @param usual What the sources of `createKyselySources` read, and what check constraints leave of it.
   */
  readonly valuesOf?:
    | ((table: DatabaseTable, column: string, usual: DraftValue | undefined) => DraftValue | undefined)
    | undefined;
  /**
   * Whether the account has a right on a table, or on a column of it: what it cannot read is left out, and what it cannot write is read-only.
   * Default: it has all rights.
   */
  readonly hasRight?: ((right: DraftRight, table: DatabaseTable, column?: string) => boolean) | undefined;
}
