import type { Api, IncludePath, MetaObject, QueryInput, RelationshipName, TargetOf, TypeName } from '@linkage/core';
import type { KindOf, MemberMeta, MemberOf, RelationshipsOf, WritableName } from '@linkage/core/internal';

/** Whether the compiler knows the types of an API. If it does not, any name is accepted. */
export type IsUntyped<A extends Api> = string extends TypeName<A> ? true : false;

/** The relationship paths that a read can include. */
export type PathName<A extends Api, Type extends TypeName<A>> =
  IsUntyped<A> extends true ? string : IncludePath<A, Type>;

/** The fieldsets of a read. */
export type FieldsetNames<A extends Api> =
  IsUntyped<A> extends true
    ? Readonly<Record<string, readonly string[]>>
    : NonNullable<QueryInput<A, TypeName<A>>['fields']>;

/** The relationships of a type. */
export type LinkName<A extends Api, Type extends TypeName<A>> =
  IsUntyped<A> extends true ? string : RelationshipName<A, Type>;

/** The relationships of a type that requests can change. */
export type WritableLinkName<A extends Api, Type extends TypeName<A>> =
  IsUntyped<A> extends true ? string : WritableName<RelationshipsOf<A, Type>, 'update'>;

/** The kind of a relationship: `any` if the compiler does not know it. */
export type LinkKind<A extends Api, Type extends TypeName<A>, Name extends string> =
  IsUntyped<A> extends true ? 'any' : KindOf<A, Type, Name>;

/** The target types of a relationship. */
export type LinkTarget<A extends Api, Type extends TypeName<A>, Name extends string> =
  IsUntyped<A> extends true ? TypeName<A> : TargetOf<A, Type, Name>;

/** The member `meta` of the identifiers of a relationship. A server omits it if the user can read nothing in it. */
export interface LinkMeta<A extends Api, Type extends TypeName<A>, Name extends string> {
  readonly meta?: [MemberOf<A, Type, Name>] extends [never] ? MetaObject : MemberMeta<MemberOf<A, Type, Name>>;
}
