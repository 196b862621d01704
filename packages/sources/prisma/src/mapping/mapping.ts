import type { Api, Relationship, StoredAttributeName, StoredRelationshipName, TypeName } from '@linkage/core';
import type { ConstraintErrors, DeletionPolicy, WrittenInput } from '@linkage/kysely';
import type { Declared, DeclaredValue } from '@linkage/kysely/internal';
import type { SourceCall } from '@linkage/server';

/** The members of a model in the type of the Prisma client. */
interface ModelMember<Payload> {
  readonly [key: symbol]: { readonly types: { readonly payload: Payload } };
}

type PayloadOf<Client, Model> = Model extends keyof Client
  ? Client[Model] extends ModelMember<infer Payload>
    ? Payload
    : never
  : never;
/** The columns of a model by the names of its fields. */
type Scalars<Client, Model> = PayloadOf<Client, Model> extends { readonly scalars: infer Fields } ? Fields : never;
type Relations<Client, Model> = PayloadOf<Client, Model> extends { readonly objects: infer Fields } ? Fields : never;

/** The members of a client that are models, such as `article`. */
export type ModelName<Client> = {
  [Name in keyof Client]: Client[Name] extends ModelMember<unknown> ? Name : never;
}[keyof Client] &
  string;

type FieldOf<Client, Model> = keyof Scalars<Client, Model> & string;
type Several<Name> = readonly [Name, Name, ...Name[]];

/** A decimal number of Prisma. */
interface DecimalObject {
  readonly d: number[];
  readonly e: number;
  readonly s: number;
}
/** Values of fields that are strings in JSON. */
type WrittenAsText = Date | bigint | Uint8Array | DecimalObject;
/** The values of JSON for the values of a field: a `Date`, a `bigint`, and a `Decimal` are strings, and so are bytes. */
type JsonOf<Data> = Data extends WrittenAsText
  ? string
  : Data extends readonly WrittenAsText[]
    ? (string | null)[]
    : Data;

type Fits<Value, Data> = unknown extends Value
  ? true
  : [Extract<Value, JsonOf<Data>> | Extract<JsonOf<Data>, Value>] extends [never]
    ? false
    : true;

/** The fields of a model that have values in common with an attribute. */
type FittingNames<Fields, Value> = {
  [Name in keyof Fields]: Fits<Value, NonNullable<Fields[Name]>> extends true ? Name : never;
}[keyof Fields] &
  string;

/** Attributes that a field stores under the same name. */
type SameNames<A extends Api, Type extends TypeName<A>, Fields> = {
  [Name in StoredAttributeName<A, Type>]: Name extends FittingNames<Fields, DeclaredValue<A, Type, Name>>
    ? Name
    : never;
}[StoredAttributeName<A, Type>];

type AttributesMapping<A extends Api, Type extends TypeName<A>, Fields> = {
  readonly [Name in SameNames<A, Type, Fields>]?: FittingNames<Fields, DeclaredValue<A, Type, Name>>;
} & {
  readonly [Name in Exclude<StoredAttributeName<A, Type>, SameNames<A, Type, Fields>>]: FittingNames<
    Fields,
    DeclaredValue<A, Type, Name>
  >;
};

/** A foreign key in the table of the related type: a field of its model, or as many as the id of this type has. */
export interface ForeignKeyFields {
  readonly foreignKey: string | Several<string>;
  /** The fields of this type's own model that the foreign key references, if they are not its id. */
  readonly references?: string | Several<string>;
  /** The field of the type, if the foreign key references several types. */
  readonly typeColumn?: string;
  /** The value of this field for this type. Default: the name of the type. */
  readonly typeValue?: string | number;
  /** The effect of a deletion on the related resources. Default: `database`. */
  readonly onDelete?: DeletionPolicy;
}

/** A join model, or the join table that Prisma makes. `from` contains the id of this type, and `to` that of the related type. */
export interface JoinFields {
  /** The name of the model, such as `ArticleTag`, or of the table, such as `_ArticleToTag`. */
  readonly through: string;
  readonly from: string;
  readonly to: string;
  /** The fields of the data of each membership. Default: those with the names in the option `member` of the relationship. */
  readonly member?: Readonly<Record<string, string>>;
  /** The field of the type, if `from` or `to` contains ids of several types. */
  readonly typeColumn?: string;
  /** If `from` contains ids of several types: the value of this field for this type. Default: the name of the type. */
  readonly typeValue?: string | number;
  /** If `to` contains ids of several types: the value of this field for each. Default: the name of the type. */
  readonly types?: Readonly<Record<string, string | number>>;
  /** The effect of a deletion on the rows of a join table with types. Default: `database`. */
  readonly onDelete?: Exclude<DeletionPolicy, 'set null'>;
}

