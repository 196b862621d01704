import type { DataOf as BuiltData, BuiltFrom, OptionOf } from '../../documents/build/built-document.ts';
import type { FieldsetAttribute, FieldsetRelationship } from '../../documents/record/record.ts';
import type { Api } from '../../schema/api.ts';
import type {
  AttributesOf,
  DocumentAttribute,
  KindOf,
  MemberOf,
  RelationshipsOf,
  TargetOf,
  TypeName,
} from '../../schema/infer.ts';
import type { Flat, IsUnion } from '../../schema/value-types.ts';
import type { JsonApiObject } from '../../spec/document/jsonapi-object.ts';
import type { MetaObject, TopLevelLinks } from '../../spec/document/links-object.ts';
import type { ResourceObject } from '../../spec/document/resource-object.ts';
import type { MemberMeta, MemberWith } from './member-with.ts';

/** A resource of an undeclared type: its fields by name. */
export interface DeserializedObject {
  readonly type: string;
  readonly id: string;
  readonly [field: string]: unknown;
}

/**
 * The identifier of a related resource that is not included. If the document contains the resource after all, the
 * resource itself.
 */
export interface DeserializedIdentifier<Type extends string = string> {
  readonly type: Type;
  readonly id: string;
}

/** The first relationships of relationship paths. */
type Head<Path extends string> = Path extends `${infer Name}.${string}` ? Name : Path;

/** The remaining parts of the paths that begin with a relationship. */
type Rest<Path extends string, Name extends string> = Path extends `${Name}.${infer Further}` ? Further : never;

type Related<Kind, Resource, Declared> = Kind extends 'to-one'
  ? Resource | null
  : readonly ([Declared] extends [never] ? Resource : Resource & MemberWith<MemberMeta<Declared>>)[];

/**
 * A resource as one object: its attributes, and its related resources along the included paths. `MaybePath` are paths that a list contains
 * whose items the compiler does not know: each of these resources, or only its identifier.
 */
export type DeserializedResource<
  A extends Api,
  Type extends TypeName<A>,
  Path extends string = never,
  Fields = unknown,
  MaybePath extends string = never,
> = Type extends unknown
  ? string extends TypeName<A>
    ? DeserializedObject
    : Flat<
        DeserializedIdentifier<Type> &
          ReadAttributes<A, Type, FieldsetAttribute<A, Type, Fields>> &
          IncludedRelationships<A, Type, FieldsetRelationship<A, Type, Fields> & Head<Path>, Path, Fields, MaybePath> &
          OtherRelationships<A, Type, Exclude<FieldsetRelationship<A, Type, Fields>, Head<Path>>, Fields, MaybePath>
      >
  : never;

// `infer` in these: an editor leads from the names to their declaration. Without names, `unknown` leaves no trace in a hover.
type ReadAttributes<A extends Api, Type extends TypeName<A>, Name> = [Name] extends [never]
  ? unknown
  : [Name] extends [infer Known extends keyof AttributesOf<A, Type>]
    ? { readonly [Key in Known]: DocumentAttribute<A, Type, Key> }
    : never;

type IncludedRelationships<
  A extends Api,
  Type extends TypeName<A>,
  Name,
  Path extends string,
  Fields,
  MaybePath extends string,
> = [Name] extends [never]
  ? unknown
  : [Name] extends [infer Known extends keyof RelationshipsOf<A, Type>]
    ? {
        readonly [Key in Known]: Related<
          KindOf<A, Type, Key & string>,
          DeserializedResource<
            A,
            TargetOf<A, Type, Key & string>,
            Rest<Path, Key & string>,
            Fields,
            Rest<MaybePath, Key & string>
          >,
          MemberOf<A, Type, Key & string>
        >;
      }
    : never;

type OtherRelationships<A extends Api, Type extends TypeName<A>, Name, Fields, MaybePath extends string> = [
  Name,
] extends [never]
  ? unknown
  : [Name] extends [infer Known extends keyof RelationshipsOf<A, Type>]
    ? {
        readonly [Key in Known]?: Related<
          KindOf<A, Type, Key & string>,
          | DeserializedIdentifier<TargetOf<A, Type, Key & string>>
          | (Key extends Head<MaybePath>
              ? DeserializedResource<A, TargetOf<A, Type, Key & string>, never, Fields, Rest<MaybePath, Key & string>>
              : never),
          MemberOf<A, Type, Key & string>
        >;
      }
    : never;

/** Whether the compiler knows each item of a list: it is one tuple of a known length. */
type IsKnownList<List extends readonly unknown[]> =
  true extends IsUnion<List> ? false : number extends List['length'] ? false : true;

/** The paths that a query certainly includes. An item that is one of several paths is none of them for certain. */
export type IncludedPath<Query> = Query extends { readonly include: infer Include extends readonly string[] }
  ? IsKnownList<Include> extends true
    ? { [Index in keyof Include]: true extends IsUnion<Include[Index]> ? never : Include[Index] }[number]
    : never
  : never;

/** The paths of a query that it may include. */
export type MaybeIncludedPath<Query> = Query extends { readonly include: readonly (infer Path extends string)[] }
  ? Exclude<Path, IncludedPath<Query>>
  : never;

type DataOf<Resource, Collection extends boolean> = Collection extends true ? readonly Resource[] : Resource | null;

/** The deserialized primary data of a document whose type contains its inputs. */
type DataOfDocument<Given, Collection extends boolean> = 0 extends 1 & Given
  ? DataOf<DeserializedObject, Collection>
  : Given extends BuiltFrom<infer A, infer Type, infer Records, infer Options>
    ? unknown extends Records
      ? DataOf<DeserializedObject, Collection>
      : BuiltData<
          DeserializedResource<A, Type, IncludedPath<Options>, OptionOf<Options, 'fields'>, MaybeIncludedPath<Options>>,
          Records
        >
    : DataOf<DeserializedObject, Collection>;

/** The deserialized primary data of a document, typed by the API if one is passed. */
export type DeserializedData<
  Given,
  A extends Api,
  Type extends TypeName<A>,
  Include extends readonly string[],
  Fields,
  Collection extends boolean,
> = [A] extends [never]
  ? DataOfDocument<Given, Collection>
  : DataOf<
      DeserializedResource<
        A,
        Type,
        IncludedPath<{ readonly include: Include }>,
        Fields,
        MaybeIncludedPath<{ readonly include: Include }>
      >,
      Collection
    >;

/** A document whose resources contain each other. */
export interface DeserializedDocument<Data> {
  readonly data: Data;
  /** The included resources, in the order of the document. Absent if the document does not have `included`. */
  readonly included?: readonly DeserializedObject[];
  readonly links?: TopLevelLinks;
  readonly meta?: MetaObject;
  readonly jsonapi?: JsonApiObject;
  /**
   * Returns the resource object from which an object was created, with its links and meta. Returns undefined for any
   * other value, such as an identifier whose resource is not in the document.
   */
  resourceOf(linked: object): ResourceObject | undefined;
}
