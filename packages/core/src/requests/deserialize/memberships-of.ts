import { isObject, ownMember, ownMembers } from '../../internal/members.ts';
import type { MetaObject } from '../../spec/document/links-object.ts';
import type { DeserializedDocument, DeserializedObject } from './deserialized-document.ts';
import type { MemberWith, memberData } from './member-with.ts';

/** A resource, or its identifier, and the data of its membership in a relationship. */
export interface Membership<Resource, Meta = MetaObject> {
  readonly resource: Resource;
  readonly meta: Meta;
}

type MetaOf<Item> = typeof memberData extends keyof Item
  ? Item extends MemberWith<infer Data>
    ? Data
    : never
  : MetaObject;

/** The memberships in the value of a to-many relationship. */
export type MembershipsIn<Value> = unknown extends Value
  ? readonly Membership<DeserializedObject>[] | undefined
  : Value extends readonly (infer Item)[]
    ? readonly Membership<Item, MetaOf<Item>>[]
    : Extract<Value, undefined>;

/**
 * Returns the members of a to-many relationship, each with the data of its membership. Returns undefined if the document does not contain the
 * linkage.
 *
 * @param document What `deserialize` or a client returned.
 * @param resource A resource of the document.
 * @throws {TypeError} If the document does not contain the resource, or the relationship is to-one.
 * @example
 * for (const { resource: doctor, meta } of membershipsOf(answer, clinic, 'doctors')) console.log(doctor.name, meta.role);
 */
export function membershipsOf<Resource extends object, Name extends keyof Resource & string>(
  document: Pick<DeserializedDocument<unknown>, 'resourceOf'>,
  resource: Resource,
  relationship: Name,
): MembershipsIn<Resource[Name]> {
  const where = 'membershipsOf';
  const object = document.resourceOf(resource);
  if (object === undefined) throw new TypeError(`${where}: \`resource\` must be a resource of the document.`);
  const { data } = ownMembers(ownMember(ownMembers(object.relationships), relationship));
  if (data === undefined) return undefined as never;
  const resources = ownMember(resource, relationship);
  if (!Array.isArray(data) || !Array.isArray(resources))
    throw new TypeError(`${where}: the relationship "${relationship}" must be to-many.`);
  return data.map((identifier: unknown, index) => {
    const { meta } = ownMembers(identifier);
    return { resource: resources[index], meta: isObject(meta) ? meta : {} };
  }) as never;
}