/** The storage of a to-one relationship. */
export type ToOneFields<Field extends string = string> =
  | {
      readonly column: Field | Several<Field>;
      /** The fields of the related model that the foreign key references, if they are not its id. */
      readonly references?: string | Several<string>;
    }
  | {
      readonly column: Field;
      /** The field of the type, for a relationship with several target types. */
      readonly typeColumn: Field;
      /** The value of this field for each target type. Default: the name of the type. */
      readonly types?: Readonly<Record<string, string | number>>;
    }
  | ForeignKeyFields;

/** The storage of a to-many relationship. `targets` contains the storage of each of several target types. */
export type ToManyFields =
  | ForeignKeyFields
  | JoinFields
  | { readonly targets: Readonly<Record<string, ForeignKeyFields | JoinFields>> };

type StorageOf<A extends Api, Type extends TypeName<A>, Name, Field extends string> =
  Declared<A, Type, 'relationships', Name> extends Relationship<infer Kind, string>
    ? null | (Kind extends 'to-one' ? ToOneFields<Field> : ToManyFields)
    : unknown;

/** Relationships that have the name of a relation of the model need no mapping. */
type RelationshipsMapping<A extends Api, Type extends TypeName<A>, Field extends string, Names> = {
  readonly [Name in StoredRelationshipName<A, Type> & Names]?: StorageOf<A, Type, Name, Field>;
} & { readonly [Name in Exclude<StoredRelationshipName<A, Type>, Names>]: StorageOf<A, Type, Name, Field> };

/** A function of a call. Declared as a method, so that a function of a call with a specific context is assignable. */
type OfCall<Value, Context> = { of(call: SourceCall<Context>, input: WrittenInput): Value }['of'];

/** Values that the server writes, by field, or functions that return them for a call. */
export type FieldValues<Fields, Context = unknown> = {
  readonly [Name in keyof Fields]?: Fields[Name] | OfCall<Fields[Name], Context>;
};

interface ModelMapping<Model, Fields, Field extends string, Context> {
  /** The member of the client, such as `article`. */
  readonly model: Model;
  /** The field of the id, or several. Default: the primary key of the table. */
  readonly id?: Field | Several<Field>;
  /** Returns the id of a new resource. Default: a random UUID for a string; the database creates an integer. */
  readonly newId?: () => string;
  /** A field of integers that counts the writes of a resource, which `If-Match` compares. Default: a hash of the row. */
  readonly version?: Field;
  /** The values of fields of the rows that are resources of this type. Default, and `true` with `softDelete`: all rows. */
  readonly where?: FieldValues<Fields, Context> | true;
  /** The values that a deletion writes instead of deleting the row. They must take the row out of the `where`, unless it is `true`. */
  readonly softDelete?: FieldValues<Fields, Context>;
  /** The values of fields of new rows, which clients cannot write. */
  readonly onCreate?: FieldValues<Fields, Context>;
  /** The values that each update writes, of fields that clients cannot write, such as those with `@updatedAt`. */
  readonly onUpdate?: FieldValues<Fields, Context>;
  /** Fields that the API does not declare, for conditions of access rules. The names begin with `@`. */
  readonly columns?: Readonly<Record<`@${string}`, Field>>;
}

/**
 * How the resources of one type are stored. An attribute that has the name of a field needs no mapping, and neither does a relationship that has
 * the name of a relation. `Context` is the type of `call.context`.
 */
export type PrismaMapping<A extends Api, Type extends TypeName<A>, Client, Model, Context = unknown> = ModelMapping<
  Model,
  Scalars<Client, Model>,
  FieldOf<Client, Model>,
  Context
> & {
  /** The errors for clients when a write violates a constraint of the database, by the name of the constraint. */
  readonly constraints?: ConstraintErrors<A, Type>;
} & ([Exclude<StoredAttributeName<A, Type>, SameNames<A, Type, Scalars<Client, Model>>>] extends [never]
    ? { readonly attributes?: AttributesMapping<A, Type, Scalars<Client, Model>> }
    : { readonly attributes: AttributesMapping<A, Type, Scalars<Client, Model>> }) &
  ([Exclude<StoredRelationshipName<A, Type>, keyof Relations<Client, Model>>] extends [never]
    ? {
        readonly relationships?: RelationshipsMapping<A, Type, FieldOf<Client, Model>, keyof Relations<Client, Model>>;
      }
    : {
        readonly relationships: RelationshipsMapping<A, Type, FieldOf<Client, Model>, keyof Relations<Client, Model>>;
      });

/** The mapping of several types. The compiler infers the model of each type first. */
export type PrismaMappings<A extends Api, Client, Models, Context = unknown> = {
  readonly [Type in keyof Models]: { readonly model: Models[Type] } & (Type extends TypeName<A>
    ? PrismaMapping<A, Type, Client, Models[Type], Context>
    : `"${Type & string}" is not a resource type of this API`);
};
