import type { Api } from '../../schema/api.ts';
import type { AttributesOf, DocumentAttribute, IncludedType, KindOf, TargetOf, TypeName } from '../../schema/infer.ts';
import type { Flat } from '../../schema/value-types.ts';
import type { DataDocument } from '../../spec/document/document.ts';
import type { MetaObject, ResourceLinks } from '../../spec/document/links-object.ts';
import type { RelationshipObject, ResourceIdentifierObject } from '../../spec/document/resource-object.ts';
import type { FieldsetAttribute, FieldsetRelationship } from '../record/record.ts';

type Linkage<A extends Api, Type extends TypeName<A>, Name extends string> =
  KindOf<A, Type, Name> extends 'to-one'
    ? ResourceIdentifierObject<TargetOf<A, Type, Name>> | null
    : readonly ResourceIdentifierObject<TargetOf<A, Type, Name>>[];

type AttributesMember<A extends Api, Type extends TypeName<A>, Name extends keyof AttributesOf<A, Type>> = [
  Name,
] extends [never]
  ? { readonly attributes?: never }
  : { readonly attributes: { readonly [Key in Name]: DocumentAttribute<A, Type, Key> } };

type RelationshipsMember<A extends Api, Type extends TypeName<A>, Name extends string> = [Name] extends [never]
  ? { readonly relationships?: never }
  : {
      readonly relationships?: { readonly [Key in Name]?: RelationshipObject<Linkage<A, Type, Key>> };
    };

/** The resource object of a type, with the fields that a fieldset allows. */
export type BuiltResource<A extends Api, Type extends TypeName<A>, Fields = unknown> = Type extends unknown
  ? Flat<
      {
        readonly type: Type;
        readonly id: string;
        readonly links?: ResourceLinks;
        readonly meta?: MetaObject;
      } & AttributesMember<A, Type, FieldsetAttribute<A, Type, Fields> & keyof AttributesOf<A, Type>> &
        RelationshipsMember<A, Type, FieldsetRelationship<A, Type, Fields>>
    >
  : never;

/** The primary data of a document of one record, several records, or null. */
export type DataOf<Resource, Records> = Records extends null
  ? null
  : Records extends readonly unknown[]
    ? readonly Resource[]
    : Resource;

/** The value of an option, if the compiler knows it. */
export type OptionOf<Options, Name extends string> = Options extends { readonly [Key in Name]: infer Value }
  ? Value
  : unknown;

type IncludedMember<A extends Api, Type extends TypeName<A>, Options> = Options extends {
  readonly include: readonly (infer Path extends string)[];
}
  ? { readonly included: readonly BuiltResource<A, IncludedType<A, Type, Path>, OptionOf<Options, 'fields'>>[] }
  : { readonly included?: never };

declare const origin: unique symbol;

/**
 * The inputs of a document, known only to the compiler. The shape of a document does not show which resources are
 * included where.
 */
export interface BuiltFrom<A extends Api, Type extends TypeName<A>, Records, Options> {
  readonly [origin]?: readonly [api: A, type: Type, records: Records, options: Options];
}

/** The result of `buildDocument`, narrowed by its `include` and `fields`. */
export type BuiltDocument<A extends Api, Type extends TypeName<A>, Records, Options> = Omit<
  DataDocument,
  'data' | 'included'
> & {
  readonly data: DataOf<BuiltResource<A, Type, OptionOf<Options, 'fields'>>, Records>;
} & IncludedMember<A, Type, Options> &
  BuiltFrom<A, Type, Records, Options>;
