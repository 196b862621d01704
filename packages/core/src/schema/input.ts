import type { LocalResourceIdentifierObject, ResourceIdentifierObject } from '../spec/document/resource-object.ts';
import type { Api } from './api.ts';
import type {
  AttributeOutput,
  AttributesOf,
  KindOf,
  MemberOf,
  NamesThat,
  RelationshipsOf,
  TargetOf,
  TypeName,
  WritableName,
} from './infer.ts';
import type { Flat, OutputOf } from './value-types.ts';

/**
 * Linkage in a request: identifiers of existing resources, or local identifiers of resources that the request creates. `Local` are the types
 * of these.
 */
type LinkageInput<A extends Api, Type extends TypeName<A>, Name extends string, Local> =
  KindOf<A, Type, Name> extends 'to-one'
    ? Linked<TargetOf<A, Type, Name>, Local> | null
    : readonly (Linked<TargetOf<A, Type, Name>, Local> & MemberInput<A, Type, Name>)[];

/** The data of a membership in a request. A member keeps what is absent. */
export type MemberInput<A extends Api, Type extends TypeName<A>, Name extends string> = [
  MemberOf<A, Type, Name>,
] extends [never]
  ? unknown
  : MemberMeta<MemberOf<A, Type, Name>>;
type MemberMeta<Member> = {
  readonly meta?: { readonly [Key in WritableName<Member, 'update'>]?: OutputOf<Member[Key & keyof Member]> };
};

/** An identifier of a target of a relationship. It has an id unless the request can create a resource of its type. */
type Linked<Target extends string, Local> = ResourceIdentifierObject<Target> | LocallyLinked<Target, Local>;
type LocallyLinked<Target extends string, Local> = Target extends Local ? LocalResourceIdentifierObject<Target> : never;

/** An identifier in a request. */
export type IdentifierInput<Target extends string = string> =
  | ResourceIdentifierObject<Target>
  | LocalResourceIdentifierObject<Target>;

/** The attributes that a request can set. */
export type WritableAttribute<
  A extends Api,
  Type extends TypeName<A>,
  Request extends 'create' | 'update',
> = WritableName<AttributesOf<A, Type>, Request> & keyof AttributesOf<A, Type>;

// A schema with a default returns a value for an absent attribute, so the output of the schema determines whether the
// attribute is optional.
type OptionalAttribute<A extends Api, Type extends TypeName<A>> = {
  [Name in WritableAttribute<A, Type, 'create'>]: undefined extends AttributeOutput<A, Type, Name> ? Name : never;
}[WritableAttribute<A, Type, 'create'>];

// `infer` in these: an editor leads from the names of such an object to their declaration, and prints no arguments of an alias.
/** The outputs of some attributes. */
type Outputs<Fields, Name> = [Name] extends [infer Known extends keyof Fields]
  ? { readonly [Key in Known]: OutputOf<Fields[Key]> }
  : never;
type OptionalOutputs<Fields, Name> = [Name] extends [infer Known extends keyof Fields]
  ? { readonly [Key in Known]?: OutputOf<Fields[Key]> }
  : never;

type AttributesUpdate<A extends Api, Type extends TypeName<A>> = OptionalOutputs<
  AttributesOf<A, Type>,
  WritableAttribute<A, Type, 'update'>
>;

/** The relationships that a request must contain to create a resource. */
export type RequiredRelationship<Fields> = NamesThat<Fields, { readonly options: { readonly required: true } }>;

/**
 * The relationships of an update request. Absent relationships are not changed. `Local` are the types of the resources that the same request
 * can create: none, unless the update is one of several operations.
 */
export type RelationshipsInput<A extends Api, Type extends TypeName<A>, Local = never> = {
  readonly [Name in WritableName<RelationshipsOf<A, Type>, 'update'>]?: LinkageInput<A, Type, Name, Local>;
};

/** The relationships of a create request. */
export type NewRelationships<
  A extends Api,
  Type extends TypeName<A>,
  Local = Type,
  Name extends string = WritableName<RelationshipsOf<A, Type>, 'create'>,
  Required extends PropertyKey = RequiredRelationship<RelationshipsOf<A, Type>>,
> = Flat<
  {
    readonly [Key in Exclude<Name, Required>]?: LinkageInput<A, Type, Key, Local>;
  } & { readonly [Key in Extract<Name, Required>]: NonNullable<LinkageInput<A, Type, Key, Local>> }
>;

declare const reason: unique symbol;

/** The fields of a request that can set none. Without a member, the compiler would accept any field. */
export type NoWritableField = {
  readonly [reason]?: 'Each of these fields has `write: false`, or no field is declared';
};

/** The fields of a request, or that it can set none. For an unknown API, the names are not known. */
type WritableFields<A extends Api, Name, Fields> =
  string extends TypeName<A> ? Fields : [Name] extends [never] ? NoWritableField : Fields;

/**
 * A validated create request. Attributes have the output values of their schemas. An identifier in a relationship has an `id`; it can have a
 * `lid` instead only if its type is in `Local`: that of the new resource, which can reference itself.
 *
 * @see https://jsonapi.org/format/1.1/#crud-creating
 */
export interface CreateInput<A extends Api, Type extends TypeName<A>, Local = Type> {
  readonly type: Type;
  /** The client-generated id. Absent if the server must choose the id. */
  readonly id?: string;
  /** The local id by which other identifiers of the request refer to this resource. */
  readonly lid?: string;
  readonly attributes: WritableFields<
    A,
    WritableAttribute<A, Type, 'create'>,
    Outputs<AttributesOf<A, Type>, Exclude<WritableAttribute<A, Type, 'create'>, OptionalAttribute<A, Type>>> &
      ([OptionalAttribute<A, Type>] extends [never]
        ? unknown
        : OptionalOutputs<AttributesOf<A, Type>, OptionalAttribute<A, Type>>)
  >;
  readonly relationships: WritableFields<
    A,
    WritableName<RelationshipsOf<A, Type>, 'create'>,
    NewRelationships<A, Type, Local>
  >;
}

/**
 * A validated update request. Absent fields keep their values; null sets a field to null. `Local` as in `RelationshipsInput`.
 *
 * @see https://jsonapi.org/format/1.1/#crud-updating
 */
export interface UpdateInput<A extends Api, Type extends TypeName<A>, Local = never> {
  readonly type: Type;
  readonly id: string;
  readonly attributes: AttributesUpdate<A, Type>;
  readonly relationships: RelationshipsInput<A, Type, Local>;
}
