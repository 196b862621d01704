import { isObject, ownMembers, pickMembers } from '../../internal/members.ts';
import { checkKind } from '../../internal/options.ts';
import type { Api } from '../../schema/api.ts';
import type { KindOf, TargetOf, TypeName } from '../../schema/infer.ts';
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

/** The value of a relationship in a request. */
export type LinkageOf<A extends Api, Type extends TypeName<A>, Name extends string> =
  string extends TypeName<A>
    ? RequestReference | null | readonly RequestReference[]
    : KindOf<A, Type, Name> extends 'to-one'
      ? RequestReference<TargetOf<A, Type, Name>> | null
      : readonly RequestReference<TargetOf<A, Type, Name>>[];

/** Returns the type and the id of a resource or an identifier as a string, for comparisons. */
export function identityText(resource: object): string {
  const { type, id } = ownMembers(resource);
  return JSON.stringify([type, id]);
}

/** Returns the identifier of a resource, without its fields. A target does not have meta. JSON omits undefined members. `where` receives it, for messages. */
export function identifierOf(reference: RequestReference, isTarget: boolean, where: string): object {
  checkKind(where, 'reference', 'object', reference);
  const { type, id, lid, meta } = pickMembers(reference as Identified, ['type', 'id', 'lid', 'meta']);
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
