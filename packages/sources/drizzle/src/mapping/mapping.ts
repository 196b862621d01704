import type { Api, Relationship, StoredAttributeName, StoredRelationshipName, TypeName } from '@linkage/core';
import type { ConstraintErrors, DeletionPolicy, WrittenInput } from '@linkage/kysely';
import type { Declared, DeclaredValue } from '@linkage/kysely/internal';
import type { SourceCall } from '@linkage/server';
import type { AnyColumn, SQLWrapper, Table } from 'drizzle-orm';

type Columns<T extends Table> = T['_']['columns'];
type ColumnsOf<T extends Table> = Columns<T>[keyof Columns<T>];
type Several<Column> = readonly [Column, Column, ...Column[]];

/** The values of JSON for the values of a column: a `Date` and a `bigint` are strings, and so are bytes. */
type JsonOf<Data> = Data extends Date | bigint | Uint8Array ? string : Data;

/** Whether an attribute and a column have values in common, as far as the compiler knows them. */
type Fits<Value, Data> = unknown extends Value
  ? true
  : unknown extends Data
    ? true
    : [Extract<Value, Data> | Extract<Data, Value>] extends [never]
      ? false
      : true;

/** The properties of a table whose columns fit a value. */
type FittingNames<T extends Table, Value> = {
  [Name in keyof Columns<T>]: Fits<Value, JsonOf<Columns<T>[Name]['_']['data']>> extends true ? Name : never;
}[keyof Columns<T>];

/** An attribute in a column with its own conversions, which receive and return the values of the driver. */
export interface ConvertedColumn<Column = AnyColumn, Value = unknown> {
  readonly column: Column;
  readonly decode: (stored: unknown) => Value;
  readonly encode: (value: Value) => unknown;
}

/** An attribute that an SQL expression of Drizzle computes from a row. It must be declared with `write: false`. */
export interface ComputedColumn<T extends Table = Table> {
  readonly expression: (row: T) => SQLWrapper;
}

type AttributeMapping<T extends Table, Value> =
  | Columns<T>[FittingNames<T, Value>]
  | ConvertedColumn<ColumnsOf<T>, Value>
  | ComputedColumn<T>;

/** Attributes that a property of the table stores under the same name. */
type SameNames<A extends Api, Type extends TypeName<A>, T extends Table> = {
  [Name in StoredAttributeName<A, Type>]: Name extends FittingNames<T, DeclaredValue<A, Type, Name>> ? Name : never;
}[StoredAttributeName<A, Type>];

/** A foreign key in the table of the related type. */
export interface ForeignKeyOfMembers {
  /** The column; as many columns as the primary key of this type has, in its order. */
  readonly foreignKey: AnyColumn | Several<AnyColumn>;
  /** The columns of this type's own table that the foreign key references, if they are not its primary key. */
  readonly references?: AnyColumn | Several<AnyColumn>;
  /** The column of the type, if the foreign key references several types. */
  readonly typeColumn?: AnyColumn;
  /** The value of the type column for this type. Default: the name of the type. */
  readonly typeValue?: string | number;
  /** The effect of a deletion on the related resources. Default: `database`. */
  readonly onDelete?: DeletionPolicy;
}

/** A join table: `from` contains the id of this type, and `to` that of the related type. Both are columns of one table. */
export interface JoinTable {
  readonly from: AnyColumn;
  readonly to: AnyColumn;
  /** The columns of the data of each membership. Default: those with the names in the option `member` of the relationship. */
  readonly member?: Readonly<Record<string, AnyColumn>>;
  /** The column of the type, if `from` or `to` contains ids of several types. */
  readonly typeColumn?: AnyColumn;
  /** If `from` contains ids of several types: the value of the type column for this type. Default: the name of the type. */
  readonly typeValue?: string | number;
  /** If `to` contains ids of several types: the value of the type column for each. Default: the name of the type. */
  readonly types?: Readonly<Record<string, string | number>>;
  /** The effect of a deletion on the rows of a join table with a type column. Default: `database`. */
  readonly onDelete?: Exclude<DeletionPolicy, 'set null'>;
}

/** The storage of a to-one relationship. */
export type ToOneColumns<T extends Table = Table> =
  | {
      readonly column: ColumnsOf<T> | Several<ColumnsOf<T>>;
      /** The columns of the related table that the foreign key references, if they are not its primary key. */
      readonly references?: AnyColumn | Several<AnyColumn>;
    }
  | {
      readonly column: ColumnsOf<T>;
      /** The column of the type, for a relationship with several target types. */
      readonly typeColumn: ColumnsOf<T>;
      /** The value of the type column for each target type. Default: the name of the type. */
      readonly types?: Readonly<Record<string, string | number>>;
    }
  | ForeignKeyOfMembers;

