import type {
  Api,
  Attribute,
  Relationship,
  StandardSchema,
  StoredAttributeName,
  StoredRelationshipName,
  TypeName,
} from '@linkage/core';
import type { SqlBool } from 'kysely';
import type { ConstraintErrors } from '../failures/constraint-error.ts';
import type { ColumnMapping } from './column-mapping.ts';
import type { ColumnName, FittingColumn, TableName } from './column-name.ts';
import type { KeyColumnNames, RelationshipMapping } from './relationship-mapping.ts';
import type { ColumnValues, DerivedValues, RowExpression, WrittenValues } from './row-expression.ts';

/** The declaration of an attribute or a relationship. */
export type Declared<
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

/** The value of an attribute, without null. */
export type DeclaredValue<A extends Api, Type extends TypeName<A>, Name> = NonNullable<
  ValueOf<SchemaOf<Declared<A, Type, 'attributes', Name>>>
>;

/**
 * An attribute that an SQL expression computes. It can be sorted and filtered like a column, and must be declared with
 * `write: false`.
 *
 * @example
 * wordCount: { expression: (row, eb) => eb.fn<number>('length', [row('body')]) }
 */
export interface ExpressionMapping<Value = unknown, Database = unknown, Table extends string = string>
  extends Omit<ColumnMapping<Value>, 'column'> {
  /** Returns the expression of a row. Read every column of the row with `row`. */
  readonly expression: RowExpression<Database, Table>;
}

/** The storage of all attributes: columns with other names, columns with converted values, or expressions. */
type StorageOfAttributes<A extends Api, Type extends TypeName<A>, Database, Table extends string> = {
  readonly [Name in StoredAttributeName<A, Type>]:
    | FittingColumn<Database, Table, DeclaredValue<A, Type, Name>>
    | ColumnMapping<ValueOf<SchemaOf<Declared<A, Type, 'attributes', Name>>>, ColumnName<Database, Table>>
    | ExpressionMapping<ValueOf<SchemaOf<Declared<A, Type, 'attributes', Name>>>, Database, Table>;
};

/** The attributes of which the table has no column with the same name and their values. None if the compiler does not know the columns. */
type WithoutColumn<A extends Api, Type extends TypeName<A>, Database, Table extends string> =
  string extends ColumnName<Database, Table>
    ? never
    : {
        [Name in StoredAttributeName<A, Type>]: Name extends FittingColumn<
          Database,
          Table,
          DeclaredValue<A, Type, Name>
        >
          ? never
          : Name;
      }[StoredAttributeName<A, Type>];

/** One object with the members of all: the first line of the compiler's error then names a member that is missing. */
type Flat<Members> = { readonly [Name in keyof Members]: Members[Name] };

/** The storage of attributes. One that has the name of a column needs no mapping. */
type AttributesMapping<A extends Api, Type extends TypeName<A>, Database, Table extends string> = Flat<
  Partial<StorageOfAttributes<A, Type, Database, Table>> &
    Pick<StorageOfAttributes<A, Type, Database, Table>, WithoutColumn<A, Type, Database, Table>>
>;

type RelationshipsMapping<A extends Api, Type extends TypeName<A>, Column extends string, Database> = {
  readonly [Name in StoredRelationshipName<A, Type>]: Declared<A, Type, 'relationships', Name> extends Relationship<
    infer Kind,
    infer Target
  >
    ? RelationshipMapping<Kind, Column, Database, Target>
    : // The declaration has a mistake: the compiler reports it there.
      unknown;
};

