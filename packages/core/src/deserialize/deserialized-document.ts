import type { BuiltFrom } from '../build/built-document.ts';
import type { JsonApiObject } from '../document/jsonapi-object.ts';
import type { TopLevelLinks } from '../document/links-object.ts';
import type { MetaObject } from '../document/meta-object.ts';
import type { ResourceObject } from '../document/resource-object.ts';
import type { FieldsetAttribute, FieldsetRelationship } from '../record/record.ts';
import type { Api } from '../schema/api.ts';
import type { AttributeInput, AttributesOf, KindOf, TargetOf, TypeName } from '../schema/infer.ts';

/** A resource of a document of which nothing is known: its fields by name. */
export interface DeserializedObject {
  readonly type: string;
  readonly id: string;
  readonly [field: string]: unknown;
}

/** A related resource that was not included: its name. Where it is in the document after all, it stands here as well. */
export interface DeserializedIdentifier<Type extends string = string> {
  readonly type: Type;
  readonly id: string;
}

/** The relationships that relationship paths begin with. */
type Head<Path extends string> = Path extends `${infer Name}.${string}` ? Name : Path;

/** What is left of the paths that begin with a relationship. */
type Rest<Path extends string, Name extends string> = Path extends `${Name}.${infer Further}` ? Further : never;

type Related<Kind, Resource> = Kind extends 'to-one' ? Resource | null : readonly Resource[];

/** A resource of a type as one object: its attributes, and what its relationships lead to along the included paths. */
export type DeserializedResource<
  A extends Api,
  Type extends TypeName<A>,
  Path extends string = never,
  Fields = unknown,
> = Type extends unknown
  ? string extends TypeName<A>
    ? DeserializedObject
    : DeserializedIdentifier<Type> & {
        readonly [Name in FieldsetAttribute<A, Type, Fields> & keyof AttributesOf<A, Type>]: AttributeInput<
          A,
          Type,
          Name
        >;
      } & {
        readonly [Name in FieldsetRelationship<A, Type, Fields> & Head<Path>]: Related<
          KindOf<A, Type, Name>,
          DeserializedResource<A, TargetOf<A, Type, Name>, Rest<Path, Name>, Fields>
        >;
      } & {
        readonly [Name in Exclude<FieldsetRelationship<A, Type, Fields>, Head<Path>>]?: Related<
          KindOf<A, Type, Name>,
          DeserializedIdentifier<TargetOf<A, Type, Name>>
        >;
      }
  : never;

type OptionOf<Options, Name extends string> = Options extends { readonly [Key in Name]: infer Value } ? Value : unknown;

type PathOf<Options> = Options extends { readonly include: readonly (infer Path extends string)[] } ? Path : never;

type DataOf<Resource, Collection extends boolean> = Collection extends true ? readonly Resource[] : Resource | null;

type BuiltData<Resource, Records> = Records extends null
  ? null
  : Records extends readonly unknown[]
    ? readonly Resource[]
    : Resource;

/** The linked primary data of a document that says itself what it was built from. */
type DataOfDocument<Given, Collection extends boolean> = 0 extends 1 & Given
  ? DataOf<DeserializedObject, Collection>
  : Given extends BuiltFrom<infer A, infer Type, infer Records, infer Options>
    ? unknown extends Records
      ? DataOf<DeserializedObject, Collection>
      : BuiltData<DeserializedResource<A, Type, PathOf<Options>, OptionOf<Options, 'fields'>>, Records>
    : DataOf<DeserializedObject, Collection>;

/** The linked primary data of a document, by the API where one is given. */
export type DeserializedData<
  Given,
  A extends Api,
  Type extends TypeName<A>,
  Path extends string,
  Fields,
  Collection extends boolean,
> = [A] extends [never]
  ? DataOfDocument<Given, Collection>
  : DataOf<DeserializedResource<A, Type, Path, Fields>, Collection>;

/** A document whose resources are linked. */
export interface DeserializedDocument<Data> {
  readonly data: Data;
  /** The included resources, in the order of the document; absent when the document has no `included`. */
  readonly included?: readonly DeserializedObject[];
  readonly links?: TopLevelLinks;
  readonly meta?: MetaObject;
  readonly jsonapi?: JsonApiObject;
  /**
   * The resource object that a linked object was made of, where its links and meta are and those of its relationships;
   * undefined for anything else, such as an identifier whose resource is not in the document.
   */
  resourceOf(linked: object): ResourceObject | undefined;
}
