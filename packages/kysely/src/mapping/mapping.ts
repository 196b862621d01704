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

/** How one attribute is stored. NULL is null on both sides; the two functions never see it. */
export interface ColumnMapping<Value = unknown> {
  /** The name of the column. Default: the name of the attribute. */
  readonly column?: string;
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
export interface ToOneMapping {
  readonly column: string;
}

/**
 * A to-many relationship: by a foreign key in the table of the related type, which has to be mapped as well, or
 * through a join table, whose column `from` holds ids of this type and whose column `to` those of the related one.
 */
export type ToManyMapping =
  | { readonly foreignKey: string }
  | { readonly through: string; readonly from: string; readonly to: string };

/** How one relationship is stored; null when it is kept elsewhere, and these sources are never to be asked for it. */
export type RelationshipMapping<Kind = 'to-one' | 'to-many'> =
  | null
  | (Kind extends 'to-one' ? ToOneMapping : ToManyMapping);

/** The attributes that are not in a column of their own name, as they are. */
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
  /** The name of the table; `schema.table` where it is in another schema. */
  readonly table: string;
  /** The column of the id, the primary key. Default `id`. */
  readonly id?: string;
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
  readonly version?: string;
}

/** How the resources of one type are stored. Every relationship is named, so that none is forgotten. */
export type TypeMapping<A extends Api, Type extends TypeName<A>> = TableMapping & {
  /** Column names, or more where values are not stored as they are. */
  readonly attributes?: AttributesMapping<A, Type>;
} & ([RelationshipName<A, Type>] extends [never]
    ? { readonly relationships?: Readonly<Record<string, never>> }
    : { readonly relationships: RelationshipsMapping<A, Type> });
