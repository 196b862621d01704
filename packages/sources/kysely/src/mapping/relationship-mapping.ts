import type { ColumnMapping } from './column-mapping.ts';
import type { ColumnName, TableName } from './column-name.ts';

/** The columns of an id of several columns, or of a foreign key that references it. */
export type KeyColumnNames<Column extends string = string> = readonly [Column, Column, ...Column[]];

/** A to-one relationship with several target types, stored as an id and a type in the type's own table. */
export interface PolymorphicMapping<Column extends string = string, Target extends string = string> {
  /** The column of the id. It must have the type of the ids of all target types. */
  readonly column: Column;
  /** The column of the type. */
  readonly typeColumn: Column;
  /** The value of the type column for each target type. Default: the name of the type. */
  readonly types?: { readonly [Type in Target]?: string | number };
}

/** The effect of a deletion on rows whose foreign key references the deleted row. */
export type DeletionPolicy = 'restrict' | 'cascade' | 'set null' | 'database';

/** A foreign key in the table of the related type, which must also be mapped. */
export interface ForeignKeyMapping<Database = unknown> {
  /** The column; as many columns as the id of this type has, in its order. */
  readonly foreignKey:
    | ColumnName<Database, TableName<Database>>
    | KeyColumnNames<ColumnName<Database, TableName<Database>>>;
  /** The columns of this type's own table that the foreign key references, if they are not its id. */
  readonly references?: string | readonly string[];
  /** The column of the type, if the foreign key references several types. */
  readonly typeColumn?: ColumnName<Database, TableName<Database>>;
  /** The value of the type column for this type. Default: the value in the mapping of the inverse relationship, or the name of the type. */
  readonly typeValue?: string | number;
  /**
   * The effect of a deletion of the resource on these related resources: `restrict` rejects the deletion with 409,
   * `cascade` deletes them, and `set null` removes them from the relationship. The
   * `delete` rules of the related type must allow a cascade. Default: `database`, which lets the foreign key in the
   * database decide.
   */
  readonly onDelete?: DeletionPolicy;
}

/**
 * A to-one relationship. Either `column` is the foreign key in the type's own table: if the id of the related type has several columns, it
 * contains as many, in the order of the id. Or `foreignKey` is in the table of the related type, and must be unique there.
 */
export type ToOneMapping<Column extends string = string, Database = unknown> =
  | {
      readonly column: Column | KeyColumnNames<Column>;
      /**
       * The columns of the related table that the foreign key references, if they are not its id: they must be unique, and never NULL if requests
       * can write the relationship.
       */
      readonly references?: string | readonly string[];
      readonly foreignKey?: never;
      readonly typeColumn?: never;
      readonly typeValue?: never;
      readonly onDelete?: never;
    }
  | (ForeignKeyMapping<Database> & { readonly column?: never });

/**
 * A to-many relationship, stored as a foreign key in the table of the related type, or in a
 * join table, whose column `from` contains ids of this type and whose column `to` contains ids of the related type.
 */
export type ToManyMapping<Database = unknown> =
  | ForeignKeyMapping<Database>
  | {
      [Table in TableName<Database>]: {
        readonly through: Table;
        readonly from: ColumnName<Database, Table>;
        readonly to: ColumnName<Database, Table>;
        /**
         * The columns of the data of each membership, for the names in the option `member` of the relationship. Default: the columns with these
         * names.
         */
        readonly member?: {
          readonly [name: string]: ColumnName<Database, Table> | ColumnMapping<unknown, ColumnName<Database, Table>>;
        };
        /** The column of the type, if `from` contains ids of several types. */
        readonly typeColumn?: ColumnName<Database, Table>;
        /** The value of the type column for this type. Default: the value in the mapping of the inverse relationship, or the name of the type. */
        readonly typeValue?: string | number;
        /**
         * The effect of a deletion of the resource on the rows of a join table with a type column, which no foreign key can
         * delete: `restrict` rejects the deletion with 409, and `cascade` deletes these rows, but not the related resources.
         * Default: `database`, which keeps the rows.
         */
        readonly onDelete?: Exclude<DeletionPolicy, 'set null'>;
      };
    }[TableName<Database>];

/**
 * A to-many relationship with several target types, stored in a join table, whose column `from` contains ids of this type, whose
 * column `to` contains ids of the related types, and whose column `typeColumn` contains their types. Otherwise, `targets` contains
 * the storage of the members of each type: foreign keys in the tables of all types, or a join table for each.
 */
export type PolymorphicToManyMapping<Database = unknown, Target extends string = string> =
  | {
      [Table in TableName<Database>]: {
        readonly through: Table;
        readonly from: ColumnName<Database, Table>;
        /** The column of the related id. It must have the type of the ids of all target types. */
        readonly to: ColumnName<Database, Table>;
        /** The column of the related type. */
        readonly typeColumn: ColumnName<Database, Table>;
        /** The value of the type column for each target type. Default: the name of the type. */
        readonly types?: { readonly [Type in Target]?: string | number };
      };
    }[TableName<Database>]
  | { readonly targets: { readonly [Type in Target]: ToManyMapping<Database> } };

/** Whether a type is a union. The target of a declaration with a mistake can be `never`, which is not one. */
type IsSeveral<Target, All = Target> = [Target] extends [never]
  ? false
  : Target extends unknown
    ? [All] extends [Target]
      ? false
      : true
    : never;

/** The storage of a to-one relationship: one target type, several, or unknown. */
type ToOneStorage<Column extends string, Database, Target extends string> = string extends Target
  ? ToOneMapping<Column, Database> | PolymorphicMapping<Column>
  : IsSeveral<Target> extends true
    ? PolymorphicMapping<Column, Target>
    : ToOneMapping<Column, Database>;

/** The storage of a to-many relationship: one target type, several, or unknown. */
type ToManyStorage<Database, Target extends string> = string extends Target
  ? ToManyMapping<Database> | PolymorphicToManyMapping<Database>
  : IsSeveral<Target> extends true
    ? PolymorphicToManyMapping<Database, Target>
    : ToManyMapping<Database>;

/**
 * The storage of one relationship, or null if it is stored elsewhere. These sources must not be called for a null
 * relationship.
 */
export type RelationshipMapping<
  Kind = 'to-one' | 'to-many',
  Column extends string = string,
  Database = unknown,
  Target extends string = string,
> = null | (Kind extends 'to-one' ? ToOneStorage<Column, Database, Target> : ToManyStorage<Database, Target>);
