import { type OptionTable, optionTable, readOptions } from '../../internal/options.ts';
import type { Api } from '../../schema/api.ts';
import type {
  AttributeInput,
  RelationshipName,
  RelationshipsOf,
  TargetOf,
  TypeName,
  WritableName,
} from '../../schema/infer.ts';
import type { RequiredRelationship, WritableAttribute } from '../../schema/input.ts';
import type { Flat } from '../../schema/value-types.ts';
import {
  identifierOf,
  type LinkageOf,
  type LocallyIdentified,
  linkageData,
  type RequestReference,
} from './references.ts';

/** The attributes that a request need not have: those whose schema accepts undefined, for example by a default. */
type OptionalName<A extends Api, Type extends TypeName<A>> = {
  [Name in WritableAttribute<A, Type, 'create'>]: undefined extends AttributeInput<A, Type, Name> ? Name : never;
}[WritableAttribute<A, Type, 'create'>];

type NewAttributes<A extends Api, Type extends TypeName<A>> = Flat<
  {
    readonly [Name in Exclude<WritableAttribute<A, Type, 'create'>, OptionalName<A, Type>>]: AttributeInput<
      A,
      Type,
      Name
    >;
  } & { readonly [Name in OptionalName<A, Type>]?: AttributeInput<A, Type, Name> }
>;

/** A related resource that the same call creates. */
export type NewRelated<A extends Api, Type extends TypeName<A>> = Type extends unknown
  ? { readonly type: Type; readonly lid?: undefined } & NewResource<A, Type, true>
  : never;

/** Returns related resources to create that refer to the new resource. */
type Referring<A extends Api, Type extends TypeName<A>, Name extends string> = (
  created: LocallyIdentified<Type>,
) => readonly NewRelated<A, TargetOf<A, Type, Name>>[];

/** The value of a relationship of a new resource. */
type NewLinkage<A extends Api, Type extends TypeName<A>, Name extends string, Nested> = Nested extends true
  ? LinkageOf<A, Type, Name, 'create', NewRelated<A, TargetOf<A, Type, Name>>> | Referring<A, Type, Name>
  : LinkageOf<A, Type, Name, 'create'>;

/** The relationships that only other resources can set. */
type Inverses<A extends Api, Type extends TypeName<A>, Nested> = Nested extends true
  ? {
      readonly [Name in Exclude<RelationshipName<A, Type>, WritableName<RelationshipsOf<A, Type>, 'create'>>]?:
        | Referring<A, Type, Name>
        | undefined;
    }
  : unknown;

type NewRelationships<A extends Api, Type extends TypeName<A>, Nested> = Flat<
  {
    readonly [Name in Exclude<
      WritableName<RelationshipsOf<A, Type>, 'create'>,
      RequiredRelationship<RelationshipsOf<A, Type>>
    >]?: NewLinkage<A, Type, Name, Nested> | undefined;
  } & {
    readonly [Name in RequiredRelationship<RelationshipsOf<A, Type>> & string]: NonNullable<
      NewLinkage<A, Type, Name, Nested>
    >;
  } & Inverses<A, Type, Nested>
>;

/** A member without a field that a request can set. Without the sentence, the compiler would accept any field. */
interface NoField {
  readonly [name: string]: 'Requests cannot set this field: it is not declared, or has `write: false`';
}

/** A member that can be absent if none of its own members is required. */
type Member<Name extends string, Value> = [keyof Value] extends [never]
  ? { readonly [Key in Name]?: NoField | undefined }
  : [Record<never, never>] extends [Value]
    ? { readonly [Key in Name]?: Value | undefined }
    : { readonly [Key in Name]: Value };

type NewId<A extends Api, Type extends TypeName<A>> = A['declaration'][Type] extends {
  readonly clientGeneratedIds: true;
}
  ? string
  : 'The server creates the ids of this type: its declaration does not contain `clientGeneratedIds: true`.';

export interface AnyInput {
  readonly id?: string;
  readonly attributes?: Readonly<Record<string, unknown>> | undefined;
  readonly relationships?:
    | Readonly<Record<string, RequestReference | null | readonly RequestReference[] | undefined>>
    | undefined;
}

/** A resource to create. The attributes are the input of their schemas. If it is `Nested`, it can contain related resources to create. */
export type NewResource<A extends Api, Type extends TypeName<A>, Nested = false> =
  string extends TypeName<A>
    ? AnyInput
    : Flat<
        Member<'attributes', NewAttributes<A, Type>> &
          Member<'relationships', NewRelationships<A, Type, Nested>> & { readonly id?: NewId<A, Type> }
      >;

/** The linkage that a request can set in a resource that exists: not null in a required relationship. */
export type ChangedLinkage<A extends Api, Type extends TypeName<A>, Name extends string> =
  Name extends RequiredRelationship<RelationshipsOf<A, Type>>
    ? NonNullable<LinkageOf<A, Type, Name>>
    : LinkageOf<A, Type, Name>;

/**
 * The changes of a resource. A field that is absent or undefined keeps its value; null sets an attribute to null, or empties
 * a to-one relationship.
 */
export type Changes<A extends Api, Type extends TypeName<A>> =
  string extends TypeName<A>
    ? Omit<AnyInput, 'id'>
    : {
        readonly attributes?:
          | { readonly [Name in WritableAttribute<A, Type, 'update'>]?: AttributeInput<A, Type, Name> | undefined }
          | undefined;
        readonly relationships?:
          | {
              readonly [Name in WritableName<RelationshipsOf<A, Type>, 'update'>]?:
                | ChangedLinkage<A, Type, Name>
                | undefined;
            }
          | undefined;
      };

const newMembers: OptionTable = optionTable({ id: 'string', attributes: 'object', relationships: 'object' }, 'member');
const changedMembers: OptionTable = optionTable({ attributes: 'object', relationships: 'object' }, 'member');

/** Returns the members of a resource object with the fields of an input. JSON omits those that are undefined. */
function fieldsOf({ attributes, relationships }: AnyInput, owner: string): object {
  const pairs = Object.entries(relationships ?? {}).map(([name, value]) => [
    name,
    value === undefined ? undefined : { data: linkageData(value, owner) },
  ]);
  return { attributes, relationships: relationships && Object.fromEntries(pairs) };
}

/** Returns the resource object of a request that creates a resource. */
export function newResource(
  where: string,
  type: string,
  input: object,
  lid?: string,
  owner: string = 'client',
): object {
  const { id, ...fields } = readOptions<AnyInput>(where, input, newMembers);
  return { type, id, lid, ...fieldsOf(fields, owner) };
}

/** Returns the resource object of a request that updates a resource. */
export function changedResource(
  where: string,
  reference: RequestReference,
  changes: object,
  owner: string = 'client',
): object {
  const fields = readOptions<AnyInput>(where, changes, changedMembers);
  return { ...identifierOf(reference, true, owner), ...fieldsOf(fields, owner) };
}
