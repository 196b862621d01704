import type {
  Api,
  Attribute,
  AttributeName,
  Relationship,
  RelationshipName,
  StandardSchema,
  TypeName,
} from '@linkage/core';

type Declared<
  A extends Api,
  Type extends TypeName<A>,
  Part extends 'attributes' | 'relationships',
  Name,
> = A['declaration'][Type] extends { readonly [Key in Part]: infer Fields }
  ? Name extends keyof Fields
    ? Fields[Name]
    : never
  : never;

type SchemaOf<Field> = Field extends Attribute<infer Schema> ? Schema : Field extends StandardSchema ? Field : never;
type ValueOf<Schema extends StandardSchema> = NonNullable<Schema['~standard']['types']>['output'];

/** The names of the tables of a Kysely database; any name if its interface does not say them. */
export type TableName<Database> = [keyof Database] extends [never]
  ? string
  : string extends keyof Database
    ? string
    : keyof Database & string;

/** The names of the columns of a table; any name if the interface does not say them. */
export type ColumnName<Database, Table extends string> = [keyof Database] extends [never]
  ? string
  : string extends keyof Database
    ? string
    : Table extends keyof Database
      ? keyof Database[Table] & string
      : never;

/** How one attribute is stored. NULL is null on both sides; the two functions never see it. */
export interface ColumnMapping<Value = unknown, Column extends string = string> {
  /** The name of the column. Default: the name of the attribute. */
  readonly column?: Column;
  /**
   * The type of the column as SQL writes it, for example `varchar(40)` or `numeric(8, 2)`: a value that the column cannot hold
   * is then rejected before it reaches the database. `json` is read as text. Default: as the catalog says, if there is one.
   */
  readonly type?: string;
  /** Makes the attribute's value of what the database gives. Default: it is the value. */
  decode?(stored: unknown): Value;
  /** Makes what the database keeps of the attribute's value. Default: the value as it is. */
  encode?(value: Value): unknown;
}

/** A to-one relationship by a foreign key in the type's own table. */
export interface ToOneMapping<Column extends string = string> {
  readonly column: Column;
}

/**
 * A to-many relationship: by a foreign key in the table of the related type, which has to be mapped as well, or
 * through a join table, whose column `from` holds ids of this type and whose column `to` those of the related one.
 */
export type ToManyMapping<Database = unknown> =
  | { readonly foreignKey: ColumnName<Database, TableName<Database>> }
  | {
      [Table in TableName<Database>]: {
        readonly through: Table;
        readonly from: ColumnName<Database, Table>;
        readonly to: ColumnName<Database, Table>;
      };
    }[TableName<Database>];

/** How one relationship is stored; null when it is kept elsewhere, and these sources are never to be asked for it. */
export type RelationshipMapping<Kind = 'to-one' | 'to-many', Column extends string = string, Database = unknown> =
  | null
  | (Kind extends 'to-one' ? ToOneMapping<Column> : ToManyMapping<Database>);

/** The attributes that are not in a column of their own name, as they are. */
type AttributesMapping<A extends Api, Type extends TypeName<A>, Column extends string> = {
  readonly [Name in AttributeName<A, Type>]?:
    | Column
    | ColumnMapping<ValueOf<SchemaOf<Declared<A, Type, 'attributes', Name>>>, Column>;
};

type RelationshipsMapping<A extends Api, Type extends TypeName<A>, Column extends string, Database> = {
  readonly [Name in RelationshipName<A, Type>]: RelationshipMapping<
    Declared<A, Type, 'relationships', Name> extends Relationship<infer Kind> ? Kind : never,
    Column,
    Database
  >;
};

interface TableMapping<Table extends string, Column extends string> {
  /** The name of the table; `schema.table` where it is in another schema. */
  readonly table: Table;
  /** The column of the id, the primary key. Default `id`. */
  readonly id?: Column;
  /**
   * What the id column holds. Default `text`. With `integer`, an id that is not the decimal form of an integer of 64 bits is
   * the id of nothing.
   */
  readonly idType?: 'text' | 'integer';
  /** Makes the id of a new resource. Default: a random UUID for `text`; the database makes it for `integer`. */
  readonly newId?: () => string;
  /**
   * An integer column that is never NULL and has a default: it counts up with every write to the resource, and to its
   * to-many relationships through this resource. It is the version that `If-Match` compares. Default: a hash of the row.
   */
  readonly version?: Column;
}

/** How the resources of one type are stored in this table. */
type MappingTo<A extends Api, Type extends TypeName<A>, Database, Table extends string> = TableMapping<
  Table,
  ColumnName<Database, Table>
> & {
  /** Column names, or more where values are not stored as they are. */
  readonly attributes?: AttributesMapping<A, Type, ColumnName<Database, Table>>;
} & ([RelationshipName<A, Type>] extends [never]
    ? { readonly relationships?: Readonly<Record<string, never>> }
    : { readonly relationships: RelationshipsMapping<A, Type, ColumnName<Database, Table>, Database> });

/**
 * How the resources of one type are stored. Every relationship is named, so that none is forgotten. With the interface of the
 * Kysely database, a table or a column that does not exist does not compile.
 */
export type TypeMapping<A extends Api, Type extends TypeName<A>, Database = unknown> = {
  [Table in TableName<Database>]: MappingTo<A, Type, Database, Table>;
}[TableName<Database>];