interface TableMapping<Database, Table extends string, Column extends string, Context> {
  /** The name of the table; `schema.table` for another schema. */
  readonly table: Table;
  /**
   * The column of the id, which is the primary key. Default: `id`. For a primary key of several columns, the columns in its
   * order: the id is then their values, separated by `~`, in which `!` is written as `!0` and `~` as `!1`. Clients can write the
   * fields of these columns only when they create the resource.
   */
  readonly id?: Column | KeyColumnNames<Column>;
  /**
   * The type of the id column, or of each of several columns. Default: `text`. With `integer`, an id that is not the decimal form
   * of a 64-bit integer never exists.
   */
  readonly idType?: 'text' | 'integer' | readonly ('text' | 'integer')[];
  /**
   * Returns the id of a new resource. Default: the database creates it for `integer`, and for `text` if the database schema has a default of the column
   * that calls a function; otherwise a random UUID. With `'client'`, clients must send it: declare the type with `clientGeneratedIds: true`. The
   * id of several columns consists of the fields of these columns.
   */
  readonly newId?: (() => string) | 'client';
  /**
   * An integer column that is never NULL and has a default. It increases with every write to the resource, and to its
   * to-many relationships through this resource. `If-Match` compares it. Default: a hash of the row.
   */
  readonly version?: Column;
  /**
   * The rows of the table that are resources of this type. For every statement, other rows do not exist: in collections,
   * relationships, linkage, filters, sort orders, totals, and writes. Either the values of columns, which new rows receive,
   * or a condition. A value can be a function of the call, for example the tenant of the user. Default: all rows. With `softDelete`,
   * `true` declares that these are all rows, also deleted ones, which the `read` rules hide or show.
   */
  readonly where?: ColumnValues<Database, Table, Context> | RowExpression<Database, Table, SqlBool> | true;
  /**
   * The values that a deletion writes instead of deleting the row, for example the time of the deletion. They must take the
   * row out of the `where`, unless it is `true`.
   */
  readonly softDelete?: WrittenValues<Database, Table, Context>;
  /**
   * The values of columns of new rows, for example the time and the user, or a value made from the written fields, such as
   * a short name from the title. A value can be a function of the call and of these fields. Clients cannot write the fields of these columns,
   * which must be declared with `write: false`.
   */
  readonly onCreate?: DerivedValues<Database, Table, Context>;
  /**
   * The values that each update of the resource writes, also one that only changes a to-many relationship. Clients cannot write
   * the fields of these columns, which must be declared with `write: false`.
   */
  readonly onUpdate?: DerivedValues<Database, Table, Context>;
}

/** The storage of the resources of one type in one table. */
type MappingTo<A extends Api, Type extends TypeName<A>, Database, Table extends string, Context> = TableMapping<
  Database,
  Table,
  ColumnName<Database, Table>,
  Context
> & {
  /**
   * The errors for clients when a write violates a constraint of the database, by the name of the constraint: `detail`, or an object. With a database
   * schema, an unknown name is an error. Default: a message for each kind of constraint.
   */
  readonly constraints?: ConstraintErrors<A, Type>;
  /**
   * Columns that the API does not declare, for conditions of access rules. The names begin with `@`, such as `'@tenant'`,
   * so they differ from those of fields.
   */
  readonly columns?: Readonly<
    Record<`@${string}`, ColumnName<Database, Table> | ColumnMapping<unknown, ColumnName<Database, Table>>>
  >;
} & ([WithoutColumn<A, Type, Database, Table>] extends [never]
    ? {
        /** Column names, conversions of the values, or expressions. Default: the column with the name of the attribute. */
        readonly attributes?: AttributesMapping<A, Type, Database, Table>;
      }
    : { readonly attributes: AttributesMapping<A, Type, Database, Table> }) &
  ([StoredRelationshipName<A, Type>] extends [never]
    ? { readonly relationships?: Readonly<Record<string, never>> }
    : { readonly relationships: RelationshipsMapping<A, Type, ColumnName<Database, Table>, Database> });

/**
 * How the resources of one type are stored. Every relationship is named, so that none is forgotten. With the interface of the
 * Kysely database, a table or a column that does not exist does not compile. `Context` is the type of `call.context`.
 */
export type TypeMapping<A extends Api, Type extends TypeName<A>, Database = unknown, Context = unknown> = {
  [Table in TableName<Database>]: MappingTo<A, Type, Database, Table, Context>;
}[TableName<Database>];

/**
 * The mapping of several types, each in its table. The compiler infers the table of each type first, so that the error for a wrong
 * column names the columns of this table.
 */
export type TypeMappings<A extends Api, Database, Tables, Context = unknown> = {
  readonly [Type in keyof Tables]: Type extends TypeName<A>
    ? MappingTo<A, Type, Database, Tables[Type] & TableName<Database>, Context>
    : `"${Type & string}" is not a resource type of this API`;
};