/** The storage of a to-many relationship. `targets` contains the storage of each of several target types. */
export type ToManyColumns =
  | ForeignKeyOfMembers
  | JoinTable
  | { readonly targets: Readonly<Record<string, ForeignKeyOfMembers | JoinTable>> };

type RelationshipColumns<A extends Api, Type extends TypeName<A>, T extends Table> = {
  readonly [Name in StoredRelationshipName<A, Type>]: Declared<A, Type, 'relationships', Name> extends Relationship<
    infer Kind,
    string
  >
    ? null | (Kind extends 'to-one' ? ToOneColumns<T> : ToManyColumns)
    : unknown;
};

/** A function of a call. Declared as a method, so that a function of a call with a specific context is assignable. */
type OfCall<Value, Context> = { of(call: SourceCall<Context>, input: WrittenInput): Value }['of'];

/** Values that the server writes, by property of the table, or functions that return them for a call. */
export type RowValues<T extends Table, Context = unknown> = {
  readonly [Name in keyof Columns<T>]?:
    | Columns<T>[Name]['_']['data']
    | null
    | OfCall<Columns<T>[Name]['_']['data'] | null, Context>;
};

interface TableMapping<T extends Table, Context> {
  /** The table of Drizzle. */
  readonly table: T;
  /** The column of the id, or several. Default: the primary key of the table. */
  readonly id?: ColumnsOf<T> | Several<ColumnsOf<T>>;
  /** Returns the id of a new resource. Default: `$defaultFn` of the column, else a random UUID for a string; the database creates an integer. */
  readonly newId?: () => string;
  /** An integer column that counts the writes of a resource, which `If-Match` compares. Default: a hash of the row. */
  readonly version?: ColumnsOf<T>;
  /** The rows that are resources of this type: the values of columns, or a condition of Drizzle on a row. Default, and `true` with `softDelete`: all rows. */
  readonly where?: RowValues<T, Context> | ((row: T) => SQLWrapper) | true;
  /** The values that a deletion writes instead of deleting the row. They must take the row out of the `where`, unless it is `true`. */
  readonly softDelete?: RowValues<T, Context>;
  /** The values of columns of new rows, whose fields clients cannot write. Default: those of `$defaultFn`. */
  readonly onCreate?: RowValues<T, Context>;
  /** The values that each update writes, whose fields clients cannot write. Default: those of `$onUpdate`. */
  readonly onUpdate?: RowValues<T, Context>;
  /** Columns that the API does not declare, for conditions of access rules. The names begin with `@`. */
  readonly columns?: Readonly<Record<`@${string}`, ColumnsOf<T>>>;
}

/**
 * How the resources of one type are stored. An attribute that has the name of a property of the table needs no mapping. Every relationship
 * is named, so that none is forgotten. `Context` is the type of `call.context`.
 */
export type DrizzleMapping<A extends Api, Type extends TypeName<A>, T extends Table, Context = unknown> = TableMapping<
  T,
  Context
> & {
  /** The errors for clients when a write violates a constraint of the database, by the name of the constraint. */
  readonly constraints?: ConstraintErrors<A, Type>;
} & ([Exclude<StoredAttributeName<A, Type>, SameNames<A, Type, T>>] extends [never]
    ? {
        readonly attributes?: {
          readonly [Name in StoredAttributeName<A, Type>]?: AttributeMapping<T, DeclaredValue<A, Type, Name>>;
        };
      }
    : {
        readonly attributes: {
          readonly [Name in SameNames<A, Type, T>]?: AttributeMapping<T, DeclaredValue<A, Type, Name>>;
        } & {
          readonly [Name in Exclude<StoredAttributeName<A, Type>, SameNames<A, Type, T>>]: AttributeMapping<
            T,
            DeclaredValue<A, Type, Name>
          >;
        };
      }) &
  ([StoredRelationshipName<A, Type>] extends [never]
    ? { readonly relationships?: Readonly<Record<string, never>> }
    : { readonly relationships: RelationshipColumns<A, Type, T> });

/** The mapping of several types. The compiler infers the table of each type first. */
export type DrizzleMappings<A extends Api, Tables, Context = unknown> = {
  readonly [Type in keyof Tables]: { readonly table: Tables[Type] } & (Type extends TypeName<A>
    ? Tables[Type] extends Table
      ? DrizzleMapping<A, Type, Tables[Type], Context>
      : never
    : `"${Type & string}" is not a resource type of this API`);
};
