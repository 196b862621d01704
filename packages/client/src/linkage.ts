import type { Api, MetaObject, TargetOf, TypeName } from '@linkage/core';
import { checkKind, isObject, type KindOf, pickMembers } from '@linkage/core/internal';
import type { LinkKind } from './names.ts';

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
export type Reference<Type extends string = string> = Identified<Type> | LocallyIdentified<Type>;

/** The value of a relationship in a request. */
export type LinkageOf<A extends Api, Type extends TypeName<A>, Name extends string> =
  string extends TypeName<A>
    ? Reference | null | readonly Reference[]
    : KindOf<A, Type, Name> extends 'to-one'
      ? Reference<TargetOf<A, Type, Name>> | null
      : readonly Reference<TargetOf<A, Type, Name>>[];

/** A change of a relationship. A to-one relationship can only be replaced. */
export type LinkageChange<A extends Api, Type extends TypeName<A>, Name extends string> =
  | { readonly replace: LinkageOf<A, Type, Name>; readonly add?: undefined; readonly remove?: undefined }
  | (LinkKind<A, Type, Name> extends 'to-one'
      ? never
      :
          | { readonly add: Members<A, Type, Name>; readonly replace?: undefined; readonly remove?: undefined }
          | { readonly remove: Members<A, Type, Name>; readonly replace?: undefined; readonly add?: undefined });

type Members<A extends Api, Type extends TypeName<A>, Name extends string> = Extract<
  LinkageOf<A, Type, Name>,
  readonly unknown[]
>;

/** Returns the identifier of a resource, without its fields. A target does not have meta. JSON omits undefined members. */
export function identifierOf(reference: Reference, isTarget: boolean): object {
  checkKind('client', 'reference', 'object', reference);
  const { type, id, lid, meta } = pickMembers(reference as Identified, ['type', 'id', 'lid', 'meta']);
  return { type, id, lid, meta: !isTarget && isObject(meta) ? meta : undefined };
}

/** Returns the linkage of a relationship. */
export function linkageData(linkage: Reference | null | readonly Reference[]): unknown {
  if (linkage === null) return null;
  const members = linkage as readonly Reference[];
  return Array.isArray(linkage)
    ? members.map((it) => identifierOf(it, false))
    : identifierOf(linkage as Reference, false);
}
