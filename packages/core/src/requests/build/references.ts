import { isObject, ownMembers, pickMembers } from '../../internal/members.ts';
import { checkKind } from '../../internal/options.ts';
import type { Api } from '../../schema/api.ts';
import type { KindOf, MemberOf, TargetOf, TypeName, WritableName } from '../../schema/infer.ts';
import type { InputOf } from '../../schema/value-types.ts';
import type { MetaObject } from '../../spec/document/links-object.ts';

/** A resource that another one is related to: an identifier, or a resource that the client has read. */
export interface Identified<Type extends string = string> {
  readonly type: Type;
  readonly id: string;
  readonly lid?: undefined;
  readonly meta?: MetaObject;
}

/** A resource that the same request creates: what `add` of a transaction returns. */
export interface LocallyIdentified<Type extends string = string> {
  readonly type: Type;
  readonly id?: undefined;
  readonly lid: string;
}

/** A resource to which a request can refer. */
export type RequestReference<Type extends string = string> = Identified<Type> | LocallyIdentified<Type>;

/** The names in the data of memberships that a new member must have: those that requests can set, and whose schemas have no default. */
type RequiredData<Data> = {
  [Name in WritableName<Data, 'update'> & keyof Data]: undefined extends InputOf<Data[Name]> ? never : Name;
}[WritableName<Data, 'update'> & keyof Data];

/** The data of a membership in a request, as the input of its schemas. */
type DataInput<Data, Required extends keyof Data> = { readonly [Name in Required]: InputOf<Data[Name]> } & {
  readonly [Name in Exclude<WritableName<Data, 'update'> & keyof Data, Required>]?: InputOf<Data[Name]> | undefined;
};

/** A member of a relationship in a request. `meta` can be absent if nothing in it is required. */
type MemberReference<Reference, Data, Required extends keyof Data> = [Data] extends [never]
  ? Reference
  : (Reference extends unknown ? Omit<Reference, 'meta'> : never) &
      ([Required] extends [never]
        ? { readonly meta?: DataInput<Data, never> }
        : { readonly meta: DataInput<Data, Required> });

/**
 * The value of a relationship in a request. The members of a new resource have the data of a membership that is required. `New` are related
 * resources that the same call creates.
 */
export type LinkageOf<
  A extends Api,
  Type extends TypeName<A>,
  Name extends string,
  Request extends 'create' | 'update' = 'update',
  New = never,
> =
  string extends TypeName<A>
    ? RequestReference | null | readonly RequestReference[]
    : KindOf<A, Type, Name> extends 'to-one'
      ? RequestReference<TargetOf<A, Type, Name>> | New | null
      : readonly MemberReference<
          RequestReference<TargetOf<A, Type, Name>> | New,
          MemberOf<A, Type, Name>,
          Request extends 'create' ? RequiredData<MemberOf<A, Type, Name>> : never
        >[];

/** Returns the type and the id of a resource or an identifier as a string, for comparisons. */
export function identityText(resource: object): string {
  const { type, id } = ownMembers(resource);
  return JSON.stringify([type, id]);
}

/** Returns the identifier of a resource, without its fields. A target does not have meta. JSON omits undefined members. `where` receives it, for messages. */
export function identifierOf(reference: RequestReference, isTarget: boolean, where: string): object {
  checkKind(where, 'reference', 'object', reference);
  const { type, id, lid, meta } = pickMembers(reference as Identified, ['type', 'id', 'lid', 'meta']);
  if (!isTarget && (id ?? lid) === undefined)
    throw new TypeError(`${where}: a related resource must have an \`id\`, unless you use Atomic Operations.`);
  return { type, id, lid, meta: !isTarget && isObject(meta) ? meta : undefined };
}

/**
 * Returns the linkage of a relationship.
 *
 * @param where What receives it, for messages.
 */
export function linkageData(linkage: RequestReference | null | readonly RequestReference[], where: string): unknown {
  if (linkage === null) return null;
  const members = linkage as readonly RequestReference[];
  return Array.isArray(linkage)
    ? members.map((it) => identifierOf(it, false, where))
    : identifierOf(linkage as RequestReference, false, where);
}
