import { isObject, ownMember, ownMembers } from '../../internal/members.ts';
import type { DeserializedDocument, MembershipsIn } from './deserialized-document.ts';

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
