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

/** The storage of one attribute. NULL is null on both sides; the two functions are never called with it. */
export interface ColumnMapping<Value = unknown> {
  /** The name of the column. Default: the name of the attribute. */
  readonly column?: string;
  /** Converts a database value to the attribute's value. Default: unchanged. */
  decode?(stored: unknown): Value;
  /** Converts the attribute's value to a database value. Default: unchanged. */
  encode?(value: Value): unknown;
}

/** A to-one relationship, stored as a foreign key in the type's own table. */
export interface ToOneMapping {
  readonly column: string;
}

/**
 * A to-many relationship, stored as a foreign key in the table of the related type, which must also be mapped, or in a
 * join table, whose column `from` contains ids of this type and whose column `to` contains ids of the related type.
 */
export type ToManyMapping =
  | { readonly foreignKey: string }
  | { readonly through: string; readonly from: string; readonly to: string };

/**
 * The storage of one relationship, or null if it is stored elsewhere. These sources must not be called for a null
 * relationship.
 */
export type RelationshipMapping<Kind = 'to-one' | 'to-many'> =
  | null
  | (Kind extends 'to-one' ? ToOneMapping : ToManyMapping);

/** Attributes with another column name, or with converted values. */
type AttributesMapping<A extends Api, Type extends TypeName<A>> = {
  readonly [Name in AttributeName<A, Type>]?:
    | string
    | ColumnMapping<ValueOf<SchemaOf<Declared<A, Type, 'attributes', Name>>>>;
};

type RelationshipsMapping<A extends Api, Type extends TypeName<A>> = {
  readonly [Name in RelationshipName<A, Type>]: RelationshipMapping<
    Declared<A, Type, 'relationships', Name> extends Relationship<infer Kind> ? Kind : never
  >;
};

interface TableMapping {
  /** The name of the table; `schema.table` for another schema. */
  readonly table: string;
  /** The column of the id, which is the primary key. Default: `id`. */
  readonly id?: string;
  /**
   * The type of the id column. Default: `text`. With `integer`, an id that is not the decimal form of a safe integer
   * never exists.
   */
  readonly idType?: 'text' | 'integer';
  /** Returns the id of a new resource. Default: a random UUID for `text`; the database creates it for `integer`. */
  readonly newId?: () => string;
  /**
   * An integer column that is never NULL and has a default. It increases with every write to the resource, and to its
   * to-many relationships through this resource. `If-Match` compares it. Default: a hash of the row.
   */
  readonly version?: string;
}

/** The storage of the resources of one type. Every relationship is required, so that none is forgotten. */
export type TypeMapping<A extends Api, Type extends TypeName<A>> = TableMapping & {
  /** Column names, or conversions of the values. */
  readonly attributes?: AttributesMapping<A, Type>;
} & ([RelationshipName<A, Type>] extends [never]
    ? { readonly relationships?: Readonly<Record<string, never>> }
    : { readonly relationships: RelationshipsMapping<A, Type> });
