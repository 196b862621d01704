import type {
  LocalResourceIdentifierObject,
  ResourceIdentifierObject,
} from '../document/resource-identifier-object.ts';
import type { Api } from './api.ts';
import type { AttributeOutput, AttributesOf, KindOf, NamesWith, RelationshipsOf, TargetOf, TypeName } from './infer.ts';

/**
 * Linkage in a request: identifiers of existing resources, or local identifiers of resources that the request creates.
 */
type LinkageInput<A extends Api, Type extends TypeName<A>, Name extends string> =
  KindOf<A, Type, Name> extends 'to-one'
    ? IdentifierInput<TargetOf<A, Type, Name>> | null
    : readonly IdentifierInput<TargetOf<A, Type, Name>>[];

/** An identifier in a request. */
export type IdentifierInput<Target extends string = string> =
  | ResourceIdentifierObject<Target>
  | LocalResourceIdentifierObject<Target>;

type WritableAttribute<A extends Api, Type extends TypeName<A>> = NamesWith<AttributesOf<A, Type>, 'write', true> &
  keyof AttributesOf<A, Type>;

// A schema with a default returns a value for an absent attribute, so the output of the schema determines whether the
// attribute is optional.
type OptionalAttribute<A extends Api, Type extends TypeName<A>> = {
  [Name in WritableAttribute<A, Type>]: undefined extends AttributeOutput<A, Type, Name> ? Name : never;
}[WritableAttribute<A, Type>];

type AttributesUpdate<A extends Api, Type extends TypeName<A>> = {
  readonly [Name in WritableAttribute<A, Type>]?: AttributeOutput<A, Type, Name>;
};

/** The relationships of a request. Absent relationships are not changed. */
export type RelationshipsInput<A extends Api, Type extends TypeName<A>> = {
  readonly [Name in NamesWith<RelationshipsOf<A, Type>, 'write', true>]?: LinkageInput<A, Type, Name>;
};

/**
 * A validated create request. Attributes have the output values of their schemas.
 *
 * @see https://jsonapi.org/format/1.1/#crud-creating
 */
export interface CreateInput<A extends Api, Type extends TypeName<A>> {
  readonly type: Type;
  /** The client-generated id. Absent if the server must choose the id. */
  readonly id?: string;
  /** The local id by which other identifiers of the request refer to this resource. */
  readonly lid?: string;
  readonly attributes: {
    readonly [Name in Exclude<WritableAttribute<A, Type>, OptionalAttribute<A, Type>>]: AttributeOutput<A, Type, Name>;
  } & { readonly [Name in OptionalAttribute<A, Type>]?: AttributeOutput<A, Type, Name> };
  readonly relationships: RelationshipsInput<A, Type>;
}

/**
 * A validated update request. Absent fields keep their values; null sets a field to null.
 *
 * @see https://jsonapi.org/format/1.1/#crud-updating
 */
export interface UpdateInput<A extends Api, Type extends TypeName<A>> {
  readonly type: Type;
  readonly id: string;
  readonly attributes: AttributesUpdate<A, Type>;
  readonly relationships: RelationshipsInput<A, Type>;
}
